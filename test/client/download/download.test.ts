import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { httpFor } from '../../../src/client/http/http';
import { openDownload, type DownloadOptions } from '../../../src/client/download/download';
import { fileNameIn } from '../../../src/client/download/contentDisposition';
import { loopback, type Loopback, type Seen } from '../../support/loopback';
import { callerWith, errorOf, fakeClock } from '../../support/ports';

const data = Buffer.from(Array.from({ length: 500_000 }, (_, i) => (i * 13 + (i >> 9)) & 255));
const sha1 = createHash('sha1').update(data).digest('hex');
const http = httpFor({ allowUnauthorizedCerts: false });
const servers: Loopback[] = [];
afterEach(async () => {
	for (const s of servers.splice(0)) await s.close();
});
afterAll(async () => await http.close());
async function server(handler: (request: Seen, response: ServerResponse, n: number) => void): Promise<Loopback> {
	let n = 0;
	const s = await loopback((request, response) => handler(request, response, n++));
	servers.push(s);
	return s;
}
const caller = () => callerWith(http, { clock: fakeClock() });
async function read(stream: Readable): Promise<Buffer> {
	const parts: Buffer[] = [];
	for await (const part of stream as AsyncIterable<Buffer>) parts.push(part);
	return Buffer.concat(parts);
}
const get = async (urls: string[], options?: DownloadOptions) =>
	await read((await openDownload(caller(), urls, options)).stream);
const from = (request: Seen): number => Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);

/** A host with ranges; `cut` says after how many bytes of an answer the connection breaks. */
const ranged =
	(cut: (n: number) => number | undefined, etag = () => '"1"') =>
	(request: Seen, response: ServerResponse, n: number) => {
		const start = from(request);
		const rest = data.subarray(start);
		response.writeHead(start > 0 ? 206 : 200, {
			'content-length': rest.length,
			etag: etag(),
			'content-type': 'image/png',
			'content-disposition': 'attachment; filename="a.png"',
			...(start > 0 ? { 'content-range': `bytes ${start}-${data.length - 1}/${data.length}` } : {}),
		});
		const end = cut(n);
		if (end === undefined) response.end(rest);
		else response.write(rest.subarray(0, end), () => setTimeout(() => response.destroy(), 5));
	};

test('streams a file and tells about it', async () => {
	const s = await server(ranged(() => undefined));
	const download = await openDownload(caller(), [`${s.url}/d?sign=1`], {
		expected: { size: data.length, sha1: sha1.toUpperCase() },
	});
	expect(download).toMatchObject({ size: data.length, contentType: 'image/png', fileName: 'a.png' });
	expect((await read(download.stream)).equals(data)).toBe(true);
	const { authorization, cookie } = s.seen[0]!.headers;
	expect([authorization, cookie, ...Object.keys(s.seen[0]!.headers).filter((name) => name.startsWith('x-'))]).toEqual(
		[undefined, undefined],
	);
});

test('an empty file', async () => {
	const s = await server((_, response) => response.writeHead(200, { 'content-length': 0 }).end());
	expect(await get([s.url], { expected: { size: 0, sha1: createHash('sha1').digest('hex') } })).toHaveLength(0);
});

test('a cut connection goes on from the byte reached', async () => {
	const s = await server(ranged((n) => (n < 7 ? 50_000 : undefined)));
	expect((await get([s.url], { expected: { size: data.length, sha1 } })).equals(data)).toBe(true);
	const starts = s.seen.map(from);
	expect(starts.slice(1).every((start, i) => start > (starts[i] ?? 0))).toBe(true);
	expect(s.seen.length).toBeGreaterThanOrEqual(8);
});

test('a host without ranges: starts over and skips', async () => {
	const s = await server((_, response, n) => {
		response.writeHead(200, { 'content-length': data.length });
		if (n < 2) response.write(data.subarray(0, 100_000 * (n + 1)), () => setTimeout(() => response.destroy(), 5));
		else response.end(data);
	});
	expect((await get([s.url], { expected: { sha1 } })).equals(data)).toBe(true);
});

