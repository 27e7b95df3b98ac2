import type { Account } from '../../../src/client/service/account';
import { verification, whereStored } from '../../../src/client/upload/stored';
import { abortedError, LibraryError } from '../../../src/protocol/wire/libraryError';
import { namedAnswers } from '../../support/namedAnswers';
import { callerWith, errorOf, orgAccount, scriptedHttp } from '../../support/ports';

/* What was stored is read back. */

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

/* Uploads that are under way together: where each file is, is looked up where they may have met at one path. */

const RESULT = {
	hash: 'h',
	fullpath: 'a',
	filehash: 'f',
	filesize: 1,
	instant: false,
	chunks: 1,
	retries: 0,
	bytesSent: 1,
};

test.each([
	['of one library: both are looked up', ['one', 'one'], ['info', 'info']],
	['of two libraries: neither is', ['one', 'two'], []],
])('two uploads to one path %s', async (_, libraries, names) => {
	const http = namedAnswers({ info: { body: { fullpath: 'a', hash: 'h' } } });
	const upload = async () => await Promise.resolve(RESULT);
	await Promise.all(
		libraries.map(async (clientId) => {
			const account = { ...orgAccount(), clientId } as Account;
			return await whereStored(callerWith(http, { account }), { fullpath: 'a', overwrite: false }, upload);
		}),
	);
	expect(http.names).toEqual(names);
});
