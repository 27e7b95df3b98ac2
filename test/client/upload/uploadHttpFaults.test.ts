import type { Http } from '../../../src/client/http/types';
import type { UploadResult } from '../../../src/client/upload/types';
import { inspect } from 'node:util';
import fc from 'fast-check';
import type { Account } from '../../../src/client/service/account';
import { httpFor } from '../../../src/client/http/http';
import { bufferSource } from '../../../src/client/upload/bufferSource';
import { uploadToLibrary } from '../../../src/client/upload/libraryUpload';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { FAULTS, FaultServer, type Behaviour, type Fault } from '../../support/faultServer';
import { callerWith, fakeClock, orgAccount, type FakeClock } from '../../support/ports';

/* Chunked uploads over real sockets to a server that fails in every way at every place. */

const http = httpFor({ allowUnauthorizedCerts: false });
afterAll(async () => await http.close());
const made = new Map<number, Buffer>();
function content(size: number): Buffer {
	const bytes =
		made.get(size) ?? Buffer.from(Array.from({ length: size }, (_, i) => (i * 7 + (i >> 8) + (i >> 16)) & 255));
	made.set(size, bytes);
	return bytes;
}
const turn = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

interface Schedule extends Omit<Behaviour, 'onRequest'> {
	size: number;
	chunkSize: number;
	who: 'org' | 'token';
	cancelAt?: number | undefined;
}
interface Outcome {
	server: FaultServer;
	value?: UploadResult;
	error?: Error;
	cancelled: boolean;
}

/** Time stands still while something is on the wire, and takes no time else: a limit only strikes where an answer never comes. */
function wireClock(flying: () => number): FakeClock {
	const clock = fakeClock();
	const { sleep } = clock;
	clock.sleep = async (ms, signal) => {
		while (flying() > 0 && !signal?.aborted) await turn();
		await sleep(ms, signal);
	};
	return clock;
}

/** The real client, and how many of its requests are under way. */
function watched(): Http & { flying: number } {
	const counted = {
		flying: 0,
		close: http.close,
		request: async (...args: Parameters<Http['request']>) => {
			counted.flying++;
			try {
				const answer = await http.request(...args);
				const text = await answer.text();
				return { ...answer, text: async () => text };
			} finally {
				counted.flying--;
			}
		},
	};
	return counted;
}

async function carriedOut({ size, chunkSize, who, cancelAt, ...behaviour }: Schedule): Promise<Outcome> {
	const stop = new AbortController();
	const server = await new FaultServer({ ...behaviour, onRequest: (n) => n === cancelAt && stop.abort() }).open();
	const account: Account =
		who === 'org'
			? orgAccount(server.url)
			: {
					kind: 'token',
					baseUrl: server.url,
					vendorPrefix: 'svc',
					token: 'TOKEN-VALUE',
					secret: 'top-secret-value',
					http: { allowUnauthorizedCerts: false },
				};
	const wire = watched();
	const caller = callerWith(wire, {
		account,
		clock: wireClock(() => wire.flying - server.hung),
		random: () => 0.5,
		signal: stop.signal,
	});
	const target = {
		fullpath: 'a/b.bin',
		overwrite: false,
		chunkSize,
		finishTimeoutMs: 60_000,
		...(who === 'token' ? { mountId: '7' } : {}),
	};
	const outcome = await uploadToLibrary(caller, bufferSource(content(size)), target).then(
		(value) => ({ value }),
		(error: unknown) => ({ error: error as Error }),
	);
	// A cancel ends the upload at once; what it still has to tell the server goes on for a moment.
	for (let quiet = 0; quiet < 5; quiet = server.active + wire.flying - server.hung > 0 ? 0 : quiet + 1) await turn();
	await server.close();
	return { server, ...outcome, cancelled: stop.signal.aborted };
}

