import {
	type AnyOperation,
	cautionsFor,
	cautionsOf,
	isChange,
	isDated,
	isListing,
	isRepeatable,
	methodOf,
	nameOf,
	pathOf,
	requestsOf,
} from '../../../src/protocol/operation/define';
import { checkFields } from '../../../src/protocol/operation/check';
import { requireFuture } from '../../../src/protocol/operation/check/date';
import { encode, requireUpdate } from '../../../src/protocol/operation/encode';
import {
	choice,
	date,
	dateOrCursor,
	flag,
	int,
	multi,
	pickers,
	ref,
	required,
	shownFor,
	text,
	updateFields,
} from '../../../src/protocol/operation/fields';
import type { LibraryError } from '../../../src/protocol/wire/libraryError';
import { CHOICE, help, one } from './oneField';

/* What a declaration says of an operation: caution, requests, limits, updates, times and what is sent for nothing. */

const PLAIN = one(text({ help }));
const refusal = (act: () => unknown): LibraryError => {
	try {
		act();
	} catch (error) {
		return error as LibraryError;
	}
	throw new Error('nothing was refused');
};

test('caution is asked for always, never, or with some inputs', () => {
	const sometimes: AnyOperation = { ...PLAIN, caution: { kind: 'permanent', when: ({ all }) => all === true } };
	const always: AnyOperation = { ...PLAIN, caution: 'paid' };
	const both: AnyOperation = { ...PLAIN, caution: ['bulk', ...[sometimes.caution ?? []].flat()] };
	const ops = [PLAIN, always, sometimes, both];
	const kinds = (op: AnyOperation): string[] =>
		cautionsOf(op).map(({ kind, when }) => `${kind}${when ? ' sometimes' : ''}`);
	expect(ops.map(kinds)).toEqual([[], ['paid'], ['permanent sometimes'], ['bulk', 'permanent sometimes']]);
	const whenAll = [[], ['paid'], ['permanent'], ['bulk', 'permanent']];
	expect(ops.map((op) => cautionsFor(op, { all: true }))).toEqual(whenAll);
	expect(ops.map((op) => cautionsFor(op, {}))).toEqual([[], ['paid'], [], ['bulk']]);
});

test('a request: method, path, date, and whether it changes anything', () => {
	expect([pathOf(PLAIN), methodOf(PLAIN)]).toEqual(['/x', 'POST']);
	expect(pathOf({ route: 'GET /m-open/1/file/ls' })).toBe('/m-open/1/file/ls');
	expect(nameOf({ operation: 'getMany' })).toBe('Get Many');
	expect(nameOf({ operation: 'getMany', name: 'List' })).toBe('List');
	expect(isDated({ credential: 'org' })).toBe(true);
	expect(isDated({ credential: 'token' })).toBe(false);
	expect(isDated({ credential: 'token', dateline: true })).toBe(true);
	expect(isDated({ credential: 'org', dateline: false })).toBe(false);
	expect([isChange({}), isChange({ reads: true }), isChange({ signsIn: true })]).toEqual([true, false, false]);
	expect([{}, { reads: true } as const, { repeatable: true }].map(isRepeatable)).toEqual([false, true, true]);
	expect(isRepeatable({ reads: true, repeatable: false })).toBe(false);
	const other = { ...PLAIN, id: 'other' };
	const sent = (more: Partial<AnyOperation>) => requestsOf({ ...PLAIN, ...more }).map(({ id }) => id);
	expect([sent({}), sent({ alsoSends: [other] }), sent({ covers: [other] })]).toEqual([
		['t'],
		['t', 'other'],
		['other'],
	]);
	expect([isListing(PLAIN), isListing({ ...PLAIN, paging: { kind: 'cursor' } })]).toEqual([false, true]);
});

