import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { httpFor } from '../../../src/client/http/http';
import { openDownload, type DownloadOptions } from '../../../src/client/download/download';
import type { Caller } from '../../../src/client/service/call';
import { FakeServer, type Handler, type RecordedRequest } from '../../support/fakeServer';
import { callerWith, fakeClock } from '../../support/ports';
import type { Reply } from '../../support/wire';

/* Hosts that serve one file, and downloads from them over real sockets. */

/** The content of the file. */
export const data = Buffer.from(Array.from({ length: 500_000 }, (_, i) => (i * 13 + (i >> 9)) & 255));
export const sha1 = createHash('sha1').update(data).digest('hex');

const http = httpFor({ allowUnauthorizedCerts: false });
const hosts: FakeServer[] = [];

/** Starts a host; `closeHosts` stops it. */
export async function host(handler: Handler): Promise<FakeServer> {
	const started = await FakeServer.start(handler);
	hosts.push(started);
	return started;
}
/** Stops the hosts of one test. */
export async function closeHosts(): Promise<void> {
	for (const started of hosts.splice(0)) await started.close();
}
/** Ends the client of a test file. */
export const closeClient = async (): Promise<void> => await http.close();

export const caller = (): Caller => callerWith(http, { clock: fakeClock() });

/** The whole content of a stream. */
export async function read(stream: Readable): Promise<Buffer> {
	const parts: Buffer[] = [];
	for await (const part of stream as AsyncIterable<Buffer>) parts.push(part);
	return Buffer.concat(parts);
}
/** Downloads from the first of these addresses that works. */
export const get = async (urls: string[], options?: DownloadOptions): Promise<Buffer> =>
	await read((await openDownload(caller(), urls, options)).stream);

/** The first byte that a request asks for. */
const firstByte = ({ headers }: Pick<RecordedRequest, 'headers'>): number =>
	Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);

/** The reply of a host with ranges; with `cutAfter` the connection breaks after so many bytes. */
export function rangeReply(request: RecordedRequest, cutAfter?: number, etag = '"1"'): Reply {
	const start = firstByte(request);
	const rest = data.subarray(start);
	const headers = {
		'content-length': rest.length,
		etag,
		'content-type': 'image/png',
		'content-disposition': 'attachment; filename="a.png"',
		...(start > 0 ? { 'content-range': `bytes ${start}-${data.length - 1}/${data.length}` } : {}),
	};
	const reply = { status: start > 0 ? 206 : 200, headers };
	return cutAfter === undefined
		? { ...reply, body: rest }
		: { ...reply, body: rest.subarray(0, cutAfter), fault: 'cut' };
}
