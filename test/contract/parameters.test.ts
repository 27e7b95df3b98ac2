import { catalogue } from '../../src/protocol/catalogue';
import type { AnyOperation } from '../../src/protocol/operation/define';
import { encode } from '../../src/protocol/operation/encode';
import type { Field } from '../../src/protocol/operation/fields';
import { reference, type OperationEntry, type ParameterRow } from './reference';
import { contractOf, IDENTITY, operations, resolve, type Schema } from './contract';
import { requestProblems } from './validate';

/* The catalogue and its reference table against openapi.yaml. */

const entries = reference();
const named = entries.map((entry): [string, OperationEntry] => [entry.id, entry]);
const plain = named.filter(([id]) => operations.has(id));
const opOf = (id: string): AnyOperation => catalogue.find((op) => op.id === id) as AnyOperation;
const families = new Set(entries.flatMap(({ covers }) => covers.map((id) => contractOf(id).family)));

/** Wire parameters the upload makes by itself: content, its checksum and size, the session, the temporary key. */
const OF_UPLOAD = ['filehash', 'filesize', 'timeout', 'rand', 'key', 'path', 'name', 'filefield', 'file'];
/** Parameters the client never sends, with the reason. */
const NOT_OFFERED: Record<string, string[]> = {
	libraryFileCopyMany: ['sp' /* ambiguities G21: its meaning is not shown */],
	signOnEntGrant: ['format' /* made by Get Key */, 'returnurl' /* ignored with it; Get Login URL offers it */],
};
/** Parameters that the client requires or always sends though the contract does not, with the reason. */
const STRICTER: Record<string, string[]> = {
	entSetGroup: ['group_path' /* ambiguities I02 */],
	entDelGroup: ['groups' /* I02 */],
	userFileCreateFolder: ['fullpath' /* ambiguities C03 */],
	userFileList: ['fullpath' /* the root is the empty text */],
};
/** Properties of the node itself in examples, which no parameter of the interface stands for. */
const OWN: Record<string, string[]> = {
	directorySynchronize: ['dryRun', 'source', 'directory'],
	libraryViewerPageLink: ['pageUrl', 'viewer'],
};
/** Choices that start with another value than the service's default, on purpose. */
const OTHER_DEFAULT: Record<string, string[]> = { libraryFileUpdates: ['mode' /* oldest first loses nothing */] };

const isUpload = (entry: OperationEntry): boolean => entry.covers.includes('uploadPart');
const schemaIn = (id: string, wire: string): Schema => resolve(contractOf(id).parameters.get(wire)?.schema ?? {});
const enumOf = (schema: Schema): string[] | undefined =>
	(schema.enum ?? (schema.contentSchema ? resolve(schema.contentSchema).items?.enum : undefined))?.map(String);
const rowsFor = (entry: OperationEntry, wire: string): ParameterRow[] =>
	entry.parameters.filter((row) => row.wire === wire);

describe('coverage', () => {
	const ids = [...operations.values()].filter(({ family }) => families.has(family)).map(({ id }) => id);
	test.each(ids)('%s is covered by an entry of the reference', (id) => {
		expect(entries.filter(({ covers }) => covers.includes(id))).not.toEqual([]);
	});
	test('the library families are whole', () => {
		const count = (family: string): number => [...operations.values()].filter((op) => op.family === family).length;
		expect([
			count('libraryFile'),
			count('permission'),
			count('userFile'),
			count('libraryAdmin'),
			count('enterprise'),
			count('partner'),
		]).toEqual([34, 6, 18, 21, 25, 8]);
		expect([...families]).toEqual(
			expect.arrayContaining([
				'libraryFile',
				'permission',
				'userFile',
				'chunkedUpload',
				'webUpload',
				'libraryAdmin',
				'enterprise',
				'partner',
			]),
		);
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
});

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
			]).toContain(wire);
	});

	test('every parameter of the contract is reachable or made by the node', () => {
		const automatic = [...IDENTITY, 'start', ...(isUpload(entry) ? OF_UPLOAD : [])];
		for (const op of covered) {
			for (const { name, place } of op.parameters.values()) {
				if (place === 'header' || automatic.includes(name) || (NOT_OFFERED[op.id] ?? []).includes(name))
					continue;
				// A part of a composite operation may leave an optional parameter to the operation of its own.
				if (op.id !== id && entries.some((other) => other.id === op.id && rowsFor(other, name).length))
					continue;
				expect({ name, rows: rowsFor(entry, name).length }).not.toEqual({ name, rows: 0 });
			}
		}
	});

	test('operator parameters are offered exactly where the contract takes them', () => {
		const takes = covered.some(({ operator }) => operator);
		if (takes)
			expect(entry.parameters.map(({ wire }) => wire)).toEqual(expect.arrayContaining(['op_id', 'op_name']));
		else expect(rowsFor(entry, 'op_name')).toEqual([]);
	});

	test('paths of rows are dotted property paths, and the example uses known properties', () => {
		const tops = new Set(entry.parameters.map(({ path }) => path.split('.')[0]));
		const own = [
			'resource',
			'operation',
			'returnAll',
			'limit',
			'simplify',
			'waitForCompletion',
			'binaryPropertyName',
			...(OWN[id] ?? []),
		];
		for (const name of Object.keys(entry.example)) expect([...tops, ...own]).toContain(name);
		for (const { path } of entry.parameters) expect(path).toMatch(/^[a-z]\w*(\.rows\[\])?(\.\w+)?$/i);
	});
});

