import { verification } from '../../../src/client/upload/stored';
import { abortedError, LibraryError } from '../../../src/protocol/wire/libraryError';
import { callerWith, errorOf, scriptedHttp } from '../../support/ports';

const SHA1 = 'ab'.repeat(20);
const OTHER = 'cd'.repeat(20);
const SENT = { fullpath: 'a/b', filehash: SHA1 };
const verified = async (reply: object | Error) =>
	await verification(
		callerWith(scriptedHttp(reply), { noRetryAfter: AbortSignal.abort() }),
		{ fullpath: 'a/b', overwrite: false },
		SENT,
	);

test.each([SHA1, SHA1.toUpperCase()])('the same SHA1: %s', async (filehash) => {
	expect(await verified({ body: { filehash } })).toEqual({ verified: true });
});

test.each([{}, { filehash: '' }, { filehash: 'abc' }, { filehash: 7 }])('no SHA1: %j', async (body) => {
	expect(await verified({ body })).toEqual({
		verified: false,
		warning: 'The service sent no SHA1 to verify the stored content with',
	});
});

test('another SHA1 is an error', async () => {
	expect(await errorOf(verified({ body: { filehash: OTHER } }))).toMatchObject({
		kind: 'upload',
		retryable: false,
		message: 'The content stored at "a/b" is not the one that was sent: its SHA1 differs',
		hint: expect.stringContaining('upload it again') as string,
	});
});

test('a refusal is a warning, because the content may be right', async () => {
	const { verified: is, warning } = await verified(new LibraryError('network', 'connection reset'));
	expect(is).toBe(false);
	expect(warning).toBe('The stored content could not be verified: connection reset');
});

test.each([abortedError(), new TypeError('a mistake of ours')])('$message is thrown', async (cause) => {
	expect(await errorOf(verified(cause))).toBe(cause);
});