function judge({ size, known, chunkSize, cancelAt }: Schedule, { server, value, error, cancelled }: Outcome): void {
	const data = content(size);
	for (const stored of server.stored) expect(stored.equals(data)).toBe(true);
	expect(server.requests).toBeLessThan(3 * (3 + (Math.ceil(size / chunkSize) + 2) * 24) + 60);
	expect(server.log.filter((line) => line.startsWith('elsewhere'))).toEqual([]);
	if (value) {
		expect(server.stored).toHaveLength(known ? 0 : 1);
		expect(value).toMatchObject({ filesize: size, hash: 'h1', fullpath: 'a/b.bin' });
	} else {
		expect(error).toBeInstanceOf(LibraryError);
		const [, arrived = '', what = ''] =
			new RegExp(`^The upload (?:failed|was cancelled) after (\\d+) of ${size} bytes: (.{10,})`, 's').exec(
				error?.message ?? '',
			) ?? [];
		expect(what).not.toBe('');
		expect(Number(arrived)).toBeLessThanOrEqual(server.most);
		// Cancelled while the session was given up already: the reason for that is the one to report.
		const over =
			cancelled &&
			error?.message.startsWith('The upload failed') &&
			server.log[cancelAt ?? -1]?.startsWith('upload_abort');
		expect(error).toMatchObject(
			cancelled && !over ? { kind: 'aborted' } : { operation: expect.any(String) as string },
		);
		const shown = `${inspect(error, { depth: 20, showHidden: true })} ${JSON.stringify(error)}`;
		for (const secret of ['SESSION-KEY', 'top-secret-value', 'TOKEN-VALUE', ...server.signs])
			expect(shown).not.toContain(secret);
	}
	expect([...server.sessions.values()].filter(({ state, excused }) => state === 'open' && !excused)).toEqual([]);
}

const anyFault = fc.constantFrom(...FAULTS);
const faults = fc.oneof(
	fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant<Fault>('ok') }, { weight: 1, arbitrary: anyFault }), {
		maxLength: 30,
	}),
	// one kind of fault, from some request on, for ever
	fc
		.tuple(fc.nat(6), anyFault)
		.map(([before, fault]) => [
			...Array.from({ length: before }, (): Fault => 'ok'),
			...Array.from({ length: 400 }, () => fault),
		]),
);
const sizes = fc.constantFrom(10, 1000, 70_000).chain((chunkSize) =>
	fc.record({
		chunkSize: fc.constant(chunkSize),
		size: fc.constantFrom(0, 1, chunkSize - 1, chunkSize, chunkSize + 1, 3 * chunkSize),
	}),
);
const schedules: fc.Arbitrary<Schedule> = fc
	.tuple(
		sizes,
		fc.record({
			faults,
			who: fc.constantFrom('org' as const, 'token' as const),
			completes: fc.boolean(),
			abortHangs: fc.constantFrom(false, false, true),
			polls: fc.constantFrom(0, 0, 1, 4, 30),
			known: fc.option(fc.constantFrom('create' as const, 'init' as const), { freq: 12, nil: undefined }),
			cancelAt: fc.option(fc.nat(12), { freq: 3, nil: undefined }),
		}),
	)
	.map(([size, rest]) => ({ ...size, ...rest }));

const plain: Schedule = {
	size: 3000,
	chunkSize: 1000,
	who: 'org',
	faults: [],
	completes: false,
	abortHangs: false,
	polls: 0,
};
// without faults: create_file, upload_init, upload_part x3, upload_finish
const REQUESTS = 6;

test.each(FAULTS)('%s at every request', async (fault) => {
	for (let at = 0; at < 2 * REQUESTS; at++) {
		const schedule: Schedule = {
			...plain,
			who: at < REQUESTS ? 'org' : 'token',
			faults: [...Array.from({ length: at % REQUESTS }, (): Fault => 'ok'), fault],
		};
		const outcome = await carriedOut(schedule);
		judge(schedule, outcome);
		expect(outcome.server.log.length).toBeGreaterThan(at % REQUESTS);
	}
});

test.each(FAULTS)('a cancel at every request after %s', async (fault) => {
	for (let at = 0; at < REQUESTS + 2; at++) {
		const schedule = {
			...plain,
			cancelAt: at,
			faults: [...Array.from({ length: Math.max(0, at - 1) }, (): Fault => 'ok'), fault],
		};
		judge(schedule, await carriedOut(schedule));
	}
});

test('any schedule: right and whole, or aborted and explained', async () => {
	let [good, bad, stopped] = [0, 0, 0];
	await fc.assert(
		fc.asyncProperty(schedules, async (schedule) => {
			const outcome = await carriedOut(schedule);
			judge(schedule, outcome);
			if (outcome.value) good++;
			else if (outcome.cancelled) stopped++;
			else bad++;
		}),
		{ numRuns: 400, timeout: 10_000 },
	);
	// The schedules reach every kind of end.
	for (const count of [good, bad, stopped]) expect(count).toBeGreaterThan(20);
}, 60_000);
