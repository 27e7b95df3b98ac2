import {
	abortedError,
	causesOf,
	isLibraryError,
	LibraryError,
	reworded,
	quoted,
	unsendable,
} from '../../../src/protocol/wire/libraryError';
import { machineFailure } from '../../../src/protocol/wire/machineFailure';

test('a reworded error keeps kind and details, and has the first error as its cause', () => {
	const first = new LibraryError('busy', 'first', { operation: 'op', status: 503, code: 50301, retryAfter: 7 });
	const second = reworded(first, 'second', { status: 500, hint: 'wait' });
	expect(second).toMatchObject({
		name: 'LibraryError',
		kind: 'busy',
		message: 'second',
		operation: 'op',
		status: 500,
		code: 50301,
		retryable: true,
		hint: 'wait',
		retryAfter: 7,
	});
	expect(second.cause).toBe(first);
	expect(second.field).toBeUndefined();
});

test('causes are followed from the outside in, and no further than a loop allows', () => {
	const inner = new Error('inner');
	const outer = new Error('outer', { cause: new Error('middle', { cause: inner }) });
	expect([...causesOf(outer)].map((error) => (error as Error).message)).toEqual(['outer', 'middle', 'inner']);
	inner.cause = outer;
	expect([...causesOf(outer)]).toHaveLength(20);
	expect([...causesOf('text'), ...causesOf(undefined), ...causesOf(null)]).toEqual([]);
});

test('a LibraryError of another copy of the module is recognized, another error is not', () => {
	const copy = Object.assign(new Error('m'), { name: 'LibraryError', kind: 'busy' });
	const others = [
		new Error('m'),
		Object.assign(new Error('m'), { kind: 'busy' }),
		Object.assign(new Error('m'), { name: 'LibraryError' }),
		{ name: 'LibraryError', kind: 'busy' },
		null,
	];
	expect([abortedError(), copy].map(isLibraryError)).toEqual([true, true]);
	expect(others.filter(isLibraryError)).toEqual([]);
});

/* What failures of the machine mean: codes and texts are those of Node.js, made here where that takes no harm. */

const withCode = (code: unknown) => Object.assign(new Error('x'), { code });

test.each([
	['ENOSPC', /disk of this n8n is full/],
	['EDQUOT', /quota .* is used up/],
	['EMFILE', /too many files/],
	['ENFILE', /too many files/],
	['EACCES', /isn't allowed/],
	['EPERM', /isn't allowed/],
	['EROFS', /read-only/],
	['ENOENT', /file .* is missing/],
	['EIO', /failed to read or write/],
	['ENOMEM', /out of memory/],
	['ERR_MEMORY_ALLOCATION_FAILED', /out of memory/],
	['ERR_STRING_TOO_LONG', /too large/],
	['ERR_FS_FILE_TOO_LARGE', /too large/],
	['ERR_BUFFER_TOO_LARGE', /too large/],
])('%s', (code, what) => {
	expect(machineFailure(withCode(code))).toEqual({
		what: expect.stringMatching(what) as string,
		hint: expect.stringMatching(/^[A-Z].*\.$/) as string,
	});
});

const thrownBy = (act: () => unknown): unknown => {
	try {
		return act();
	} catch (error) {
		return error;
	}
};
const circular: { self?: unknown } = {};
circular.self = circular;
const endless = (): number => 1 + endless();

test.each<[string, unknown, RegExp]>([
	['thousands of levels', thrownBy(endless), /nested too deeply/],
	['an object that contains itself', thrownBy(() => JSON.stringify(circular)), /contains itself/],
	['a text that is too long', thrownBy(() => 'x'.repeat(2 ** 30)), /too large/],
	['bytes that are no text', new Error('Cannot create a string longer than 0x1fffffe8 characters'), /too large/],
	['too much memory', new RangeError('Array buffer allocation failed'), /out of memory/],
	['as the cause of another failure', new Error('x', { cause: withCode('ENOSPC') }), /is full/],
])('%s', (_, error, what) => expect(machineFailure(error)?.what).toMatch(what));

test.each([
	['', '""'],
	['a\nb\0', '"aU+000AbU+0000"'],
	['\u009f', '"U+009F"'],
	['x\ud83d', '"xU+D83D"'],
	['😀', '"😀"'],
	['😀'.repeat(60), `"${'😀'.repeat(60)}"`],
	['😀'.repeat(61), `"${'😀'.repeat(60)}…"`],
])('%j is shown as %s', (text, shown) => expect(quoted(text)).toBe(shown));

test.each<[string, boolean, string | undefined]>([
	['plain 合同 😀', false, undefined],
	['a\tb', false, 'U+0009'],
	['a\tb\r\nc', true, undefined],
	['a\u0007b\u0001', true, 'U+0007'],
	['half \udc00', true, 'U+DC00'],
	['misread \u0080\u009f', false, undefined],
	['\u007f', false, 'U+007F'],
])('what cannot be sent in %j, of several lines %s: %s', (text, multiline, expected) =>
	expect(unsendable(text, multiline)).toBe(expected),
);
