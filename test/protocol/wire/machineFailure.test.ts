import { machineFailure } from '../../../src/protocol/wire/machineFailure';

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

test.each<[string, unknown]>([
	['another failure', new Error('Something else')],
	['a code of the network', withCode('ECONNRESET')],
	['a code that objects have by themselves', withCode('toString')],
	['a number as code', withCode(28)],
	['a text that only contains the words', new Error('The service said: Maximum call stack size exceeded')],
	['a text of a service', new Error('Error: Invalid string length')],
	['no error', 'ENOSPC'],
	['an error whose text is none', { message: 7 }],
])('%s is none of the machine', (_, error) => expect(machineFailure(error)).toBeUndefined());
