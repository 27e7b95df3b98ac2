import type { UploadPort } from '../../../src/client/upload/port';
import type { UploadOptions } from '../../../src/client/upload/types';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { bufferSource } from '../../../src/client/upload/bufferSource';
import type { Source } from '../../../src/client/upload/source';
import { upload } from '../../../src/client/upload/upload';
import { MemoryPort, type Fault } from './memoryPort';
import { errorOf, fakeClock } from '../../support/ports';

const content = (size: number): Buffer => Buffer.from(Array.from({ length: size }, (_, i) => (i * 7 + (i >> 8)) & 255));
const options = (extra: Partial<UploadOptions> = {}): UploadOptions => ({
	chunkSize: 10,
	clock: fakeClock(),
	finishTimeoutMs: 60_000,
	random: () => 0.5,
	...extra,
});

test.each([0, 1, 9, 10, 11, 20, 21, 1000, 1001])('uploads %i bytes in chunks of 10', async (size) => {
	const port = new MemoryPort([]);
	const states: string[] = [];
	const result = await upload(port, bufferSource(content(size)), options({ onState: (s) => states.push(s.at) }));
	expect(port.stored).toEqual([content(size)]);
	expect(result).toEqual({
		hash: 'h1',
		fullpath: 'a/b.bin',
		filehash: createHash('sha1').update(content(size)).digest('hex'),
		filesize: size,
		instant: false,
		chunks: Math.ceil(size / 10),
		retries: 0,
		bytesSent: size,
	});
	expect(states.at(-1)).toBe('done');
	expect(port.log.filter((line) => line.startsWith('query'))).toEqual([]);
});

test('a known content is not sent', async () => {
	const port = new MemoryPort([]);
	port.create = async () => ({ hash: 'h', fullpath: 'x (2).txt', instant: true, servers: [] });
	expect(await upload(port, bufferSource(content(50)), options())).toMatchObject({
		instant: true,
		chunks: 0,
		bytesSent: 0,
		fullpath: 'x (2).txt',
	});
	const other = new MemoryPort([]);
	const init: UploadPort['init'] = async () => 'complete';
	expect(await upload(Object.assign(other, { init }), bufferSource(content(50)), options())).toMatchObject({
		instant: true,
		chunks: 0,
	});
});

