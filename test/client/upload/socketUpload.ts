import { inspect } from 'node:util';
import { httpFor } from '../../../src/client/http/http';
import type { Http, HttpRequest } from '../../../src/client/http/types';
import type { Account } from '../../../src/client/service/account';
import { bufferSource } from '../../../src/client/upload/source';
import { uploadToLibrary } from '../../../src/client/upload/upload';
import type { UploadResult } from '../../../src/client/upload/state';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { callerWith, fakeClock, orgAccount, type FakeClock } from '../../support/ports';
import { FaultServer, type Behaviour } from './faultServer';

/* Chunked uploads over real sockets to a server that fails by a schedule, and what must be true after each of them. */

/** One upload: its content, its account, the faults it meets, and the request at which it is cancelled. */
export interface Schedule extends Omit<Behaviour, 'onRequest'> {
	size: number;
	chunkSize: number;
	who: 'org' | 'token';
	cancelAt?: number | undefined;
}
export interface Outcome {
	server: FaultServer;
	value?: UploadResult;
	error?: Error;
	cancelled: boolean;
}

/** Three chunks without any fault: create_file, upload_init, upload_part x3, upload_finish. */
export const plain: Schedule = {
	size: 3000,
	chunkSize: 1000,
	who: 'org',
	faults: [],
	completes: false,
	abortHangs: false,
	polls: 0,
};
/** Requests of the plain schedule. */
export const REQUESTS = 6;

/** The real client of all uploads of a test file. */
export const http = httpFor({ allowUnauthorizedCerts: false });

const contents = new Map<number, Buffer>();
function content(size: number): Buffer {
	const bytes =
		contents.get(size) ?? Buffer.from(Array.from({ length: size }, (_, i) => (i * 7 + (i >> 8) + (i >> 16)) & 255));
	contents.set(size, bytes);
	return bytes;
}
const turn = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

/**
 * Time stands still while something is on the wire, and takes no time otherwise: a limit only strikes where an answer
 * never comes.
 */
function wireClock(flying: () => number): FakeClock {
	const clock = fakeClock();
	const { sleep } = clock;
	clock.sleep = async (ms, signal) => {
		while (flying() > 0 && !signal?.aborted) await turn();
		await sleep(ms, signal);
	};
	return clock;
}

/** The real client; `flying` is the number of its requests under way, without those that the server leaves hanging. */
function watched(isHung: (session: string | undefined) => boolean): Http & { flying(): number } {
	const underWay = new Set<HttpRequest>();
	const hangs = ({ url, headers = {} }: HttpRequest) =>
		url.endsWith('/upload_abort') && isHung(headers['x-svc-upload-session']);
	return {
		flying: () => [...underWay].filter((request) => !hangs(request)).length,
		close: http.close,
		request: async (request) => {
			underWay.add(request);
			try {
				const answer = await http.request(request);
				const text = await answer.text();
				return { ...answer, text: async () => text };
			} finally {
				underWay.delete(request);
			}
		},
	};
}

function accountOf(who: Schedule['who'], baseUrl: string): Account {
	const { vendorPrefix, http: settings, secret } = orgAccount(baseUrl);
	return who === 'org'
		? orgAccount(baseUrl)
		: { kind: 'token', baseUrl, vendorPrefix, token: 'TOKEN-VALUE', secret, http: settings };
}

/** Runs one upload to its end, and waits until nothing of it is on the wire any more. */
export async function carryOut({ size, chunkSize, who, cancelAt, ...behaviour }: Schedule): Promise<Outcome> {
	const stop = new AbortController();
	const server = await FaultServer.start({ ...behaviour, onRequest: (n) => n === cancelAt && stop.abort() });
	const wire = watched((session) => server.hung.has(session));
	const caller = callerWith(wire, {
		account: accountOf(who, server.url),
		clock: wireClock(wire.flying),
		signal: stop.signal,
	});
	const outcome = await uploadToLibrary(caller, bufferSource(content(size)), {
		fullpath: 'a/b.bin',
		overwrite: false,
		chunkSize,
		...(who === 'token' ? { mountId: '7' } : {}),
	}).then(
		(value) => ({ value }),
		(error: unknown) => ({ error: error as Error }),
	);
	// A cancel ends the upload at once; what it still has to send to the server takes a moment longer.
	for (let quiet = 0; quiet < 5; quiet = server.active + wire.flying() > 0 ? 0 : quiet + 1) await turn();
	await server.close();
	return { server, ...outcome, cancelled: stop.signal.aborted };
}

/** Right and whole, or aborted and explained; no session left open, nothing secret shown, no endless loop. */
export function expectOutcome(schedule: Schedule, outcome: Outcome): void {
	const { size, known, chunkSize } = schedule;
	const { server, value, error } = outcome;
	const data = content(size);
	for (const stored of server.stored) expect(stored.equals(data)).toBe(true);
	expect(server.log.length).toBeLessThan(3 * (3 + (Math.ceil(size / chunkSize) + 2) * 24) + 60);
	expect(server.log.filter((line) => line.startsWith('elsewhere'))).toEqual([]);
	expect([...server.sessions.values()].filter(({ state, excused }) => state === 'open' && !excused)).toEqual([]);
	if (value) {
		expect(server.stored).toHaveLength(known ? 0 : 1);
		expect(value).toMatchObject({ filesize: size, hash: 'h1', fullpath: 'a/b.bin' });
	} else {
		expect(error).toBeInstanceOf(LibraryError);
		expectError(schedule, outcome, error as LibraryError);
	}
}

const MESSAGE =
	/^The upload (?:failed|was cancelled) (?:after (\d+) of (\d+) bytes|before any bytes arrived): (.{10,})/s;

function expectError({ size, cancelAt }: Schedule, { server, cancelled }: Outcome, error: LibraryError): void {
	const [, arrived = '0', of = String(size), what = ''] = MESSAGE.exec(error.message) ?? [];
	expect(what).not.toBe('');
	expect(of).toBe(String(size));
	expect(Number(arrived)).toBeLessThanOrEqual(server.most);
	// Cancelled while the session was being given up: the reason for that is the one to report.
	const over =
		cancelled &&
		error.message.startsWith('The upload failed') &&
		server.log[cancelAt ?? -1]?.startsWith('upload_abort');
	expect(error).toMatchObject(cancelled && !over ? { kind: 'aborted' } : { operation: expect.any(String) as string });
	const shown = `${inspect(error, { depth: 20, showHidden: true })} ${JSON.stringify(error)}`;
	for (const secret of ['SESSION-KEY', 'top-secret-value', 'TOKEN-VALUE', ...server.signs])
		expect(shown).not.toContain(secret);
}
