import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { FakeServer } from '../../support/fakeServer';
import { DOWNLOAD, Failures, file, GET } from '../support/failures';
import { opened } from '../support/world';
import { by, on } from '../support/library';

/* A proxy in front of the service that compresses every answer, although it was asked not to. */

let f: Failures;
let proxy: FakeServer;
let coding = 'gzip';
let encode = (body: Buffer): Buffer => body;
beforeAll(async () => {
	f = await opened(new Failures());
	proxy = await FakeServer.start(async ({ method, url, headers, body }) => {
		const type = headers['content-type'] ?? 'text/plain';
		const answer = await fetch(f.emulator.url + url, {
			method,
			headers: { 'content-type': type },
			...(method === 'GET' ? {} : { body: new Uint8Array(body) }),
		});
		const content = encode(Buffer.from(await answer.arrayBuffer()));
		const { status } = answer;
		const sent = { 'content-type': answer.headers.get('content-type') ?? '', 'content-encoding': coding };
		return { status, headers: sent, body: content };
	});
});
afterAll(async () => {
	await proxy.close();
	await f.close();
});
const run = async (parameters: Record<string, unknown>) =>
	await f.run(parameters, undefined, f.with({ baseUrl: proxy.url }));

test.each<[string, (body: Buffer) => Buffer]>([
	['gzip', gzipSync],
	['br', brotliCompressSync],
	['deflate', deflateSync],
])('%s: an object, a list, a write, a file and an error', async (name, how) => {
	[coding, encode] = [name, how];
	expect((await run(GET)).items[0]?.json.fullpath).toBe('Docs/a.txt');
	const { items } = await run(on('folder', 'getMany', { folder: by('path', 'Docs') }));
	expect(items.map(({ json }) => json.fullpath)).toContain('Docs/a.txt');
	expect((await run(on('tag', 'add', { file, tags: ['x'] }))).error).toBeUndefined();
	const downloaded = await run(DOWNLOAD);
	expect((await f.engine.contentOf(downloaded.items[0]!)).toString()).toBe('content');
	expect((await run(on('file', 'get', { file: by('path', 'none.txt') }))).error?.message).toMatch(/does not exist/);
	expect(proxy.requests.every(({ headers }) => headers['accept-encoding'] === 'identity')).toBe(true);
});

test.each<[string, string, (body: Buffer) => Buffer]>([
	['a coding that nobody knows', 'x-own', (body) => Buffer.concat([Buffer.from([1, 2, 3]), body])],
	['a body that is not what its header says', 'gzip', (body) => body],
])('%s: the error is about the compression, not about the Base URL', async (_what, name, how) => {
	[coding, encode] = [name, how];
	const { error } = await run(GET);
	expect(error?.message).toMatch(/compressed/);
	expect(error?.description).toMatch(/compression/);
	expect(`${error?.message} ${error?.description}`).not.toMatch(/Base URL/);
});
