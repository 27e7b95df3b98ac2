import { catalogue } from '../../src/protocol/catalogue';
import { contractOf, operations } from './contract';
import { reference } from './reference';

/* Every operation of the contract has an entry in the reference, and every operation of the catalogue too. */

const entries = reference();
const families = new Set(entries.flatMap(({ covers }) => covers.map((id) => contractOf(id).family)));

const ids = [...operations.values()].filter(({ family }) => families.has(family)).map(({ id }) => id);
test.each(ids)('%s is covered by an entry of the reference', (id) => {
	expect(entries.filter(({ covers }) => covers.includes(id))).not.toEqual([]);
});

/** doc: how many operations each family of the document has. */
const DOCUMENTED = { libraryFile: 34, permission: 6, userFile: 18, libraryAdmin: 21, enterprise: 25, partner: 8 };

test.each(Object.entries(DOCUMENTED))('the contract has all operations of %s', (family, documented) => {
	const count = [...operations.values()].filter((op) => op.family === family).length;
	expect(count).toBeGreaterThanOrEqual(documented);
});

test('the reference has operations of every family', () => {
	expect([...families]).toEqual(expect.arrayContaining([...Object.keys(DOCUMENTED), 'chunkedUpload', 'webUpload']));
});

test('docs/operations.json has an entry for each operation of the catalogue', () => {
	expect(entries.map(({ id }) => id).sort()).toEqual(expect.arrayContaining(catalogue.map(({ id }) => id)));
});

test('ids, and resource with operation, are unique', () => {
	expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
	expect(new Set(entries.map(({ node, resource, operation }) => [node, resource, operation].join())).size).toBe(
		entries.length,
	);
});