test.each<[string, (request: Seen, response: ServerResponse, n: number) => void]>([
	[
		'another file',
		ranged(
			(n) => (n === 0 ? 50_000 : undefined),
			(() => {
				let n = 0;
				return () => `"${n++}"`;
			})(),
		),
	],
	[
		'another part',
		(request, response, n) =>
			n === 0
				? ranged(() => 50_000)(request, response, n)
				: void response
						.writeHead(206, {
							'content-range': `bytes 5-${data.length - from(request) + 4}/${data.length}`,
						})
						.end(data.subarray(5, data.length - from(request) + 5)),
	],
	[
		'another length',
		(request, response, n) =>
			n === 0
				? ranged(() => 50_000)(request, response, n)
				: void response.writeHead(206, { 'content-range': `bytes ${from(request)}-9/999999` }).end('x'),
	],
])('going on with %s is refused', async (_, handler) => {
	const s = await server(handler);
	expect(await errorOf(get([s.url]))).toMatchObject({ name: 'LibraryError', kind: 'protocol' });
});

test.each<[string, DownloadOptions['expected'], Buffer]>([
	['a damaged file', { sha1 }, Buffer.from(data).fill(0, 1000, 1001)],
	['a shorter file', { size: data.length }, data.subarray(0, 1000)],
	['a longer file', { size: 1000 }, data],
])('%s is never a success', async (_, expected, sent) => {
	const s = await server((__, response) => response.writeHead(200, { 'content-length': sent.length }).end(sent));
	expect(await errorOf(get([s.url], expected ? { expected } : {}))).toMatchObject({
		kind: 'protocol',
		code: 'contentMismatch',
	});
	const chunked = await server((__, response) => response.writeHead(200).end(sent)); // no length to see it by
	expect(await errorOf(get([chunked.url], expected ? { expected } : {}))).toMatchObject({ name: 'LibraryError' });
});

test('a host that always cuts is given up', async () => {
	const s = await server(
		(_, response) =>
			void response
				.writeHead(200, { 'content-length': 10 })
				.write('a', () => setTimeout(() => response.destroy(), 2)),
	);
	expect(await errorOf(get([s.url]))).toMatchObject({ kind: 'network' });
	expect(s.seen.length).toBeLessThan(20);
});

test('each address is tried in turn', async () => {
	const bad = await server((_, response) => response.writeHead(500).end());
	const good = await server(ranged(() => undefined));
	expect(await get([`${bad.url}/x`, 'http://127.0.0.1:1/', good.url])).toHaveLength(data.length);
});

test('expired links are renewed once, at the start and in the middle', async () => {
	const s = await server((request, response, n) =>
		request.url === '/old'
			? void response.writeHead(403).end('<html>expired</html>')
			: ranged(() => (n === 1 ? 50_000 : undefined))(request, response, n),
	);
	let renewed = 0;
	const renew = async () => {
		renewed++;
		return [`${s.url}/new`];
	};
	expect((await get([`${s.url}/old`], { renew })).equals(data)).toBe(true);
	expect(renewed).toBe(1);
	const dead = await server((_, response) => response.writeHead(404).end());
	let again = 0;
	expect(
		await errorOf(
			get([dead.url], {
				renew: async () => {
					again++;
					return [`${dead.url}/2`];
				},
			}),
		),
	).toMatchObject({ kind: 'notFound', status: 404 });
	expect(again).toBe(1);
	const expires = await server((request, response, n) =>
		request.url === '/a' && n > 0
			? void response.writeHead(410).end()
			: ranged(() => (n === 0 ? 50_000 : undefined))(request, response, n),
	);
	expect((await get([`${expires.url}/a`], { renew: async () => [`${expires.url}/b`] })).equals(data)).toBe(true);
});

