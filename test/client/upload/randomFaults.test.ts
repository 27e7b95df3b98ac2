import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { runs } from '../../support/runs';
import type { Source } from '../../../src/client/upload/source';
import type { UploadPort } from '../../../src/client/upload/state';
import { upload } from '../../../src/client/upload/upload';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { fakeClock } from '../../support/ports';
import { content, MemoryPort, options, PORT_FAULTS, type PortFault } from './memoryPort';

/* Uploads with any faults, reused memory, a slow wire, a cancel and a content that fails, over a service in memory. */

const turn = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

/** Reads into the memory it is given, as a file does; fails at read number `failAt`. */
function fillingSource(data: Buffer, failAt: number | null): Source {
	let [reads, reading] = [0, 0];
	return {
		size: data.length,
		sha1: async () => createHash('sha1').update(data).digest('hex'),
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

/** The bytes of a part leave some time after it was handed over, even when its answer came early. */
function slowWire(port: MemoryPort): UploadPort {
	const { part } = port;
	port.part = async (session, offset, bytes, crc) => {
		await turn();
		return await part.call(port, session, offset, bytes, crc);
	};
	return port;
}

/** Cancels as request number `cancelAt` is about to be sent. */
function cancelBefore(port: MemoryPort, cancelAt: number | null, stop: AbortController): void {
	for (const name of ['create', 'init', 'part', 'query', 'finish'] as const) {
		const inner = port[name].bind(port) as (...args: unknown[]) => Promise<never>;
		Object.assign(port, {
			[name]: async (...args: unknown[]) => {
				if (port.requests === cancelAt) stop.abort();
				return await inner(...args);
			},
		});
	}
}

const anyFault = fc.constantFrom(...PORT_FAULTS);
const ok = fc.constant<PortFault>('ok');
const faultsUpTo = (maxLength: number) =>
	fc.array(fc.oneof({ weight: 2, arbitrary: ok }, { weight: 1, arbitrary: anyFault }), { maxLength });
const sizes = { size: fc.integer({ min: 0, max: 120 }), chunkSize: fc.integer({ min: 1, max: 40 }) };
const endless = fc.oneof({ weight: 4, arbitrary: ok }, { weight: 1, arbitrary: anyFault });

/** The result or the error of an upload. */
const outcomeOf = async <T>(running: Promise<T>) =>
	await running.then(
		(result) => ({ result, error: undefined }),
		(error: unknown) => ({ result: undefined, error: error as Error }),
	);

const schedules = fc.record({
	...sizes,
	faults: faultsUpTo(60),
	endless,
	cancelAt: fc.option(fc.integer({ min: 0, max: 40 }), { freq: 4 }),
	failAt: fc.option(fc.nat(12), { freq: 4 }),
});
test('right content exactly when it succeeds, no session left, no endless loop', async () => {
	await fc.assert(
		fc.asyncProperty(schedules, async ({ size, chunkSize, faults, endless: last, cancelAt, failAt }) => {
			const port = new MemoryPort(faults, last);
			const stop = new AbortController();
			cancelBefore(port, cancelAt, stop);
			const clock = fakeClock();
			const extra = { chunkSize, clock, finishTimeoutMs: 20_000, signal: stop.signal };
			const source = fillingSource(content(size), failAt);
			const { result, error } = await outcomeOf(upload(slowWire(port), source, options(extra)));
			await turn(); // an init that was cancelled in flight is aborted after it
			await turn();
			for (const data of port.stored) expect(data).toEqual(content(size));
			if (result) {
				expect(port.stored).toHaveLength(1);
				expect(result).toMatchObject({ filesize: size, instant: false });
			} else {
				expect(error).toBeInstanceOf(LibraryError);
				expect(error?.message).toMatch(new RegExp(`(after \\d+ of ${size} bytes|before any bytes arrived): `));
				expect(error?.message).not.toMatch(/\bs\d\b/); // the session is a key
			}
			expect(port.states.filter((state) => state === 'open').length).toBeLessThanOrEqual(port.unknown);
			expect(port.requests).toBeLessThan(3 * (3 + (Math.ceil(size / chunkSize) + 2) * 24) + 60);
			expect(clock.time - 1_700_000_000_000).toBeLessThan(3_600_000);
		}),
		{ numRuns: runs(1000) },
	);
});
