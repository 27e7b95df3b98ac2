import { inspect } from 'node:util';
import fc from 'fast-check';
import type { Http } from '../../../src/client/http/types';
import type { Source } from '../../../src/client/upload/source';
import { uploadToLibrary } from '../../../src/client/upload/upload';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { emulatorInMemory, type FaultRule } from '../../emulator';
import { sha1 } from '../../support/hashes';
import { callerOf, emulatedHttp } from '../../support/emulatedHttp';
import { fakeClock, type FakeClock } from '../../support/ports';
import { oneCase, runs } from '../../support/runs';
import { content } from './memoryPort';

/* Chunked uploads through the whole client to the emulator, which fails at any request. */

type Fault = FaultRule['action'];
const refusing = (status: number, error_code: number = status): Fault => ({
	status,
	body: { error_code, error_msg: 'refused' },
});

/** What can happen to a request; after the first ones it takes effect all the same. */
const LOST: Fault[] = ['resetAfter', { cutAfterBytes: 5 }, { rewrite: () => '' }, { rewrite: (text) => `{${text}` }];
const FAULTS: Fault[] = [
	...LOST,
	...(['reset', 'resetWithin', 'html'] as const),
	...[401, 403, 410, 416, 429, 500, 503].map((status) => refusing(status)),
	refusing(400, 40001),
	{ status: 409, body: { error_code: 40900, expect: 1000 } },
	{ status: 409, body: { error_code: 40900, expect: 'somewhere' } },
	{ status: 202 },
	{ status: 302, headers: { location: '/elsewhere' } },
	{ status: 503, headers: { 'retry-after': '2' } },
	{ status: 503, headers: { 'retry-after': '90' } },
];

const emulator = emulatorInMemory();
const http = emulatedHttp(emulator);
afterAll(async () => await emulator.close());

const turn = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

/** Connections whose requests under way are counted, and a clock by which time passes only when there are none. */
function counted(http: Http): { http: Http; clock: FakeClock; flying: () => number } {
	let flying = 0;
	const request: Http['request'] = async (sent) => {
		flying++;
		try {
			// The bytes leave some time after they were handed over.
			await turn();
			const answer = await http.request(sent);
			const text = await answer.text();
			return { ...answer, text: async () => text };
		} finally {
			flying--;
		}
	};
	const clock = fakeClock();
	const { sleep } = clock;
	clock.sleep = async (ms, signal) => {
		while (flying > 0 && !signal?.aborted) await turn();
		await sleep(ms, signal);
	};
	return { http: { ...http, request }, clock, flying: () => flying };
}

/** Reads into the memory it is given, as a file does, once at a time; fails at read number `failAt`. */
function fillingSource(data: Buffer, failAt: number | undefined): Source {
	let [reads, reading] = [0, 0];
	return {
		size: data.length,
		sha1: async () => sha1(data),
		read: async (offset, length, memory = () => Buffer.alloc(length)) => {
			if (reading++ > 0) throw new Error('two reads at once');
			await turn();
			reading--;
			if (reads++ === failAt)
				throw new LibraryError('upload', 'The content cannot be read: EIO', { retryable: false });
			const given = memory();
			data.copy(given, 0, offset, offset + length);
			return given.subarray(0, length);
		},
		close: async () => undefined,
	};
}

/** One upload, the faults that its requests meet one after another, and where it is cancelled or cannot be read. */
interface Schedule {
	readonly size: number;
	readonly chunkSize: number;
	readonly faults: ReadonlyArray<Fault | undefined>;
	readonly cancelAt?: number | undefined;
	readonly failAt?: number | undefined;
}
const PLAIN: Schedule = { size: 3000, chunkSize: 1000, faults: [] };
/** Requests of the plain schedule: create_file, upload_init, upload_part x3, upload_finish. */
const REQUESTS = 6;
const MESSAGE = /^The upload (?:failed|was cancelled) (?:after \d+ of \d+ bytes|before any bytes arrived): .{10,}/s;
let nth = 0;