describe('an update', () => {
	const op: AnyOperation = {
		...PLAIN,
		updates: ['name', 'memo', 'state', 'extra'],
		input: {
			file: required(text({ help })),
			...updateFields({ name: text({ help }), memo: text({ help, label: 'Remark' }), state: CHOICE }),
			extra: shownFor('state', ['x'], int({ help })),
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
			const { message, kind, field, hint, retryable } = refusal(check(entered));
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
	const [time, day] = [date({ help, unit: 'seconds', future: true }), date({ help, unit: 'day', future: true })];
	const check = (field: ReturnType<typeof date>, at: unknown) => () =>
		requireFuture({ until: field }, { until: at }, { now: NOW, today: () => '2026-03-04' });
	test('is refused when it is over', () => {
		expect(check(time, new Date(NOW + 1))).not.toThrow();
		expect(refusal(check(time, new Date(NOW)))).toMatchObject({
			message: 'Until: 2026-03-04T12:00:00Z is in the past',
			field: 'Until',
			hint: 'Enter a time that is still to come.',
		});
	});
	test('today is no past day', () => {
		expect(check(day, new Date('2026-03-04T00:00:00Z'))).not.toThrow();
		expect(refusal(check(day, new Date('2026-03-03T00:00:00Z'))).message).toBe('Until: 2026-03-03 is in the past');
		expect(check({ ...time, dayOnly: true }, new Date('2026-03-04T00:00:00Z'))).not.toThrow();
	});
	test('other values and fields are not asked', () => {
		expect(check(date({ help, unit: 'seconds' }), new Date(0))).not.toThrow();
		for (const value of [undefined, 'oldest', 0]) expect(check(time, value)).not.toThrow();
		expect(() =>
			requireFuture({ until: text({ help }) }, { until: new Date(0) }, { now: NOW, today: () => '' }),
		).not.toThrow();
	});
});

describe('what is sent', () => {
	const modes = { id: { label: 'I', wire: 'hash' }, path: { label: 'P', wire: 'fullpath' } };
	test('for fields that were left empty', () => {
		expect(encode(one(ref({ claims: 'scope', help, modes, sentWhenEmpty: '-' })), {})).toEqual({ hash: '-' });
		const nowhere = ref({ claims: 'scope', help, modes: {}, sentWhenEmpty: '-' });
		expect(encode(one(nowhere), {})).toEqual({ my_field: '-' });
		for (const field of [
			ref({ claims: 'scope', help, modes }),
			text({ help }),
			date({ help, unit: 'day' }),
			CHOICE,
		])
			expect(encode(one(field), {})).toEqual({});
	});
	test('for a time that stands for an empty field', () => {
		const until = one(date({ help, unit: 'seconds', whenEmpty: (_, now) => now }));
		expect(encode(until, {}, 5000)).toEqual({ my_field: '5' });
		expect(encode(until, {}, 0)).toEqual({ my_field: '0' });
		expect(encode(until, {})).toEqual({});
		expect(encode(until, { myField: '1970-01-01T00:00:09Z' }, 5000)).toEqual({ my_field: '9' });
	});
	test('for choices, several choices, cursors, flags and pickers', () => {
		const a = { label: 'A', help };
		const many = multi({ help, form: '|', choices: { a: { ...a, wire: '1' }, b: a, c: { ...a, wire: null } } });
		expect(encode(one(many), { myField: ['a', 'b', 'c'] })).toEqual({ my_field: '1|b|c' });
		expect(encode(one(many), { myField: [] })).toEqual({});
		const cursor = dateOrCursor({ help, unit: 'milliseconds' });
		expect(encode(one(cursor), { myField: 'oldest1.5.9.AAAAAAAA' })).toEqual({ my_field: 'oldest1.5.9.AAAAAAAA' });
		expect(encode(one(cursor), { myField: 5000 })).toEqual({ my_field: '5000000' });
		expect(encode(one(flag({ help, off: 'omit', on: 'in' })), { myField: 'true' })).toEqual({ my_field: 'in' });
		expect(encode(one(choice({ help, choices: { a } })), { myField: 'a' })).toEqual({ my_field: 'a' });
		const root = { label: 'P', wire: 'fullpath', of: 'path', root: true } as const;
		const folders = pickers({
			help,
			button: 'b',
			form: '|',
			cells: { folder: required(ref({ claims: 'path', help, modes: { path: root } })) },
		});
		const rows = ['a/b', '/'].map((value) => ({ folder: { by: 'path', value } }));
		expect(encode(one(folders), { myField: rows })).toEqual({ my_field: 'a/b|/' });
	});
	test('of composed fields only what the operation makes of them', () => {
		const op = one({ ...text({ help }), composed: true });
		expect(
			encode({ ...op, compose: ({ myField }) => ({ made: `<${String(myField)}>` }) }, { myField: 'x' }),
		).toEqual({ made: '<x>' });
		expect(encode(op, { myField: 'x' })).toEqual({});
	});
});
