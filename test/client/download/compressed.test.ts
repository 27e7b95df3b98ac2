import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Reply } from '../../support/wire';
import { openDownload } from '../../../src/client/download/download';
import { caller, closeClient, closeHosts, data, get, host, rangeReply, read, sha1 } from './fileHost';

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

test('after a cut it starts over, without a range, and what arrived before is skipped', async () => {
	const { url, requests } = await host(({ index }) =>
		index < 3
			? gzip(zipped.subarray(0, (zipped.length * (index + 1)) >> 2), { fault: 'cut' })
			: gzip(zipped, { headers: { etag: '"1-gzip"' } }),
	);
	expect((await get([url], { expected })).equals(data)).toBe(true);
	expect(requests.map(({ headers }) => headers.range)).toEqual([undefined, undefined, undefined, undefined]);
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
