import type { UploadPort } from '../../../src/client/upload/port';
import fc from 'fast-check';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import type { Source } from '../../../src/client/upload/source';
import { upload } from '../../../src/client/upload/upload';
import { MemoryPort, type Fault } from './memoryPort';
import { fakeClock } from '../../support/ports';

const content = (size: number): Buffer => Buffer.from(Array.from({ length: size }, (_, i) => (i * 7 + (i >> 8)) & 255));
const faultNames: Fault[] = [
	'ok',
	'refused',
	'lostAnswer',
	'reset',
	'error500',
	'error503',
	'error401',
	'gone410',
	'conflict409',
	'range416',
	'crc',
	'wrongOffset',
	'nonsenseOffset',
	'early202',
	'processing',
	'forbidden',
	'loseTail',
	'dropSession',
];
const anyFault = fc.constantFrom(...faultNames);

/** Reads into the memory it is given, as a file does; fails at read number `failAt`. */
function fillingSource(data: Buffer, sha1: string, failAt: number | null): Source {
	let reads = 0;
	const source = {
		size: data.length,
		reading: 0,
		sha1: async () => sha1,
		read: async (offset: number, length: number, memory: Buffer = Buffer.alloc(length)) => {
			if (source.reading++ > 0) throw new Error('two reads at once');
			await new Promise((resolve) => setImmediate(resolve));
			source.reading--;
			if (reads++ === failAt)
				throw new LibraryError('upload', 'The content to upload cannot be read: EIO', { retryable: false });
			data.copy(memory, 0, offset, offset + length);
			return memory.subarray(0, length);
		},
		close: async () => undefined,
	};
	return source;
}

/** The bytes of a part leave some time after it was handed over, and also when its answer came early. */
function slowWire(port: MemoryPort): UploadPort {
	const { part } = port;
	port.part = async (session, offset, bytes, crc) => {
		await new Promise((resolve) => setImmediate(resolve));
		return await part.call(port, session, offset, bytes, crc);
	};
	return port;
}

interface Schedule {
	size: number;
	chunkSize: number;
	faults: Fault[];
	endless: Fault;
	cancelAt: number | null;
	failAt: number | null;
}
const schedules = fc.record<Schedule>({
	size: fc.integer({ min: 0, max: 120 }),
	chunkSize: fc.integer({ min: 1, max: 40 }),
	faults: fc.array(fc.oneof({ weight: 2, arbitrary: fc.constant<Fault>('ok') }, { weight: 1, arbitrary: anyFault }), {
		maxLength: 60,
	}),
	endless: fc.oneof({ weight: 4, arbitrary: fc.constant<Fault>('ok') }, { weight: 1, arbitrary: anyFault }),
	cancelAt: fc.option(fc.integer({ min: 0, max: 40 }), { freq: 4 }),
	failAt: fc.option(fc.nat(12), { freq: 4 }),
});

async function carriedOut({ size, chunkSize, faults, endless, cancelAt, failAt }: Schedule) {
	const data = content(size);
	const port = new MemoryPort(faults, endless);
	const stop = new AbortController();
	const create = port.create.bind(port);
	port.create = async () => {
		if (port.requests === cancelAt) stop.abort();
		return await create();
	};
	for (const name of ['init', 'part', 'query', 'finish'] as const) {
		const inner = port[name].bind(port) as (...args: unknown[]) => Promise<never>;
		Object.assign(port, {
			[name]: async (...args: unknown[]) => {
				if (port.requests === cancelAt) stop.abort();
				return await inner(...args);
			},
		});
	}
	const { createHash } = await import('node:crypto');
	const source = fillingSource(data, createHash('sha1').update(data).digest('hex'), failAt);
	const clock = fakeClock();
	const result = await upload(slowWire(port), source, {
		chunkSize,
		clock,
		random: () => 0.5,
		finishTimeoutMs: 20_000,
		signal: stop.signal,
	}).then(
		(value) => ({ value, error: undefined }),
		(error: unknown) => ({ value: undefined, error: error as Error }),
	);
	await new Promise((resolve) => setImmediate(resolve)); // an init that was cancelled in flight is aborted after it
	await new Promise((resolve) => setImmediate(resolve));
	return { data, port, clock, ...result };
}

test('any faults, a cancel at any request, a content that fails: right and whole, or aborted and explained', async () => {
	await fc.assert(
		fc.asyncProperty(schedules, async (schedule) => {
			const { data, port, clock, value, error } = await carriedOut(schedule);
			for (const stored of port.stored) expect(stored).toEqual(data);
			if (value) {
				expect(port.stored).toHaveLength(1);
				expect(value).toMatchObject({ filesize: schedule.size, instant: false });
			} else {
				expect(error).toBeInstanceOf(LibraryError);
				expect(error?.message).toMatch(new RegExp(`after \\d+ of ${schedule.size} bytes: `));
				expect(error?.message).not.toMatch(/\bs\d\b/); // the session is a key
			}
			// A session whose id was lost with the answer to init cannot be aborted by anybody.
			const unknown = port.log.filter((line) => line === 'init:lostAnswer').length;
			expect([...port.sessions.values()].filter(({ state }) => state === 'open').length).toBeLessThanOrEqual(
				unknown,
			);
			expect(clock.time - 1_700_000_000_000).toBeLessThan(3_600_000);
		}),
		{ numRuns: 4000 },
	);
}, 120_000);
