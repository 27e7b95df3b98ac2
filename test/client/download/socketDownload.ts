import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { httpFor } from '../../../src/client/http/http';
import { openDownload } from '../../../src/client/download/download';
import type { DownloadOptions } from '../../../src/client/download/receive';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { FakeServer, type RecordedRequest } from '../../support/fakeServer';
import { callerWith } from '../../support/ports';
import type { Reply } from '../../support/wire';
import { contentReply, LYING, otherReply, type Fault } from './hostFaults';

/* Downloads over real sockets from a host that fails by a schedule, and what must be true after each of them. */

/** One download: the file, what is known of it, its links, and the request at which it is cancelled. */
export interface Schedule {
	size: number;
	/** Request n meets fault n, and after the last one all is well. */
	faults: Fault[];
	knows: 'both' | 'sha1' | 'size' | 'none';
	links: number;
	/** Links where nothing listens, before the others. */
	dead: number;
	renews: 'yes' | 'no' | 'fails';
	cancelAt?: number | undefined;
}
export interface Outcome {
	received: Buffer;
	error?: unknown;
	requests: number;
	renewed: number;
	stopped: boolean;
}

/** A file of 70 000 bytes behind one link, without faults. */
export const plain: Schedule = { size: 70_000, faults: [], knows: 'both', links: 1, dead: 0, renews: 'yes' };

/** The client of all downloads of a test file. */
export const http = httpFor({ allowUnauthorizedCerts: false });

const contents = new Map<number, Buffer>();
export function content(size: number): Buffer {
	const bytes =
		contents.get(size) ??
		Buffer.from(Array.from({ length: size }, (_, i) => (i * 13 + (i >> 9) + (i >> 17)) & 255));
	contents.set(size, bytes);
	return bytes;
}

/** The handler of a host; links of a generation before the last `expire…` have expired. */
function faultyHost({ size, faults, cancelAt }: Schedule, stop: AbortController): (request: RecordedRequest) => Reply {
	let valid = 0;
	return (request) => {
		if (request.index === cancelAt) stop.abort();
		const fault = faults[request.index] ?? 'ok';
		const generation = Number(request.query.get('v'));
		if (fault.startsWith('expire')) valid = generation + 1;
		if (generation < valid)
			return { status: fault === 'expire410' ? 410 : 403, body: `<html>${request.url} has expired</html>` };
		return otherReply(request, fault) ?? contentReply(content(size), request, fault);
	};
}

function expectedOf({ size, knows }: Schedule): NonNullable<DownloadOptions['expected']> {
	return {
		...(['both', 'size'].includes(knows) ? { size } : {}),
		...(['both', 'sha1'].includes(knows) ? { sha1: createHash('sha1').update(content(size)).digest('hex') } : {}),
	};
}

/** Runs one download to its end. */
export async function carryOut(schedule: Schedule): Promise<Outcome> {
	const stop = new AbortController();
	const host = await FakeServer.start(faultyHost(schedule, stop));
	let renewed = 0;
	const urls = (): string[] => [
		...Array.from({ length: schedule.dead }, () => 'http://127.0.0.1:1/PATHKEY?sign=LINK-SECRET'),
		...Array.from(
			{ length: schedule.links },
			(_, link) => `${host.url}/PATHKEY/${link}?v=${renewed}&sign=LINK-SECRET`,
		),
	];
	const renew = async (): Promise<string[]> => {
		renewed++;
		if (schedule.renews === 'yes') return urls();
		throw new LibraryError('busy', 'The service is busy', {
			operation: 'libraryFileDownloadUrl',
			retryable: false,
		});
	};
	const caller = callerWith(http, { signal: stop.signal });
	const options = { expected: expectedOf(schedule), ...(schedule.renews === 'no' ? {} : { renew }) };
	const parts: Buffer[] = [];
	const outcome = await (async () => {
		const { stream } = await openDownload(caller, urls(), options);
		for await (const part of stream as AsyncIterable<Buffer>) parts.push(part);
		return {};
	})().catch((error: unknown) => ({ error }));
	await host.close();
	const requests = host.requests.length;
	return { ...outcome, received: Buffer.concat(parts), requests, renewed, stopped: stop.signal.aborted };
}

/** A stream ends well only with exactly the file; every other end is explained, without secrets. */
export function expectOutcome(schedule: Schedule, { received, error, requests, renewed, stopped }: Outcome): void {
	const data = content(schedule.size);
	if (error === undefined) {
		expect(received.equals(data)).toBe(true);
	} else {
		expect(error).toBeInstanceOf(LibraryError);
		if (stopped) expect(error).toMatchObject({ kind: 'aborted' });
		expect((error as Error).message.length).toBeGreaterThan(15);
		const shown = `${inspect(error, { depth: 20, showHidden: true })} ${JSON.stringify(error)}`;
		for (const secret of ['LINK-SECRET', 'PATHKEY', 'top-secret-value']) expect(shown).not.toContain(secret);
		// What came before the failure was right already.
		if (!schedule.faults.some((fault) => (LYING as readonly string[]).includes(fault)))
			expect(data.subarray(0, received.length).equals(received)).toBe(true);
	}
	const faults = schedule.faults.filter((fault) => fault !== 'ok').length;
	expect(requests).toBeLessThan(40 + faults * 2 * Math.max(1, schedule.links));
	expect(renewed).toBeLessThan(20 + schedule.faults.length);
}
