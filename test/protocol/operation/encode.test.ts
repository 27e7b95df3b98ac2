import { checkFields } from '../../../src/protocol/operation/check';
import { requireFuture } from '../../../src/protocol/operation/check/date';
import type { AnyOperation } from '../../../src/protocol/operation/define';
import { requireUpdate } from '../../../src/protocol/operation/encode';
import { encode } from './sentForms';
import {
	clears,
	date,
	type Field,
	flag,
	int,
	json,
	list,
	multi,
	ref,
	size,
	text,
	required,
	shownFor,
	updateFields,
} from '../../../src/protocol/operation/fields';
import { refusalOf } from '../../support/check';
import { CHOICE, entered, help, one, REF } from './oneField';

/* What each kind of field becomes on the wire. Wire forms: document, and A10, A12, A13, A15. */

const HIDDEN = '合同 2026/é+b%20&x.txt';
const a = { label: 'A', help };
const ROOT = ref(help, { claims: 'scope', modes: { path: { label: 'P', wire: 'fullpath', of: 'path', root: true } } });
const COMMA = { claims: 'scope', help, form: ',', of: 'text', button: 'b' } as const;

test.each<[string, Field, unknown, Record<string, string>]>([
	['text', text(help), HIDDEN, { my_field: HIDDEN }],
	['text of blanks is kept', text(help), ' a ', { my_field: ' a ' }],
	['a number as text', text(help), 0, { my_field: '0' }],
	['false as text', text(help), false, { my_field: 'false' }],
	['a wire name', text(help, { wire: 'op_name' }), 'x', { op_name: 'x' }],
	['a path', text(help, { path: true, claims: 'path' }), `//${HIDDEN}/`, { my_field: HIDDEN }],
	['absent text', text(help), undefined, {}],
	['null is absent', text(help), null, {}],
	['zero', int(help, { default: 5 }), 0, { my_field: '0' }],
	['a negative number', int(help, { default: 5 }), -1, { my_field: '-1' }],
	// A GB is 1024 to the third power of bytes (J10); 0.1 of it is 107,374,182.4.
	['an amount in GB', size(help), 10, { my_field: '10737418240' }],
	['the smallest amount', size(help), 1 / 1024 ** 3, { my_field: '1' }],
	['the largest amount', size(help), 8_388_607, { my_field: '9007198180999168' }],
	['a number that is always sent', int(help, { sentWhenEmpty: '-1' }), undefined, { my_field: '-1' }],
	['digits', int(help, { default: 5 }), '007', { my_field: '7' }],
	['at the bounds', int(help, { default: 5, min: 1, max: 10 }), 10, { my_field: '10' }],
	['a large whole number', int(help, { default: 0 }), 9007199254740991, { my_field: '9007199254740991' }],
	['flag on', flag(help), true, { my_field: '1' }],
	['flag off, sent', flag(help), false, { my_field: '0' }],
	['flag off, left out', flag(help, { off: 'omit' }), false, {}],
	['flag absent', flag(help), undefined, {}],
	['choice', CHOICE, 'x', { my_field: 'x' }],
	['choice with a wire value', CHOICE, 'y', { my_field: '1' }],
	['choice that is not sent', CHOICE, 'z', {}],
	['list by comma', list(help, COMMA), ['a', HIDDEN], { my_field: `a,${HIDDEN}` }],
	[
		'list as JSON keeps separators',
		list(help, { claims: 'scope', form: 'json', of: 'text', button: 'b' }),
		['a,b;c|d'],
		{ my_field: '["a,b;c|d"]' },
	],
	['multi of one', multi(help, { form: 'json', choices: { a, b: a } }), ['a'], { my_field: '["a"]' }],
	['date in whole seconds', date(help, { unit: 'seconds' }), new Date(1_700_000_000_999), { my_field: '1700000000' }],
	['date in ms', date(help, { unit: 'milliseconds' }), new Date(1_700_000_000_999), { my_field: '1700000000999' }],
	['the start of Unix time', date(help, { unit: 'seconds' }), new Date(0), { my_field: '0' }],
	['a date as text', date(help, { unit: 'seconds' }), '2026-01-01T00:00:00Z', { my_field: '1767225600' }],
	['a date that is always sent', date(help, { unit: 'seconds', sentWhenEmpty: '0' }), undefined, { my_field: '0' }],
	['JSON text is made compact', json(help), '{ "a": [ 0, "é" ] }', { my_field: '{"a":[0,"é"]}' }],
	['a JSON value', json(help), { a: false }, { my_field: '{"a":false}' }],
	['locator by path', REF, { by: 'path', value: `/${HIDDEN}/` }, { fullpath: HIDDEN }],
	['locator by id', REF, { by: 'id', value: 'abc' }, { hash: 'abc' }],
	['locator by number 0', REF, { by: 'number', value: 0 }, { op_id: '0' }],
	['locator that may be empty', REF, { by: 'id', value: '' }, {}],
	['the root', ROOT, { by: 'path', value: '/' }, { fullpath: '' }],
])('%s', (_name, field, value, wire) => {
	expect(encode(one(field), entered(value))).toEqual(wire);
});

