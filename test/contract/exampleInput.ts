import type { AnyOperation } from '../../src/protocol/operation/define';

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A locator in its plain shape; undefined for any other value. */
const locatorIn = (value: unknown): { by: unknown; value: unknown } | undefined =>
	isObject(value) && '__rl' in value && 'mode' in value ? { by: value.mode, value: value.value } : undefined;

const rowIn = (row: unknown): unknown =>
	isObject(row) ? Object.fromEntries(Object.entries(row).map(([key, cell]) => [key, locatorIn(cell) ?? cell])) : row;

/** An example of the reference as the input of `encode`: collections opened, locators and rows in their plain shape. */
export function inputOf(example: Readonly<Record<string, unknown>>): Record<string, unknown> {
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
export function onlyRequired(op: AnyOperation, input: Record<string, unknown>): Record<string, unknown> {
	if (ONE_OF_OPTIONAL.includes(op.id)) return input;
	// A folder starts with the library root, so its locator is never empty.
	return Object.fromEntries(
		Object.entries(input).filter(([key]) => op.input[key]?.required || op.input[key]?.kind === 'ref'),
	);
}
