import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { generateNodeTypeFile } from '@n8n/workflow-sdk';
import { actionNodes } from '../../contract/actionNodes';

/* What n8n's assistant and its MCP server hand to a model: the type definition of a whole node, by n8n's generator. */

const nodes = [
	[actionNodes.fileLibrary.description, 100_000],
	[actionNodes.fileLibraryAdmin.description, 70_000],
	[actionNodes.fileLibraryUser.description, 45_000],
	[actionNodes.fileLibraryPartner.description, 15_000],
] as const;

/** As n8n's editor and generator read a description: as JSON, by the name that n8n gives it. */
function definitionOf(description: INodeTypeDescription): string {
	const read = JSON.parse(JSON.stringify(description)) as INodeTypeDescription;
	return generateNodeTypeFile({ ...read, name: `n8n-nodes-file-library.${read.name}` } as never);
}

const insideOf = ({ options = [] }: INodeProperties): INodeProperties[] =>
	(options as INodeProperties[]).filter(({ type }) => type !== undefined);
/** Fields that only workflows of earlier versions have. */
const isFormer = ({ name, displayOptions }: INodeProperties): boolean => displayOptions?.show?.[name] !== undefined;
const fieldsIn = (property: INodeProperties): INodeProperties[] =>
	property.type === 'notice' || isFormer(property) ? [] : [property, ...insideOf(property).flatMap(fieldsIn)];

describe.each(nodes)('$name', (description, limit) => {
	const definition = definitionOf(description);
	const hint = description.builderHint?.searchHint ?? '';

	test('is short enough for a model', () => {
		expect(definition.length).toBeLessThan(limit);
		expect(definition.length).toBeGreaterThan(limit / 3);
	});

	test('says every field at least once', () => {
		const names = new Set(description.properties.flatMap(fieldsIn).map(({ name }) => name));
		const missing = [...names].filter(
			(name) => !new RegExp(`^ *'?${name}'?\\??: `, 'm').test(definition) && !hint.includes(name),
		);
		expect(missing).toEqual([]);
	});

	test('begins each operation with what it does', () => {
		const operations = description.properties.filter(({ name }) => name === 'operation');
		const count = operations.flatMap(({ options = [] }) => options).length;
		expect(definition.match(/^\/\*\* .+ \*\/\nexport type \w+ = \{$/gm)).toHaveLength(count);
	});
});