/** The file is whole, or it is not there and an error says why; no session is left, nothing secret is shown. */
async function carryOut(schedule: Schedule): Promise<'whole' | 'failed' | 'cancelled'> {
	const [wire, stop, data] = [counted(http), new AbortController(), content(schedule.size)];
	const [asked, began]: [string[], number] = [[], wire.clock.time];
	emulator.faults.choose = ({ path }) => {
		const action = schedule.faults[asked.length];
		if (asked.push(path) - 1 === schedule.cancelAt) stop.abort();
		return action && { match: path, action };
	};
	const fullpath = `upload/${nth++}.bin`;
	const target = { fullpath, overwrite: false, chunkSize: schedule.chunkSize };
	const caller = callerOf(emulator, { http: wire.http, clock: wire.clock, signal: stop.signal });
	const failure = await uploadToLibrary(caller, fillingSource(data, schedule.failAt), target).then(
		(result) => void expect(result).toMatchObject({ filesize: data.length, fullpath }),
		(cause: unknown) => cause,
	);
	// A cancel ends the upload at once; what it still has to send to the server takes a moment longer.
	for (let quiet = 0; quiet < 5; quiet = wire.flying() > 0 ? 0 : quiet + 1) await turn();
	const stored = emulator.libraries.get(emulator.library.mountId)?.tree.find(fullpath);
	const filehash = sha1(data);
	if (stored || failure === undefined) expect(stored).toMatchObject({ filehash, filesize: data.length });
	expect(asked.length).toBeLessThan(3 * (3 + (Math.ceil(schedule.size / schedule.chunkSize) + 2) * 24) + 60);
	expect(asked).not.toContain('/elsewhere');
	expect(wire.clock.time - began).toBeLessThan(3_600_000);
	const isFaulty = (at: number, name: string): boolean =>
		schedule.faults[at] !== undefined && (asked[at] ?? '').endsWith(name);
	const isExcused = asked.some((_, at) => isFaulty(at, 'upload_init') || isFaulty(at, 'upload_abort'));
	if (!isExcused) expect(emulator.sessions()).toEqual([]);
	emulator.expireSessions('lost');
	if (failure === undefined) return 'whole';
	expect(failure).toBeInstanceOf(LibraryError);
	expect((failure as LibraryError).message).toMatch(MESSAGE);
	const shown = inspect(failure, { depth: 20, showHidden: true }) + JSON.stringify(failure);
	for (const secret of [emulator.library.orgClientSecret, ...emulator.world.uploads.active().map(({ id }) => id)])
		expect(shown).not.toContain(secret);
	return stop.signal.aborted ? 'cancelled' : 'failed';
}

const faultAt = (at: number, fault: Fault): Schedule['faults'] => [
	...Array.from({ length: at }, () => undefined),
	fault,
];
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

test('a cancel at every request, and every read that fails', async () => {
	for (const cancelAt of upTo(REQUESTS)) expect(await carryOut({ ...PLAIN, cancelAt })).toBe('cancelled');
	for (const failAt of upTo(3)) expect(await carryOut({ ...PLAIN, failAt })).toBe('failed');
});

test('each fault at every request, and a cancel after it', async () => {
	for (const [at, fault] of FAULTS.entries()) {
		for (const request of upTo(REQUESTS)) await carryOut({ ...PLAIN, faults: faultAt(request, fault) });
		for (const request of oneCase(upTo(REQUESTS + 2), at))
			await carryOut({ ...PLAIN, faults: faultAt(Math.max(0, request - 1), fault), cancelAt: request });
	}
});

const anyFault = fc.constantFrom(...FAULTS);
const schedules: fc.Arbitrary<Schedule> = fc
	.tuple(
		fc
			.constantFrom(10, 1000, 70_000)
			.chain((chunkSize) =>
				fc.record({
					chunkSize: fc.constant(chunkSize),
					size: fc.constantFrom(0, 1, chunkSize - 1, chunkSize, chunkSize + 1, 3 * chunkSize),
				}),
			),
		fc.record({
			faults: fc.oneof(
				fc.array(
					fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: anyFault }),
					{ maxLength: 30 },
				),
				// One kind of fault, from some request on, without end.
				fc
					.tuple(fc.nat(6), anyFault)
					.map(([before, fault]) => [...faultAt(before, fault), ...Array.from({ length: 400 }, () => fault)]),
			),
			cancelAt: fc.option(fc.nat(12), { freq: 3, nil: undefined }),
			failAt: fc.option(fc.nat(5), { freq: 4, nil: undefined }),
		}),
	)
	.map(([size, rest]) => ({ ...size, ...rest }));

test('any schedule', async () => {
	const ends = { whole: 0, failed: 0, cancelled: 0 };
	await fc.assert(
		fc.asyncProperty(schedules, async (schedule) => void ends[await carryOut(schedule)]++),
		{ numRuns: runs(1500) },
	);
	// The schedules reach every kind of end.
	expect(Math.min(...Object.values(ends))).toBeGreaterThan(0);
});
