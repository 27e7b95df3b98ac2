import { FileLibrary } from '../../../nodes/FileLibrary/FileLibrary.node';

/* What the editor receives: the description of a node as JSON. (A locator that is null: test/engine/failures.) */

type Property = { name: string; type: string; required?: unknown };
const { properties } = JSON.parse(JSON.stringify(new FileLibrary().description)) as { properties: Property[] };

test('the editor marks the locators that are required, and nothing is required in another way than true', () => {
	const required = properties.filter((property) => property.required !== undefined);
	expect(required.filter(({ type }) => type === 'resourceLocator').map(({ name }) => name)).toContain('file');
	expect(new Set(required.map((property) => property.required))).toEqual(new Set([true]));
});
