import { catalogue } from '../../src/entries';
import type { AnyOperation } from '../../src/protocol/operation/define';
import { encode } from '../protocol/operation/sentForms';
import type { Field } from '../../src/protocol/operation/fields';
import { contractOf, IDENTITY, operations, resolve, type Schema } from './contract';
import { contractShape } from './contractShape';
import { type OperationEntry, reference } from './reference';
import { requestProblems } from './validate';

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A locator in its plain shape; undefined for any other value. */
const locatorIn = (value: unknown): { by: unknown; value: unknown } | undefined =>
	isObject(value) && '__rl' in value && 'mode' in value ? { by: value.mode, value: value.value } : undefined;

const rowIn = (row: unknown): unknown =>
	isObject(row) ? Object.fromEntries(Object.entries(row).map(([key, cell]) => [key, locatorIn(cell) ?? cell])) : row;

/** An example of the reference as the input of `encode`: collections opened, locators and rows in their plain shape. */
function inputOf(example: Readonly<Record<string, unknown>>): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(example).flatMap(([key, value]): Array<[string, unknown]> => {
			const locator = locatorIn(value);
			if (locator || !isObject(value)) return [[key, locator ?? value]];
			return 'rows' in value ? [[key, (value.rows as unknown[]).map(rowIn)]] : Object.entries(inputOf(value));
		}),
	);
}

/** Operations that need one of several optional fields. */
const ONE_OF_OPTIONAL = [
	'libraryFileResetPermission',
	'permissionSet',
	'permissionBatchSet',
	'permissionDelete',
	'entGetMemberByOutId',
];

/** Only what the form asks for; operations that need one of several optional fields keep all of theirs. */
function onlyRequired(op: AnyOperation, input: Record<string, unknown>): Record<string, unknown> {
	if (ONE_OF_OPTIONAL.includes(op.id)) return input;
	// A folder starts with the library root, so its locator is never empty.
	return Object.fromEntries(
		Object.entries(input).filter(([key]) => op.input[key]?.required || op.input[key]?.kind === 'ref'),
	);
}

/* Each operation of the catalogue that is one request, against its operation of openapi.yaml. */

const plain = reference()
	.filter(({ id }) => operations.has(id))
	.map((entry): [string, OperationEntry] => [entry.id, entry]);
const opOf = (id: string): AnyOperation => catalogue.find((op) => op.id === id) as AnyOperation;

/** Parameters that the client requires or always sends though the contract does not, with the reason. */
const STRICTER: Record<string, string[]> = {
	entSetGroup: ['group_path' /* I02 */],
	entDelGroup: ['groups' /* I02 */],
	userFileCreateFolder: ['fullpath' /* C03 */],
	userFileList: ['fullpath' /* the root is the empty text */],
};
/** Entries of a page where the contract states no largest size. */
const USUAL_PAGE = 100;
/** Choices that start with another value than the service's default, on purpose. */
const OTHER_DEFAULT: Record<string, string[]> = { libraryFileUpdates: ['mode' /* oldest first loses nothing */] };

const schemaIn = (id: string, wire: string): Schema => resolve(contractOf(id).parameters.get(wire)?.schema ?? {});
const enumOf = (schema: Schema): string[] | undefined =>
	(schema.enum ?? (schema.contentSchema ? resolve(schema.contentSchema).items?.enum : undefined))?.map(String);

describe.each(plain)('%s', (id, entry) => {
	const contract = contractOf(id);
	const op = opOf(id);

	test('paging and its page size', () => {
		// The largest page that the contract states, otherwise the usual one of its lists (A14).
		if (contract.paging)
			expect(op.paging).toMatchObject({ kind: 'offset', pageSize: contract.paging.maxSize ?? USUAL_PAGE });
		else if (contract.cursor) expect(op.paging).toEqual({ kind: 'cursor' });
		else expect(op.paging?.kind ?? 'whole').toBe('whole');
	});

	test('what identifies an entry is in every entry, and a log is ordered and ended by parameters it has', () => {
		if (op.paging?.kind !== 'offset') return;
		const { keyFields } = op.paging;
		const fields = keyFields === 'none' ? [op.paging.log.time] : keyFields;
		const shape = contractShape(contract);
		for (const field of fields) expect(shape?.get(`[].${field}`)).toMatchObject({ optional: false });
		const wires = keyFields === 'none' ? [op.paging.log.order, op.paging.log.end] : [];
		for (const wire of wires) expect([...contract.parameters.keys()]).toContain(wire);
	});

	test('what the contract requires is required or always sent', () => {
		const sent = encode(op, onlyRequired(op, inputOf(entry.example)), Date.now());
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
			// A choice stands for one value, or for none, and so does a switch.
			if (schema['x-separator'] && !row.mode && !['options', 'boolean'].includes(row.kind))
				expect(row).toMatchObject({ separator: schema['x-separator'] });
			// What is entered in GB is sent in bytes (J10).
			if (row.unit === 'GB') expect([schema['x-unit'], row.factor]).toEqual(['bytes', 1_073_741_824]);
			else if (row.unit) expect(row.unit).toBe(schema['x-unit']);
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
		expect(requestProblems(contract, { ...encode(op, inputOf(entry.example), Date.now()), ...stamp })).toEqual([]);
	});
});

/** Wire value of what the form starts with. */
function startValue(field: Field): string | undefined {
	switch (field.kind) {
		case 'flag':
			return field.default ? (field.on ?? '1') : field.off === 'omit' ? undefined : field.off;
		case 'choice': {
			if (field.default === undefined) return undefined;
			const wire = field.choices[field.default]?.wire;
			return wire === null ? undefined : (wire ?? field.default);
		}
		case 'multi':
			return field.default && JSON.stringify(field.default);
		case 'int':
			return field.default === undefined ? undefined : String(field.default);
		default:
			return undefined;
	}
}
