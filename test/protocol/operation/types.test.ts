import { type In, ownOperation, type Out, returns } from '../../../src/protocol/operation/define';
import { choice, date, flag, int, list, multi, ref, required, text } from '../../../src/protocol/operation/fields';

/* Types are inferred from the fields; `npx tsc` fails when an error below stops being one. */

const a = { label: 'A' };
const request = { id: 't', route: 'POST /x', credential: 'org', repeatable: true } as const;
const op = ownOperation('t', 'r.o', request, {
	name: 'O',
	action: 'A',
	summary: 's',
	input: {
		name: required(text('h')),
		size: int('h', { default: 1 }),
		deep: flag('h'),
		since: date('h', { unit: 'seconds' }),
		kind: choice('h', { default: 'one', choices: { one: a, two: a } }),
		kinds: multi('h', { form: ',', choices: { one: a, two: a } }),
		tags: required(list('h', { claims: 'scope', form: ';', of: 'text', button: 'b' })),
		file: ref('h', {
			claims: 'scope',
			modes: { path: { label: 'P', wire: 'fullpath' }, id: { label: 'I', wire: 'hash' } },
		}),
	},
	output: returns<{ hash: string }>(),
	example: {},
});
type Given = In<typeof op>;
const given = (input: Given): Given => input;
const base = { name: 'n', tags: ['t'] };

test('what is wrong does not compile', () => {
	// @ts-expect-error a required field is missing
	given({ name: 'n' });
	// @ts-expect-error a field that is not declared
	given({ ...base, surprise: 1 });
	// @ts-expect-error text for a number
	given({ ...base, size: '1' });
	// @ts-expect-error a number for a flag
	given({ ...base, deep: 1 });
	// @ts-expect-error text for a date
	given({ ...base, since: '2026-01-01' });
	// @ts-expect-error an unknown choice
	given({ ...base, kind: 'three' });
	// @ts-expect-error an unknown choice of several
	given({ ...base, kinds: ['three'] });
	// @ts-expect-error one value for a list
	given({ ...base, tags: 't' });
	// @ts-expect-error a mode the locator does not have
	given({ ...base, file: { by: 'tag', value: 'a' } });
	// @ts-expect-error two ways at once cannot be said
	given({ ...base, file: { by: 'path', value: 'a', hash: 'b' } });
	// @ts-expect-error an explicit undefined is not "absent"
	given({ ...base, size: undefined });
	// @ts-expect-error the answer has no such field
	const wrong: Out<typeof op> = { id: 1 };
	// @ts-expect-error the start value is one of the choices
	choice('h', { default: 'three', choices: { one: a, two: a } });
	// @ts-expect-error a route has a method and a path
	ownOperation('t', 'r.o', { ...request, route: 'm-open/1/file/ls' }, op);
	expect(wrong).toBeDefined();
});

test('a field that can name what is changed does not compile without saying what it claims', () => {
	const help = 'h';
	// @ts-expect-error a locator
	ref(help, { modes: { path: { label: 'P', wire: 'fullpath' } } });
	// @ts-expect-error a list
	list(help, { form: ';', of: 'text', button: 'b' });
	// @ts-expect-error a text that is a path
	text(help, { path: true });
	// @ts-expect-error a claim that does not exist
	text(help, { claims: 'everything' });
	// Other texts may claim something or not.
	expect([text(help).claims, text(help, { claims: 'scope' }).claims]).toEqual([undefined, 'scope']);
});