// requests without faults: create, init, part x3, finish
test.each<[string, Fault[], string[]]>([
	[
		'a lost answer to a part: asked, and not sent again',
		['ok', 'ok', 'lostAnswer'],
		['create', 'init', 'part', 'query', 'part', 'part', 'finish'],
	],
	[
		'a part that never arrived: asked, sent again',
		['ok', 'ok', 'reset'],
		['create', 'init', 'part', 'query', 'part', 'part', 'part', 'finish'],
	],
	[
		'409 of a part',
		['ok', 'ok', 'ok', 'conflict409'],
		['create', 'init', 'part', 'part', 'query', 'part', 'part', 'finish'],
	],
	['damaged part', ['ok', 'ok', 'crc'], ['create', 'init', 'part', 'query', 'part', 'part', 'part', 'finish']],
	['416', ['ok', 'ok', 'range416'], ['create', 'init', 'part', 'query', 'part', 'part', 'part', 'finish']],
	[
		'500 of a part, session alive',
		['ok', 'ok', 'error500'],
		['create', 'init', 'part', 'query', 'part', 'part', 'part', 'finish'],
	],
	[
		'500 of a part, session dead',
		['ok', 'ok', 'error500', 'error500'],
		['create', 'init', 'part', 'query', 'create', 'init', 'part', 'part', 'part', 'finish'],
	],
	[
		'401 of a part: again from create_file',
		['ok', 'ok', 'ok', 'error401'],
		['create', 'init', 'part', 'part', 'create', 'init', 'part', 'part', 'part', 'finish'],
	],
	[
		'500 of init: again from create_file',
		['ok', 'error500'],
		['create', 'init', 'create', 'init', 'part', 'part', 'part', 'finish'],
	],
	[
		'410 once: ask, wait, ask, go on',
		['ok', 'ok', 'gone410'],
		['create', 'init', 'part', 'query', 'query', 'part', 'part', 'part', 'finish'],
	],
	[
		'410 twice: start again',
		['ok', 'ok', 'gone410', 'ok', 'ok', 'gone410'],
		['create', 'init', 'part', 'query', 'query', 'part', 'create', 'init', 'part', 'part', 'part', 'finish'],
	],
	[
		'202 before the end: asked',
		['ok', 'ok', 'early202'],
		['create', 'init', 'part', 'query', 'part', 'part', 'finish'],
	],
	[
		'202 at the end: finish',
		['ok', 'ok', 'ok', 'ok', 'early202'],
		['create', 'init', 'part', 'part', 'part', 'finish'],
	],
	[
		'the service lost half of it',
		['ok', 'ok', 'ok', 'conflict409', 'loseTail'],
		['create', 'init', 'part', 'part', 'query', 'part', 'part', 'part', 'finish'],
	],
	// 7 is answered for 10: the rest of the held chunk (10 to 16) goes out without a new reading, then 17 to 26, 27 to 28
	[
		'a smaller offset than true, then the truth',
		['ok', 'ok', 'ok', 'conflict409', 'wrongOffset'],
		['create', 'init', 'part', 'part', 'query', 'part', 'query', 'part', 'part', 'part', 'finish'],
	],
	[
		'an offset beyond the end is not believed',
		['ok', 'ok', 'conflict409', 'nonsenseOffset'],
		['create', 'init', 'part', 'query', 'query', 'part', 'part', 'part', 'finish'],
	],
	[
		'409 of finish: asked, finished',
		['ok', 'ok', 'ok', 'ok', 'ok', 'conflict409'],
		['create', 'init', 'part', 'part', 'part', 'finish', 'query', 'finish'],
	],
	[
		'409 of finish with bytes missing',
		['ok', 'ok', 'ok', 'ok', 'ok', 'loseTail'],
		['create', 'init', 'part', 'part', 'part', 'finish', 'query', 'part', 'part', 'finish'],
	],
	[
		'202 of finish: polled',
		['ok', 'ok', 'ok', 'ok', 'ok', 'processing', 'processing'],
		['create', 'init', 'part', 'part', 'part', 'finish', 'finish', 'finish'],
	],
	[
		'500 of finish: again from create_file',
		['ok', 'ok', 'ok', 'ok', 'ok', 'error500'],
		['create', 'init', 'part', 'part', 'part', 'finish', 'create', 'init', 'part', 'part', 'part', 'finish'],
	],
	[
		'a lost "done": the file stands, nothing is sent twice',
		['ok', 'ok', 'ok', 'ok', 'ok', 'lostAnswer'],
		['create', 'init', 'part', 'part', 'part', 'finish', 'finish'],
	],
])('%s', async (_, faults, requests) => {
	const port = new MemoryPort(faults);
	const result = await upload(port, bufferSource(content(29)), options());
	expect(port.log.filter((line) => line !== 'abort').map((line) => line.split(':')[0])).toEqual(requests);
	expect(port.stored).toEqual([content(29)]);
	expect(result.retries + result.chunks).toBeGreaterThanOrEqual(3);
});

test('polls finish with growing pauses up to the limit, then aborts', async () => {
	const clock = fakeClock();
	const port = new MemoryPort(['ok', 'ok', 'ok'], 'processing');
	const error = await errorOf(upload(port, bufferSource(content(5)), options({ clock, finishTimeoutMs: 30_000 })));
	expect(error).toMatchObject({ kind: 'busy' });
	expect(error.message).toContain('5 of 5 bytes');
	expect(clock.slept.slice(0, 5)).toEqual([1000, 2000, 4000, 8000, 10_000]);
	expect(port.log.at(-1)).toBe('abort');
});

test('"processing" between refusals is no progress: finish does not go round for ever', async () => {
	const circle = Array.from({ length: 300 }, (): Fault[] => ['processing', 'conflict409', 'ok']).flat();
	const port = new MemoryPort(['ok', 'ok', 'ok', ...circle]);
	expect(await errorOf(upload(port, bufferSource(content(5)), options()))).toMatchObject({ status: 409 });
	expect(port.requests).toBeLessThan(40);
});

test('a final refusal aborts and says how far it came', async () => {
	const port = new MemoryPort(['ok', 'ok', 'ok', 'forbidden']);
	const error = await errorOf(upload(port, bufferSource(content(29)), options()));
	expect(error).toMatchObject({ name: 'LibraryError', status: 403 });
	expect(error.message).toContain('after 10 of 29 bytes: ');
	expect([...port.sessions.values()].map((s) => s.state)).toEqual(['aborted']);
	expect(error.message + error['hint']).not.toContain('s0');
});

