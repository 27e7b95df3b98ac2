import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { errorOf } from '../../support/ports';
import type { Reply } from '../../support/wire';
import { openDownload } from '../../../src/client/download/download';
import { caller, closeClient, closeHosts, data, firstByte, get, host, rangeReply, read, sha1 } from './fileHost';

/* A host that compresses although it was asked not to: the content is that of the file, whatever was on the wire. */

afterEach(closeHosts);
afterAll(closeClient);

const zipped = gzipSync(data);
const gzip = (body: Buffer, more: Partial<Reply> = {}): Reply => ({
	...more,
	headers: { 'content-encoding': 'gzip', 'content-length': zipped.length, ...more.headers },
	body,
});
const expected = { size: data.length, sha1 };

test('is decompressed; its length is not that of the file, its SHA1 is that of the content', async () => {
	const { url, requests } = await host(() => gzip(zipped));
	const download = await openDownload(caller(), [url], { expected });
	expect(download.size).toBeUndefined();
	expect((await read(download.stream)).equals(data)).toBe(true);
	expect(requests[0]?.headers['accept-encoding']).toBe('identity');
	expect(await get([url], { expected: { sha1 } })).toHaveLength(data.length);
});

test.each([
	['another content', gzipSync(Buffer.from(data).fill(1, 5000, 5001)), { sha1 }],
	['more content', gzipSync(Buffer.concat([data, data])), { size: data.length }],
	['a bomb', gzipSync(Buffer.alloc(5_000_000)), { size: data.length }],
	['less content', gzipSync(data.subarray(0, 1000)), { size: data.length }],
])('%s is never a success', async (_what, body, known) => {
	const { url } = await host(() => ({ headers: { 'content-encoding': 'gzip' }, body }));
	expect(await errorOf(get([url], { expected: known }))).toMatchObject({ name: 'LibraryError' });
});

test('after a cut it starts over, without a range, and what arrived before is skipped', async () => {
	const { url, requests } = await host(({ index }) =>
		index < 3
			? gzip(zipped.subarray(0, (zipped.length * (index + 1)) >> 2), { fault: 'cut' })
			: gzip(zipped, { headers: { etag: '"1-gzip"' } }),
	);
	expect((await get([url], { expected })).equals(data)).toBe(true);
	expect(requests.map(({ headers }) => headers.range)).toEqual([undefined, undefined, undefined, undefined]);
});

test('a plain answer that is cut is not continued inside compressed bytes', async () => {
	const { url, requests } = await host((request) => {
		if (request.index === 0) return rangeReply(request, 50_000);
		if (request.headers.range === undefined) return gzip(zipped, { headers: { etag: '"1-gzip"' } });
		const part = zipped.subarray(firstByte(request));
		const range = `bytes ${firstByte(request)}-${zipped.length - 1}/${zipped.length}`;
		return gzip(part, { status: 206, headers: { 'content-range': range, 'content-length': part.length } });
	});
	expect((await get([url], { expected })).equals(data)).toBe(true);
	expect(requests).toHaveLength(3);
});

test('a compressed answer that is cut may be continued by a plain one', async () => {
	const { url } = await host((request) =>
		request.index === 0 ? gzip(zipped.subarray(0, zipped.length >> 1), { fault: 'cut' }) : rangeReply(request),
	);
	expect((await get([url], { expected })).equals(data)).toBe(true);
});

test('one that ends early inside its compression is tried again', async () => {
	const body = brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
	const { url, requests } = await host(({ index }) => ({
		headers: { 'content-encoding': 'br' },
		body: index === 0 ? body.subarray(0, 40) : body,
		chunked: true,
	}));
	expect((await get([url], { expected })).equals(data)).toBe(true);
	expect(requests).toHaveLength(2);
});

test('one that cannot be decompressed is explained', async () => {
	const { url } = await host(() => ({ headers: { 'content-encoding': 'gzip' }, body: data }));
	const error = await errorOf(get([`${url}/d?sign=S3CRET`], { expected }));
	expect(error).toMatchObject({ kind: 'protocol' });
	expect(error.message).toMatch(/compressed and can't be decompressed/);
	expect(error.message).not.toContain('S3CRET');
});
