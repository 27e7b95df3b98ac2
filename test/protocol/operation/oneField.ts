import { type AnyOperation, ownOperation, returns } from '../../../src/protocol/operation/define';
import { choice, type Field, ref } from '../../../src/protocol/operation/fields';

/* Operations with a single field, `myField`, for tests of the kinds of fields. */

export const help = 'h';
const REQUEST = { id: 't', route: 'POST /x', credential: 'org', repeatable: true } as const;
export const one = (field: Field): AnyOperation =>
	ownOperation('t', 'r.o', REQUEST, {
		name: 'O',
		action: 'A',
		summary: 's',
		input: { myField: field },
		output: returns<unknown>(),
		example: {},
	});
/** What is entered in the field; undefined when it is left out. */
export const entered = (value: unknown): Record<string, unknown> => (value === undefined ? {} : { myField: value });

const a = { label: 'A', help };
/** A choice with a value that has its own name, one with a wire value, and one that is not sent. */
export const CHOICE = choice(help, {
	default: 'x',
	choices: { x: a, y: { ...a, wire: '1' }, z: { ...a, wire: null } },
});
/** A locator by path, text or number. */
export const REF = ref(help, {
	claims: 'scope',
	modes: {
		path: { label: 'P', wire: 'fullpath', of: 'path' },
		id: { label: 'I', wire: 'hash' },
		number: { label: 'N', wire: 'op_id', of: 'int' },
	},
});