test('the first failure of a row is reported', async () => {
	const port = new MemoryPort(['ok', 'ok', 'ok', 'crc'], 'reset');
	expect(await errorOf(upload(port, bufferSource(content(29)), options()))).toMatchObject({
		status: 400,
		code: 40001,
	});
});

test('the budget refills when bytes moved: many single failures do no harm', async () => {
	const faults: Fault[] = ['ok', 'ok', ...Array.from({ length: 40 }, (): Fault[] => ['ok', 'reset', 'ok']).flat()];
	const port = new MemoryPort(faults);
	await upload(port, bufferSource(content(600)), options());
	expect(port.stored).toEqual([content(600)]);
});

test('a refusal of create_file keeps its kind and code, and nothing had arrived', async () => {
	const refusal = new LibraryError('quota', 'full', { code: 40321 });
	const port = new MemoryPort([]);
	port.create = async () => {
		throw refusal;
	};
	const error = await errorOf(upload(port, bufferSource(content(5)), options()));
	expect(error).toMatchObject({ kind: 'quota', code: 40321, cause: refusal });
	expect(error.message).toBe('The upload failed after 0 of 5 bytes: full');
	expect(port.log).toEqual([]);
});

test('a source that fails aborts the session', async () => {
	const source: Source = {
		...bufferSource(content(29)),
		read: async (offset) => {
			if (offset >= 10) throw new Error('disk');
			return content(29).subarray(offset, offset + 10);
		},
	};
	const port = new MemoryPort([]);
	const error = await errorOf(upload(port, source, options()));
	expect(error).toMatchObject({ name: 'LibraryError', kind: 'upload' });
	expect(error.message).toContain('10 of 29');
	expect(port.log.at(-1)).toBe('abort');
});

test('the next chunk is read while one is on the wire; no more than two are held', async () => {
	const port = new MemoryPort([]);
	let reading = 0,
		most = 0,
		sent = 0;
	const source: Source = {
		...bufferSource(content(100)),
		read: async (offset, length) => {
			reading++;
			most = Math.max(most, reading);
			await Promise.resolve();
			reading--;
			expect(offset).toBeLessThanOrEqual(sent + 20);
			return content(100).subarray(offset, offset + length);
		},
	};
	const part = port.part.bind(port);
	let ahead = 0;
	port.part = async (...args) => {
		const before = args[1];
		await new Promise((resolve) => setImmediate(resolve));
		if (before + 10 < 100) ahead++;
		const took = await part(...args);
		sent = before;
		return took;
	};
	await upload(port, source, options());
	expect(most).toBe(1);
	expect(ahead).toBe(9);
});

