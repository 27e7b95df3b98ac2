import { catalogue } from '../../src/entries';
import { contractOf, IDENTITY, operations } from './contract';
import { type OperationEntry, type ParameterRow, reference } from './reference';

const entries = reference();
const families = new Set(entries.flatMap(({ covers }) => covers.map((id) => contractOf(id).family)));

const ids = [...operations.values()].filter(({ family }) => families.has(family)).map(({ id }) => id);
test.each(ids)('%s is covered by an entry of the reference', (id) => {
	expect(entries.filter(({ covers }) => covers.includes(id))).not.toEqual([]);
});

/** doc: how many operations each family of the document has. */
const DOCUMENTED = { libraryFile: 34, permission: 6, userFile: 18, libraryAdmin: 21, enterprise: 25, partner: 8 };

test.each(Object.entries(DOCUMENTED))('the contract has all operations of %s', (family, documented) => {
	expect([...operations.values()].filter((op) => op.family === family).length).toBeGreaterThanOrEqual(documented);
});

test('the reference has operations of every family', () => {
	expect([...families]).toEqual(expect.arrayContaining([...Object.keys(DOCUMENTED), 'chunkedUpload', 'webUpload']));
});

test('the reference has an entry for each operation of the catalogue', () => {
	expect(entries.map(({ id }) => id).sort()).toEqual(expect.arrayContaining(catalogue.map(({ id }) => id)));
});

test('ids, and resource with operation, are unique', () => {
	expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
	expect(new Set(entries.map(({ node, resource, operation }) => [node, resource, operation].join())).size).toBe(
		entries.length,
	);
});

const named = entries.map((entry): [string, OperationEntry] => [entry.id, entry]);

/** Parameters the client never sends, with the reason. */
const NOT_OFFERED: Record<string, string[]> = {
	libraryFileCopyMany: ['sp' /* G21: its meaning is not shown */],
	signOnEntGrant: ['format' /* made by Get Key */, 'returnurl' /* ignored with it; Get Login URL offers it */],
};
/** Parameters that another operation of the same request offers, by the request. */
const OFFERED_BY: Record<string, readonly [id: string, wires: readonly string[]]> = {
	libraryFileDelete: ['libraryFileDeleteByTag', ['tag', 'path']],
	libraryFileDeleteCompletely: ['libraryFileDeleteCompletelyByTag', ['tag']],
};
const isUpload = (entry: OperationEntry): boolean => entry.covers.includes('uploadPart');
const rowsFor = (entry: OperationEntry, wire: string): ParameterRow[] =>
	entry.parameters.filter((row) => row.wire === wire);

describe.each(named)('%s', (id, entry) => {
	const covered = entry.covers.map(contractOf);

	test('lists exactly the requests of the operations it covers', () => {
		const requests = new Set(entry.requests.map(({ method, path }) => `${method} ${path}`));
		for (const { method, path } of covered) expect(requests).toContain(`${method} ${path}`);
		const known = [...operations.values()].map(({ method, path }) => `${method} ${path}`);
		for (const request of requests) expect(known).toContain(request);
	});

	test('no row names a parameter the contract does not know', () => {
		const known = covered.flatMap(({ parameters }) => [...parameters.keys()]);
		for (const { wire } of entry.parameters)
			expect([
				...known,
				...covered.flatMap(({ extraPrefix }) => extraPrefix ?? []),
				...(isUpload(entry) ? ['file'] : []),
				// The settings of an operation that is more than one request.
				...(operations.has(id) ? [] : ['']),
			]).toContain(wire);
	});

	test('every parameter of the contract is reachable or made by the node', () => {
		const automatic = [...IDENTITY, 'start', ...entry.automatic, ...(isUpload(entry) ? ['file'] : [])];
		for (const op of covered) {
			for (const { name, place } of op.parameters.values()) {
				if (place === 'header' || automatic.includes(name) || (NOT_OFFERED[op.id] ?? []).includes(name))
					continue;
				// A part of a composite operation may leave an optional parameter to the operation of its own.
				if (op.id !== id && entries.some((other) => other.id === op.id && rowsFor(other, name).length))
					continue;
				const [other, wires = []] = OFFERED_BY[op.id] ?? [];
				const by = wires.includes(name) ? entries.find((one) => one.id === other) : undefined;
				if (by && by !== entry && rowsFor(by, name).length > 0) continue;
				expect({ name, rows: rowsFor(entry, name).length }).not.toEqual({ name, rows: 0 });
			}
		}
	});

	test('operator parameters are offered exactly where the contract takes them', () => {
		if (covered.some(({ operator }) => operator))
			expect(entry.parameters.map(({ wire }) => wire)).toEqual(expect.arrayContaining(['op_id', 'op_name']));
		else expect(rowsFor(entry, 'op_name')).toEqual([]);
	});

	test('paths of rows are dotted property paths, and the example uses properties of the form', () => {
		const known = ['resource', 'operation', ...entry.fields.map(({ path }) => path.split('.')[0])];
		for (const name of Object.keys(entry.example)) expect(known).toContain(name);
		for (const { path } of entry.parameters) expect(path).toMatch(/^[a-z]\w*(\.\w+)?(\.rows\[\])?(\.\w+)?$/i);
	});
});
