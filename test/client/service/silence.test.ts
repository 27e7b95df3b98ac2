import { webUploadToLibrary } from '../../../src/client/upload/webUpload';
import { bufferSource } from '../../../src/client/upload/source';
import { uploadToLibrary } from '../../../src/client/upload/upload';
import { openDownload } from '../../../src/client/download/download';
import { call } from '../../../src/client/service/call';
import { withSilence } from '../../../src/client/service/callerVariants';
import type { HttpRequest } from '../../../src/client/http/types';
import { callerWith, errorOf, scriptedHttp } from '../../support/ports';
import { failure, read, write } from './callFixtures';

/* How long a server may be silent. */

const MINUTE = 60_000;
const limits = ({ headersTimeout, bodyTimeout }: HttpRequest) => [headersTimeout, bodyTimeout];
const slow: typeof write = { ...write, slow: true };

test('two minutes as a rule, ten for a request that works on a whole folder, and as the caller says', async () => {
	const http = scriptedHttp({});
	const caller = callerWith(http);
	for (const by of [caller, withSilence(caller, undefined), withSilence(caller, 5000)])
		for (const op of [read, write, slow]) await call(by, op, {});
	const asNeeded = [2 * MINUTE, 2 * MINUTE, 10 * MINUTE];
	expect(http.sent.map(limits)).toEqual([...asNeeded, ...asNeeded, 5000, 5000, 5000].map((limit) => [limit, limit]));
});

test('a slow request that was given up is not sent again, although it may be repeated', async () => {
	for (const code of ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']) {
		const http = scriptedHttp(failure(code, 'timeout'), {});
		await errorOf(call(callerWith(http), { ...slow, repeatable: true }, {}));
		expect(http.sent).toHaveLength(1);
	}
	const connecting = scriptedHttp(failure('UND_ERR_CONNECT_TIMEOUT', 'timeout'), {});
	await call(callerWith(connecting), slow, {});
	expect(connecting.sent).toHaveLength(2);
});

const created = { body: { hash: 'h', fullpath: 'a.bin', state: 0, server: 'http://up.example.com' } };
const target = { fullpath: 'a.bin', overwrite: false, chunkSize: 10 };

test.each([
	[undefined, 2 * MINUTE],
	[3000, 3000],
])('every request of a chunked upload with a limit of %p', async (silenceMs, expected) => {
	const http = scriptedHttp(created, { body: { session: 'S' } }, { status: 500 }, { body: '0' }, {});
	await uploadToLibrary(withSilence(callerWith(http), silenceMs), bufferSource(Buffer.from('content')), target);
	expect(http.sent.map(({ url }) => url.split('/').at(-1)?.split('?')[0])).toEqual(
		'create_file upload_init upload_part upload_req upload_part upload_finish'.split(' '),
	);
	expect(http.sent.map(limits)).toEqual(http.sent.map(() => [expected, expected]));
});

test.each([
	[undefined, 5 * MINUTE],
	[3000, 3000],
])('the form of a web upload with a limit of %p', async (silenceMs, expected) => {
	const http = scriptedHttp(
		{ body: { 'm-upload': ['http://up.example.com'], key: 'k' } },
		{ body: { hash: 'h', fullpath: 'a.bin', filesize: 7 } },
	);
	const caller = withSilence(callerWith(http), silenceMs);
	await webUploadToLibrary(caller, bufferSource(Buffer.from('content')), target);
	expect(limits(http.sent[1]!)).toEqual([expected, expected]);
});

test.each([[undefined], [3000]])('a download with a limit of %p', async (silenceMs) => {
	const http = scriptedHttp({ body: 'content' });
	await openDownload(withSilence(callerWith(http), silenceMs), ['http://host.example.com/x']);
	expect(http.sent.map(limits)).toEqual([[silenceMs, silenceMs]]);
});