describe('cancel', () => {
	test.each(['init', 'part', 'query', 'finish'])(
		'while %s hangs: ends at once and aborts the session',
		async (name) => {
			const port = new MemoryPort(name === 'query' ? ['ok', 'ok', 'reset'] : []);
			const stop = new AbortController();
			const hang = async () => {
				setTimeout(() => stop.abort(), 10);
				return await new Promise<never>(() => undefined);
			};
			Object.assign(port, { [name]: hang });
			const begun = Date.now();
			const error = await errorOf(upload(port, bufferSource(content(29)), options({ signal: stop.signal })));
			expect(error['kind']).toBe('aborted');
			expect(Date.now() - begun).toBeLessThan(1_000);
			expect(port.log.filter((line) => line === 'abort')).toHaveLength(name === 'init' ? 0 : 1);
		},
	);

	test.each(['sha1', 'read'])('while the %s of a content hangs', async (name) => {
		const port = new MemoryPort([]);
		const stop = new AbortController();
		const hang = async () => {
			setImmediate(() => stop.abort());
			return await new Promise<never>(() => undefined);
		};
		expect(
			await errorOf(
				upload(port, { ...bufferSource(content(29)), [name]: hang }, options({ signal: stop.signal })),
			),
		).toMatchObject({ kind: 'aborted' });
		expect([...port.sessions.values()].map((s) => s.state)).toEqual(name === 'read' ? ['aborted'] : []);
	});

	test('a session that comes into being after the cancel is aborted too', async () => {
		const port = new MemoryPort([]);
		const stop = new AbortController();
		const init = port.init.bind(port);
		port.init = async (...args) => {
			stop.abort();
			await new Promise((resolve) => setTimeout(resolve, 10));
			return await init(...args);
		};
		expect((await errorOf(upload(port, bufferSource(content(29)), options({ signal: stop.signal }))))['kind']).toBe(
			'aborted',
		);
		await new Promise((resolve) => setTimeout(resolve, 30));
		expect([...port.sessions.values()].map((s) => s.state)).toEqual(['aborted']);
	});

	test('during a pause', async () => {
		const stop = new AbortController();
		const clock = fakeClock();
		const sleep = clock.sleep;
		clock.sleep = async (ms, signal) => {
			if (ms < 5000) stop.abort();
			await sleep(ms, signal);
		};
		const port = new MemoryPort(['ok', 'ok'], 'reset');
		expect(
			(await errorOf(upload(port, bufferSource(content(29)), options({ clock, signal: stop.signal }))))['kind'],
		).toBe('aborted');
		expect(port.log.at(-1)).toBe('abort');
	});

	test('who stops an upload waits less than a second for an abort call that hangs, and it is not cut off by that', async () => {
		const port = new MemoryPort([]);
		const stop = new AbortController();
		let cut = false;
		port.part = async () => {
			stop.abort();
			return await new Promise<never>(() => undefined);
		};
		port.abort = async (_session: unknown, signal?: AbortSignal) =>
			await new Promise<never>(() =>
				signal?.addEventListener('abort', () => {
					cut = true;
				}),
			);
		const waits: number[] = [];
		const clock = {
			...fakeClock(),
			sleep: async (ms: number) => {
				waits.push(ms);
				return await (ms < 1_000 ? Promise.resolve() : new Promise<never>(() => undefined));
			},
		};
		expect(
			(await errorOf(upload(port, bufferSource(content(29)), options({ signal: stop.signal, clock }))))['kind'],
		).toBe('aborted');
		expect(waits.filter((ms) => ms < 1_000)).toHaveLength(1);
		expect(cut).toBe(false);
	});

	test('an abort call that hangs is bounded', async () => {
		const port = new MemoryPort(['ok', 'ok', 'forbidden']);
		port.abort = async () => await new Promise<never>(() => undefined);
		expect((await errorOf(upload(port, bufferSource(content(29)), options())))['status']).toBe(403);
	});
});

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

test('whatever goes wrong: right content exactly when it succeeds, no session left, no endless loop', async () => {
	const anyFault = fc.constantFrom(...faultNames);
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 0, max: 120 }),
			fc.integer({ min: 1, max: 40 }),
			fc.array(fc.oneof({ weight: 2, arbitrary: fc.constant<Fault>('ok') }, { weight: 1, arbitrary: anyFault }), {
				maxLength: 80,
			}),
			fc.oneof({ weight: 4, arbitrary: fc.constant<Fault>('ok') }, { weight: 1, arbitrary: anyFault }),
			fc.option(fc.integer({ min: 0, max: 30 })),
			async (size, chunkSize, faults, endless, cancelAt) => {
				const port = new MemoryPort(faults, endless);
				const stop = new AbortController();
				let steps = 0;
				const outcome = await upload(
					port,
					bufferSource(content(size)),
					options({
						chunkSize,
						signal: stop.signal,
						finishTimeoutMs: 20_000,
						onState: () => {
							if (steps++ === cancelAt) stop.abort();
						},
					}),
				).then(
					(result) => ({ result }),
					(error: unknown) => ({ error }),
				);
				const states = [...port.sessions.values()].map((s) => s.state);
				if ('result' in outcome) {
					expect(port.stored.at(-1)).toEqual(content(size));
					expect(port.stored).toHaveLength(1);
					expect(outcome.result.filesize).toBe(size);
				} else {
					expect(outcome.error).toBeInstanceOf(LibraryError);
				}
				for (const data of port.stored) expect(data).toEqual(content(size));
				// A session that was opened but whose id was lost with its answer cannot be aborted by anybody.
				const unknown = port.log.filter((line) => line === 'init:lostAnswer').length;
				expect(states.filter((state) => state === 'open').length).toBeLessThanOrEqual(unknown);
				expect(port.requests).toBeLessThan(3 * (3 + (Math.ceil(size / chunkSize) + 2) * 24) + 60);
			},
		),
		{ numRuns: 3000 },
	);
}, 60_000);
