import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { httpFor } from '../../../src/client/http/http';
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

/** The reply of a host with ranges. */
export function rangeReply({ headers: { range = '' } }: RecordedRequest): Reply {
	const start = Number(/^bytes=(\d+)-$/.exec(range)?.[1] ?? 0);
	const body = data.subarray(start);
	const headers = {
		'content-length': body.length,
		etag: '"1"',
		'content-type': 'image/png',
		'content-disposition': 'attachment; filename="a.png"',
		...(start > 0 ? { 'content-range': `bytes ${start}-${data.length - 1}/${data.length}` } : {}),
	};
	return { status: start > 0 ? 206 : 200, headers, body };
}
