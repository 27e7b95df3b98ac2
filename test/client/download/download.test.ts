import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { openDownload } from '../../../src/client/download/download';
import type { DownloadOptions } from '../../../src/client/download/receive';
import { errorOf } from '../../support/ports';
import { caller, closeClient, closeHosts, data, get, host, rangeReply, read, sha1 } from './fileHost';

afterEach(closeHosts);
afterAll(closeClient);

test('streams a file and reports its size, type and name', async () => {
	const { url, requests } = await host((request) => rangeReply(request));
	const download = await openDownload(caller(), [`${url}/d?sign=1`], {
		expected: { size: data.length, sha1: sha1.toUpperCase() },
	});
	expect(download).toMatchObject({ size: data.length, contentType: 'image/png', fileName: 'a.png' });
	expect((await read(download.stream)).equals(data)).toBe(true);
	const { authorization, cookie, ...others } = requests[0]!.headers;
	expect([authorization, cookie, ...Object.keys(others).filter((name) => name.startsWith('x-'))]).toEqual([
		undefined,
		undefined,
	]);
});

test('an empty file', async () => {
	const { url } = await host(() => ({}));
	expect(await get([url], { expected: { size: 0, sha1: createHash('sha1').digest('hex') } })).toHaveLength(0);
});

test.each<[string, DownloadOptions['expected'], Buffer]>([
	['a damaged file', { sha1 }, Buffer.from(data).fill(0, 1000, 1001)],
	['a shorter file', { size: data.length }, data.subarray(0, 1000)],
	['a longer file', { size: 1000 }, data],
])('%s is never a success', async (_, expected, body) => {
	const { url } = await host(() => ({ body }));
	expect(await errorOf(get([url], expected ? { expected } : {}))).toMatchObject({
		kind: 'protocol',
		code: 'contentMismatch',
	});
	const chunked = await host(() => ({ body, chunked: true })); // no length that would reveal it
	expect(await errorOf(get([chunked.url], expected ? { expected } : {}))).toMatchObject({ name: 'LibraryError' });
});

/** A host that answers with `send`; `closed` resolves when its reader has gone. */
async function openHost(send: (response: ServerResponse) => void): Promise<{ url: string; closed: Promise<void> }> {
	let left = (): void => undefined;
	const closed = new Promise<void>((resolve) => (left = resolve));
	const { url } = await host((_, response) => {
		response.on('close', left);
		send(response);
		return undefined;
	});
	return { url, closed };
}
/** A host that sends three of ten bytes and then nothing more. */
const stalledHost = async () =>
	await openHost((response) => response.writeHead(200, { 'content-length': 10 }).write('abc'));

test('a slow reader slows the host down; one that leaves frees the connection', async () => {
	let sent = 0;
	const { url, closed } = await openHost((response) => {
		response.writeHead(200, { 'content-length': 10 ** 9 });
		const more = () => {
			while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
		};
		response.on('drain', more);
		more();
	});
	const { stream } = await openDownload(caller(), [url]);
	await new Promise((resolve) => stream.once('readable', resolve));
	stream.read();
	await new Promise((resolve) => setTimeout(resolve, 100));
	expect(sent).toBeLessThan(30_000_000);
	stream.destroy();
	await closed;
});

test('a reader that leaves while the host is stalled frees the connection', async () => {
	const { url, closed } = await stalledHost();
	const { stream } = await openDownload(caller(), [url]);
	await new Promise((resolve) => stream.on('error', () => undefined).once('data', resolve));
	await new Promise((resolve) => setImmediate(resolve)); // now the next piece is waited for
	stream.destroy();
	await closed;
});

test('a cancel ends a download that is stalled', async () => {
	const { url } = await stalledHost();
	const stop = new AbortController();
	const { stream } = await openDownload({ ...caller(), signal: stop.signal }, [url]);
	stream.once('data', () => setImmediate(() => stop.abort()));
	expect(await errorOf(read(stream))).toMatchObject({ kind: 'aborted' });
});