describe.each(plain)('%s', (id, entry) => {
	const contract = contractOf(id);
	const op = opOf(id);

	test('route', () => expect(op.route).toBe(`${contract.method} ${contract.path}`));
	test('parameters left out of the signature', () =>
		expect([...(op.unsigned ?? [])].sort()).toEqual([...contract.unsigned].sort()));
	test('dateline is sent exactly where the contract lists it', () =>
		expect(op.dateline ?? op.credential !== 'token').toBe(contract.dateline));
	test('paging and its page size', () => {
		if (contract.paging) expect(op.paging).toEqual({ kind: 'offset', pageSize: contract.paging.defaultSize });
		else if (contract.cursor) expect(op.paging).toEqual({ kind: 'cursor' });
		else expect(op.paging?.kind ?? 'whole').toBe('whole');
	});

	test('what the contract requires is required or always sent', () => {
		const sent = encode(op, onlyRequired(op, inputOf(entry.example)));
		for (const { name, required } of contract.parameters.values())
			if (required && !IDENTITY.includes(name)) expect(Object.keys(sent)).toContain(name);
		for (const group of contract.oneOf) expect(group.filter((name) => name in sent)).toHaveLength(1);
	});

	test('a required row is required by the contract, or chooses one of a group', () => {
		const groups = contract.oneOf.flat();
		for (const { wire, required, kind, path } of entry.parameters) {
			// A cell is required in its row only.
			if (path.includes('[]') || (STRICTER[id] ?? []).includes(wire)) continue;
			// Choices with a start value cannot be forgotten: they only stand on top.
			if (required && kind !== 'options' && kind !== 'boolean')
				expect(contract.parameters.get(wire)?.required === true || groups.includes(wire)).toBe(true);
		}
	});

	test('choices are exactly the values of the contract', () => {
		for (const row of entry.parameters) {
			const values = enumOf(schemaIn(id, row.wire));
			if (!values) continue;
			const offered = row.choices
				? row.choices.map((choice) =>
						row.values && choice in row.values ? (row.values[choice] ?? null) : choice,
					)
				: Object.values(row.values ?? {});
			expect({ wire: row.wire, offered: offered.length > 0 }).toEqual({ wire: row.wire, offered: true });
			const schema = schemaIn(id, row.wire);
			const silent = offered.includes(null)
				? [schema.default, ...(schema['x-implied-values'] ?? [])]
						.filter((value) => value !== undefined)
						.map(String)
				: [];
			for (const value of offered) if (value !== null) expect(values).toContain(value);
			expect([...offered.filter((value) => value !== null), ...silent]).toEqual(expect.arrayContaining(values));
		}
	});

	test('separators and units', () => {
		for (const row of entry.parameters) {
			const schema = schemaIn(id, row.wire);
			// A choice stands for one value, or for none.
			if (schema['x-separator'] && !row.mode && row.kind !== 'options')
				expect(row).toMatchObject({ separator: schema['x-separator'] });
			if (row.unit) expect(row.unit).toBe(schema['x-unit']);
			if (row.separator && row.separator !== 'json') expect(row.separator).toBe(schema['x-separator']);
			if (schema['x-json-string'] && row.separator) expect(row.separator).toBe('json');
		}
	});

	test('start values are the defaults of the service', () => {
		for (const [key, field] of Object.entries(op.input)) {
			const start = startValue(field);
			const wire =
				'wire' in field && field.wire !== undefined
					? field.wire
					: key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
			const byDefault = schemaIn(id, wire).default;
			if (start === undefined || byDefault === undefined || (OTHER_DEFAULT[id] ?? []).includes(wire)) continue;
			expect({ wire, start }).toEqual({ wire, start: String(byDefault) });
		}
	});

	test('the encoded example satisfies the request schema', () => {
		const stamp = Object.fromEntries(
			IDENTITY.filter((name) => contract.parameters.get(name)?.required).map((name) => [
				name,
				name === 'dateline' ? '1700000000' : 'x',
			]),
		);
		expect(requestProblems(contract, { ...encode(op, inputOf(entry.example)), ...stamp })).toEqual([]);
	});
});

/** Wire value of what the form starts with. */
function startValue(field: Field): string | undefined {
	switch (field.kind) {
		case 'flag':
			return field.fallback ? (field.on ?? '1') : field.off === 'omit' ? undefined : field.off;
		case 'choice': {
			const wire = field.choices[field.fallback]?.wire;
			return wire === null ? undefined : (wire ?? field.fallback);
		}
		case 'multi':
			return field.fallback && JSON.stringify(field.fallback);
		case 'int':
			return String(field.fallback);
		default:
			return undefined;
	}
}

/** An example of the reference as the input of `encode`: collections opened, locators and rows in their plain shape. */
function inputOf(example: Readonly<Record<string, unknown>>): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(example).flatMap(([key, value]): Array<[string, unknown]> => {
			if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[key, value]];
			const object = value as Record<string, unknown>;
			if (object['__rl']) return [[key, { by: object['mode'], value: object['value'] }]];
			return 'rows' in object ? [[key, object['rows']]] : Object.entries(object);
		}),
	);
}

/** Only what the form asks for; operations that need one of several optional fields keep what they were given. */
function onlyRequired(op: AnyOperation, input: Record<string, unknown>): Record<string, unknown> {
	const ONE_OF_OPTIONAL = [
		'libraryFileDeleteCompletely',
		'libraryFileResetPermission',
		'libraryFileSetMetadata',
		'permissionSet',
		'permissionBatchSet',
		'permissionDelete',
		'entGetMemberByOutId',
	];
	if (ONE_OF_OPTIONAL.includes(op.id)) return input;
	// A folder starts with the root of the library, so its locator is never empty.
	return Object.fromEntries(
		Object.entries(input).filter(([key]) => op.input[key]?.required || op.input[key]?.kind === 'ref'),
	);
}