test('one expired address among dead ones is reason enough to renew', async () => {
	const s = await server((request, response, n) =>
		request.url === '/old' ? void response.writeHead(403).end() : ranged(() => undefined)(request, response, n),
	);
	expect(
		(await get([`${s.url}/old`, 'http://127.0.0.1:1/'], { renew: async () => [`${s.url}/new`] })).equals(data),
	).toBe(true);
});

test('a connection that is cut after the last byte has brought everything', async () => {
	const s = await server(
		(_, response) => void response.writeHead(200).write(data, () => setTimeout(() => response.destroy(), 20)),
	); // chunked: no length, no end
	expect((await get([s.url], { expected: { size: data.length, sha1 } })).equals(data)).toBe(true);
	expect(s.seen).toHaveLength(1);
});

test('an error of the service is decoded, the link stays secret', async () => {
	const s = await server((_, response) =>
		response
			.writeHead(404, { 'content-type': 'application/json' })
			.end('{"error_code":40402,"error_msg":"no file for sign S3CRETSIGN"}'),
	);
	const error = await errorOf(get([`${s.url}/d/x.bin?sign=S3CRETSIGN&t=1`]));
	expect(error).toMatchObject({ kind: 'notFound', code: 40402, operation: 'download' });
	expect(error.message).toContain(s.url);
	expect(error.message).not.toContain('/d/x.bin');
	expect(error.message + JSON.stringify(error)).not.toContain('S3CRETSIGN');
});

test.each([[[]], [['ftp://x/y']], [['not a url']]])('no usable address %j', async (urls) => {
	expect(await errorOf(openDownload(caller(), urls))).toMatchObject({ kind: 'protocol' });
});

test('memory and connection: a slow reader holds the host back, one that leaves frees it', async () => {
	let sent = 0;
	let closed = false;
	const s = await server((_, response) => {
		response.writeHead(200, { 'content-length': 10 ** 9 });
		response.on('close', () => {
			closed = true;
		});
		const more = () => {
			while (!closed && response.write(Buffer.alloc(65_536))) sent += 65_536;
		};
		response.on('drain', more);
		more();
	});
	const { stream } = await openDownload(caller(), [s.url]);
	for await (const _ of stream) break;
	await new Promise((resolve) => setTimeout(resolve, 100));
	expect(sent).toBeLessThan(30_000_000);
	expect(closed).toBe(true);
});

test('a reader that leaves while the host stands still frees the connection', async () => {
	let closed = false;
	const s = await server((_, response) => {
		response.on('close', () => {
			closed = true;
		});
		response.writeHead(200, { 'content-length': 10 }).write('abc');
	});
	const { stream } = await openDownload(caller(), [s.url]);
	stream.on('error', () => undefined).resume();
	await new Promise((resolve) => setTimeout(resolve, 50)); // the next piece is waited for now
	stream.destroy();
	await new Promise((resolve) => setTimeout(resolve, 200));
	expect(closed).toBe(true);
});

test('a cancel ends a download that stands still', async () => {
	const s = await server((_, response) => void response.writeHead(200, { 'content-length': 10 }).write('abc'));
	const stop = new AbortController();
	const { stream } = await openDownload({ ...caller(), signal: stop.signal }, [s.url]);
	setTimeout(() => stop.abort(), 30);
	expect(await errorOf(read(stream))).toMatchObject({ kind: 'aborted' });
});

test.each([
	['attachment; filename="a b.txt"', 'a b.txt'],
	['attachment; filename=a.txt; x=1', 'a.txt'],
	['attachment; filename="x"; filename*=UTF-8\'\'%E4%BC%9A.txt', '会.txt'],
	['attachment; filename="..\\\\..\\\\evil.txt"', 'evil.txt'],
	['attachment; filename="/etc/passwd"', 'passwd'],
	["attachment; filename*=UTF-8''%ZZ", undefined],
	['inline', undefined],
	[undefined, undefined],
])('the name in %j', (header, name) => expect(fileNameIn(header)).toBe(name));
