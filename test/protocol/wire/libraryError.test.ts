import {
	abortedError,
	causesOf,
	inputError,
	isLibraryError,
	LibraryError,
	reworded,
} from '../../../src/protocol/wire/libraryError';

test.each([
	['network', true],
	['timeout', true],
	['busy', true],
	['input', false],
	['auth', false],
	['conflict', false],
	['protocol', false],
] as const)('%s is retryable unless stated otherwise: %s', (kind, retryable) => {
	expect(new LibraryError(kind, 'm').retryable).toBe(retryable);
	expect(new LibraryError(kind, 'm', { retryable: !retryable }).retryable).toBe(!retryable);
});

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

test('the error for invalid input names its field', () => {
	expect(inputError('Target Folder', 'is required', 'Choose one.')).toMatchObject({
		kind: 'input',
		message: 'Target Folder is required',
		field: 'Target Folder',
		hint: 'Choose one.',
		retryable: false,
	});
	expect(inputError('Name', 'is required').hint).toBeUndefined();
});

test('a cause is kept, and no cause is none', () => {
	const cause = new Error('c');
	expect(new LibraryError('busy', 'm', { cause }).cause).toBe(cause);
	expect(Object.hasOwn(new LibraryError('busy', 'm'), 'cause')).toBe(false);
	expect(abortedError(cause)).toMatchObject({ kind: 'aborted', retryable: false, cause });
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
