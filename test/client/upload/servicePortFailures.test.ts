import { systemClock } from '../../../src/client/async/clock';
import { bufferSource } from '../../../src/client/upload/memorySource';
import { uploadToLibrary } from '../../../src/client/upload/upload';
import { errorOf, fakeClock } from '../../support/ports';
import { closeClient, data, once, sha1, stopServer, target, UploadServer } from './uploadServer';

/* Chunked uploads whose requests fail, over a real connection. */

afterEach(stopServer);
afterAll(closeClient);

const source = bufferSource(data);

test.each<[number, string]>([
	[500, ''],
	[409, '{"error_code":40900,"expect":"nonsense"}'],
	[400, '{"error_code":"40001","error_msg":"crc SESSION-KEY"}'],
	[503, '<html>'],
])('a part that fails once with %s %s is sent again', async (status, body) => {
	const isSecond = ({ headers }: { headers: NodeJS.Dict<string | string[]> }) =>
		headers['x-svc-upload-range'] === '10000-19999';
	const server = await UploadServer.start({ '/upload_part': once({ status, body }, isSecond) });
	expect(await uploadToLibrary(server.caller, source, target)).toMatchObject({ retries: 1, chunks: 3 });
	expect(Buffer.concat(server.parts).equals(data)).toBe(true);
	expect(server.paths).toContain('/upload_req');
});

test('a part whose connection breaks is asked about and sent again', async () => {
	const server = await UploadServer.start({ '/upload_part': once({ fault: 'reset' }) });
	expect(await uploadToLibrary(server.caller, source, target)).toMatchObject({ retries: 1 });
	expect(Buffer.concat(server.parts).equals(data)).toBe(true);
});

test('a final refusal aborts the session and keeps its key secret', async () => {
	const { caller, requests } = await UploadServer.start({
		'/upload_part': () => ({ status: 400, body: { error_code: 49999, error_msg: 'no SESSION-KEY' } }),
	});
	const error = await errorOf(uploadToLibrary({ ...caller, clock: systemClock }, source, target));
	expect(error).toMatchObject({ kind: 'upload', status: 400, code: 49999 });
	expect(requests.at(-1)).toMatchObject({
		path: '/upload_abort',
		headers: { 'x-svc-upload-session': 'SESSION-KEY' },
	});
	expect(error.message + JSON.stringify(error) + String((error.cause as Error).message)).not.toContain('SESSION-KEY');
});

test('a cancel while a part hangs aborts the session', async () => {
	const stop = new AbortController();
	const { caller, requests } = await UploadServer.start({
		'/upload_part': () => {
			stop.abort();
			return { fault: 'hang' };
		},
	});
	const clock = { ...fakeClock(), sleep: async () => await new Promise<never>(() => undefined) };
	const error = await errorOf(uploadToLibrary({ ...caller, signal: stop.signal, clock }, source, target));
	expect(error.kind).toBe('aborted');
	expect(requests.at(-1)?.path).toBe('/upload_abort');
});

test('after a lost answer to finish, the file is looked up and not sent again', async () => {
	const lost = once({ fault: 'reset' });
	const server = await UploadServer.start({
		'/m-open/1/file/info': () => ({ body: { filehash: sha1, filesize: 25_000 } }),
		'/upload_finish': (request) => lost(request) ?? { status: 401 },
	});
	expect(await uploadToLibrary(server.caller, source, target)).toMatchObject({ chunks: 3, hash: 'abc' });
	expect(server.paths.filter((path) => path.includes('create_file'))).toHaveLength(1);
});
