import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { bufferSource, fileSource } from '../../../src/client/upload/source';
import { streamSource } from '../../../src/client/upload/streamSource';
import { webUploadToLibrary } from '../../../src/client/upload/webUpload';
import { multipartForm } from '../../support/multipartForm';
import { errorOf } from '../../support/ports';
import type { Reply } from '../../support/wire';
import { closeClient, data, sha1, stopServer, target, UploadServer } from './uploadServer';

/* The web upload: one multipart request. */

afterEach(stopServer);
afterAll(closeClient);

const source = bufferSource(data);

/** A server that answers the form with this reply, and a question for the file with `info`. */
const startServer = async (reply: Reply, info: Reply = {}): Promise<UploadServer> =>
	await UploadServer.start({
		'/m-open/1/file/upload_servers': ({ headers }) => ({
			body: { 'm-upload': [`http://${headers.host}`], key: 'THE-KEY' },
		}),
		'/2/web_upload': () => reply,
		'/m-open/1/file/info': () => info,
	});

test('one multipart request, text fields first, streamed with its length', async () => {
	const { caller, requests } = await startServer(
		{ body: { hash: 'h', fullpath: 'Contracts/x.txt', filesize: '25000' } },
		{ body: { filehash: sha1 } },
	);
	expect(await webUploadToLibrary(caller, source, target)).toEqual({
		hash: 'h',
		fullpath: 'Contracts/x.txt',
		filesize: 25_000,
		filehash: sha1,
		verified: true,
	});
	const asked = Object.fromEntries(requests[0]!.form);
	expect(asked).toMatchObject({ fullpath: target.fullpath, timeout: '3600' });
	expect(asked.rand).toMatch(/^[A-Za-z0-9]{16}$/);
	const { headers, body } = requests[1]!;
	expect(Number(headers['content-length'])).toBe(body.length);
	expect(headers.accept).toBe('application/json');
	const names = [...body.toString('latin1').matchAll(/; name="([^"]+)"/g)].map((match) => match[1]);
	expect(names.at(-1)).toBe('file');
	const { fields, files, content } = await multipartForm(requests[1]!);
	expect(fields).toEqual([
		['org_client_id', 'lib1'],
		['key', 'THE-KEY'],
		['path', 'Contracts'],
		['name', "會 '(1)!*.txt"],
		['filefield', 'file'],
		['overwrite', '0'],
		['op_name', 'Ann'],
	]);
	expect(files).toEqual(['file']);
	expect(body.includes(Buffer.from('Content-Type: application/octet-stream\r\n'))).toBe(true);
	expect(content.equals(data)).toBe(true);
	expect(body.includes(Buffer.from('filename="會 \'(1)!*.txt"'))).toBe(true);
});

test('buffers that are reused never change what is still on its way', async () => {
	const large = Buffer.alloc(7_340_033);
	for (let i = 0; i < large.length; i++) large[i] = (i * 31 + (i >> 11)) & 255;
	const path = join(mkdtempSync(join(tmpdir(), 'web-')), 'large');
	writeFileSync(path, large);
	const file = (await fileSource(path))!;
	const { caller, requests, fake } = await startServer({
		body: { hash: 'h', fullpath: 'x', filesize: large.length },
	});
	fake.server.on('connection', (socket) => {
		// A reader with pauses: pieces wait in the sender.
		const pauses = setInterval(() => {
			socket.pause();
			setTimeout(() => socket.resume(), 3);
		}, 8);
		socket.on('close', () => clearInterval(pauses));
	});
	await webUploadToLibrary(caller, file, target);
	expect(requests[1]!.body.includes(large)).toBe(true);
	await file.close();
});

test('a refusal names the path and not the key; it is not repeated', async () => {
	const { caller, requests } = await startServer({
		status: 503,
		body: { error_code: 40321, error_msg: 'THE-KEY full', fullpath: 'Contracts/x.txt' },
	});
	const error = await errorOf(webUploadToLibrary(caller, source, target));
	expect(error).toMatchObject({ kind: 'quota', code: 40321 });
	expect(error.message).not.toContain('THE-KEY');
	expect(requests).toHaveLength(2);
});

test('another stored length is no success', async () => {
	const { caller } = await startServer({ body: { hash: 'h', fullpath: 'x', filesize: 3 } });
	expect(await errorOf(webUploadToLibrary(caller, source, target))).toMatchObject({ kind: 'upload' });
});

describe('what was stored is read back and compared', () => {
	const stored = { body: { hash: 'h', fullpath: 'Contracts/x(2).txt', filesize: data.length } };

	test('at the path that the server answered; capitals make no difference', async () => {
		const { caller, requests } = await startServer(stored, { body: { filehash: sha1.toUpperCase() } });
		expect(await webUploadToLibrary(caller, source, target)).toMatchObject({ filehash: sha1, verified: true });
		expect(requests.at(-1)?.form.get('fullpath')).toBe('Contracts/x(2).txt');
	});
});

test.each([
	{},
	{ fullpath: 'x', filesize: data.length },
	{ hash: 'h', filesize: data.length },
	{ hash: 'h', fullpath: 'x' },
])('an answer that does not say what was stored leaves a doubt: %j', async (body) => {
	const { caller } = await startServer({ body });
	const error = await errorOf(webUploadToLibrary(caller, source, target));
	expect(error).toMatchObject({ kind: 'protocol', retryable: false });
	expect(error.message).toContain('It is unknown whether the change was made');
});

test('content of unknown length is hashed before it is sent, other content is not', async () => {
	const reply = { body: { hash: 'h', fullpath: 'x', filesize: data.length } };
	const { caller, requests } = await startServer(reply, { body: { filehash: sha1 } });
	const unknown = streamSource({ open: async () => Readable.from([data.subarray(0, 9), data.subarray(9)]) });
	expect(await webUploadToLibrary(caller, unknown, target)).toMatchObject({ verified: true });
	expect(Number(requests[1]?.headers['content-length'])).toBe(requests[1]?.body.length);
	const hashing = { ...source, sha1: async () => await Promise.reject(new Error('was hashed')) };
	expect(await webUploadToLibrary(caller, hashing, target)).toMatchObject({ verified: true });
});

test('a cancel ends it while the form is sent', async () => {
	const server = await startServer({ body: { hash: 'h', fullpath: 'x', filesize: data.length } });
	const stop = new AbortController();
	const stopping: typeof source = {
		...source,
		read: async (...args) => {
			stop.abort();
			return await source.read(...args);
		},
	};
	const uploading = webUploadToLibrary({ ...server.caller, signal: stop.signal }, stopping, target);
	expect(await errorOf(uploading)).toMatchObject({ kind: 'aborted' });
	expect(server.paths).not.toContain('/2/web_upload');
});

test('content that fails to be read in the middle is the error', async () => {
	const { caller } = await startServer({ body: {} });
	const broken = {
		...source,
		read: async () => {
			throw new Error('disk gone');
		},
	};
	expect((await errorOf(webUploadToLibrary(caller, broken, target))).name).toBe('LibraryError');
});
