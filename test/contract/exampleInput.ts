import type { AnyOperation } from '../../src/protocol/operation/define';

/** An example of the reference as the input of `encode`: collections opened, locators and rows in their plain shape. */
export function inputOf(example: Readonly<Record<string, unknown>>): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(example).flatMap(([key, value]): Array<[string, unknown]> => {
			if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[key, value]];
			if ('__rl' in value && 'mode' in value && 'value' in value)
				return [[key, { by: value.mode, value: value.value }]];
			return 'rows' in value ? [[key, value.rows]] : Object.entries(value);
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