/* What a declaration says of an operation: caution, requests, limits, updates, times and what is sent for nothing. */

const PLAIN = one(text(help));

describe('an update', () => {
	const op: AnyOperation = {
		...PLAIN,
		updates: ['name', 'memo', 'state', 'extra'],
		input: {
			file: required(text(help)),
			...updateFields({ name: text(help), memo: clears(text(help, { label: 'Remark' })), state: CHOICE }),
			extra: int(help, { ...shownFor('state', 'x') }),
		},
	};
	const check = (entered: Record<string, unknown>) => () =>
		requireUpdate(op, checkFields(op.input, { file: 'f', ...entered }));
	test.each([[{ name: 'n' }], [{ memo: '' }], [{ state: 'y' }], [{ extra: 1 }]])(
		'that changes %j is made',
		(entered) => expect(check(entered)).not.toThrow(),
	);
	test.each([[{}], [{ state: 'z' }], [{ name: undefined }], [{ unknown: 1 }]])('with %j is refused', (entered) => {
		const { message, kind, field, hint, retryable } = refusalOf(check(entered));
		expect({ message, kind, field, hint, retryable }).toEqual({
			message: 'Choose at least one field to update: Name, Remark or State',
			kind: 'input',
			field: 'Name',
			hint: 'Without one of them nothing would change.',
			retryable: false,
		});
	});
	test('an operation that updates nothing needs none', () => expect(() => requireUpdate(PLAIN, {})).not.toThrow());
});

describe('a time that must be to come', () => {
	const NOW = Date.UTC(2026, 2, 4, 12);
	const [time] = [date(help, { unit: 'seconds', future: true }), date(help, { unit: 'day', future: true })];
	const check = (field: ReturnType<typeof date>, at: unknown) => () =>
		requireFuture({ until: field }, { until: at }, { now: NOW, today: () => '2026-03-04' });
	test('is refused when it is over', () => {
		expect(check(time, new Date(NOW + 1))).not.toThrow();
		expect(refusalOf(check(time, new Date(NOW)))).toMatchObject({
			message: 'Until: 2026-03-04T12:00:00Z is in the past',
			field: 'Until',
			hint: 'Enter a time that is still to come.',
		});
	});
});

test('what is sent for a time that stands for an empty field', () => {
	const until = one(date(help, { unit: 'seconds', whenEmpty: (_, now) => now }));
	expect(encode(until, {}, 5000)).toEqual({ my_field: '5' });
	expect(encode(until, {}, 0)).toEqual({ my_field: '0' });
	expect(encode(until, {})).toEqual({});
	expect(encode(until, { myField: '1970-01-01T00:00:09Z' }, 5000)).toEqual({ my_field: '9' });
});
