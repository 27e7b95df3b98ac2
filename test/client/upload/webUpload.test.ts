import { mkdtempSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bufferSource } from '../../../src/client/upload/bufferSource';
import { fileSource } from '../../../src/client/upload/fileSource';
import { webUploadToLibrary } from '../../../src/client/upload/webUpload';
import type { Seen } from '../../support/loopback';
import { errorOf } from '../../support/ports';
import { data, json, target, UploadServer } from './uploadServer';

/* The web upload: one multipart request. */

const s = new UploadServer();
afterEach(async () => await s.stop());
afterAll(async () => await s.close());

const web = async (answer: (request: Seen, response: ServerResponse) => void) =>
	await s.serve((request, response) => {
		if (request.url === '/m-open/1/file/upload_servers') json(response, { 'm-upload': [s.url], key: 'THE-KEY' });
		else if (request.url === '/2/web_upload') answer(request, response);
		else return false;
		return true;
	});

test('one multipart request, text fields first, streamed with its length', async () => {
	await web((_, response) => json(response, { hash: 'h', fullpath: 'Contracts/x.txt', filesize: '25000' }));
	expect(await webUploadToLibrary(s.caller(), bufferSource(data), target)).toEqual({
		hash: 'h',
		fullpath: 'Contracts/x.txt',
		filesize: 25_000,
	});
	const ask = Object.fromEntries(new URLSearchParams(s.seen[0]?.body.toString()));
	expect(ask).toMatchObject({ fullpath: target.fullpath, timeout: '3600' });
	expect(ask['rand']).toMatch(/^[A-Za-z0-9]{16}$/);
	const { headers, body } = s.seen[1]!;
	expect(Number(headers['content-length'])).toBe(body.length);
	const text = body.toString('latin1');
	expect([...text.matchAll(/; name="([^"]+)"/g)].map((match) => match[1])).toEqual([
		'org_client_id',
		'key',
		'path',
		'name',
		'filefield',
		'overwrite',
		'op_name',
		'file',
	]);
	expect(text).toContain('name="path"\r\n\r\nContracts\r\n');
	expect(body.includes(Buffer.from('name="name"\r\n\r\n會 \'(1)!*.txt\r\n'))).toBe(true);
	expect(body.includes(Buffer.from('filename="會 \'(1)!*.txt"'))).toBe(true);
	expect(body.includes(data)).toBe(true);
	expect(text).not.toContain('name="sign"');
});

test('memory that is used again never changes what is still on its way', async () => {
	const large = Buffer.from(Array.from({ length: 7_340_033 }, (_, i) => (i * 31 + (i >> 11)) & 255));
	const path = join(mkdtempSync(join(tmpdir(), 'web-')), 'large');
	writeFileSync(path, large);
	const source = await fileSource(path);
	await web((_, response) => json(response, { hash: 'h', fullpath: 'x', filesize: large.length }));
	s.server.on('connection', (socket) => {
		// A reader with pauses: pieces wait in the sender.
		const held = setInterval(() => {
			socket.pause();
			setTimeout(() => socket.resume(), 3);
		}, 8);
		socket.on('close', () => clearInterval(held));
	});
	await webUploadToLibrary(s.caller(), source, target);
	expect(s.seen[1]!.body.includes(large)).toBe(true);
	await source.close();
});

test('a refusal names the path and not the key; it is not repeated', async () => {
	await web((_, response) =>
		json(response, { error_code: 40321, error_msg: 'THE-KEY full', fullpath: 'Contracts/x.txt' }, 503),
	);
	const error = await errorOf(webUploadToLibrary(s.caller(), bufferSource(data), target));
	expect(error).toMatchObject({ kind: 'quota', code: 40321 });
	expect(error.message).not.toContain('THE-KEY');
	expect(s.seen).toHaveLength(2);
});

test('another stored length is no success', async () => {
	await web((_, response) => json(response, { hash: 'h', fullpath: 'x', filesize: 3 }));
	expect(await errorOf(webUploadToLibrary(s.caller(), bufferSource(data), target))).toMatchObject({ kind: 'upload' });
});

test('a content that fails in the middle is the error', async () => {
	await web((_, response) => json(response, {}));
	const source = {
		...bufferSource(data),
		read: async () => {
			throw new Error('disk gone');
		},
	};
	expect((await errorOf(webUploadToLibrary(s.caller(), source, target)))['name']).toBe('LibraryError');
});
