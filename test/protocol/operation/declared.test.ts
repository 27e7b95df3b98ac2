import { type AnyOperation } from '../../../src/protocol/operation/define';
import { checkFields } from '../../../src/protocol/operation/check';
import { requireFuture } from '../../../src/protocol/operation/check/date';
import { encode, requireUpdate } from '../../../src/protocol/operation/encode';
import { date, int, required, shownFor, text, updateFields } from '../../../src/protocol/operation/fields';
import { refusalOf } from '../../support/check';
import { CHOICE, help, one } from './oneField';

/* What a declaration says of an operation: caution, requests, limits, updates, times and what is sent for nothing. */

const PLAIN = one(text(help));

describe('an update', () => {
	const op: AnyOperation = {
		...PLAIN,
		updates: ['name', 'memo', 'state', 'extra'],
		input: {
			file: required(text(help)),
			...updateFields({ name: text(help), memo: text(help, { label: 'Remark' }), state: CHOICE }),
			extra: int(help, { ...shownFor('state', 'x') }),
		},
	};
	const check = (entered: Record<string, unknown>) => () =>
		requireUpdate(op, checkFields(op.input, { file: 'f', ...entered }));
	test.each([[{ name: 'n' }], [{ memo: '' }], [{ state: 'y' }], [{ extra: 1 }]])(
		'that changes %j is made',
		(entered) => expect(check(entered)).not.toThrow(),
	);
	test.each([[{}], [{ state: 'z' }], [{ name: undefined }], [{ unknown: 1 }]])(
		'that changes %j is refused',
		(entered) => {
			const { message, kind, field, hint, retryable } = refusalOf(check(entered));
			expect({ message, kind, field, hint, retryable }).toEqual({
				message: 'Choose at least one field to update: Name, Remark or State',
				kind: 'input',
				field: 'Name',
				hint: 'Without one of them nothing would change.',
				retryable: false,
			});
		},
	);
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
