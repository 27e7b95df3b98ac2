import { bufferSource, type Source } from '../../../src/client/upload/source';
import { upload } from '../../../src/client/upload/upload';
import type { UploadOptions } from '../../../src/client/upload/state';
import { errorOf, fakeClock } from '../../support/ports';
import { content, MemoryPort, options } from './memoryPort';
import { until } from '../../support/until';

/* Cancelled uploads: each ends at once, and leaves no session behind. */

const never = async (): Promise<never> => await new Promise<never>(() => undefined);
/** The error of an upload of 29 bytes. */
const failureOf = async (port: MemoryPort, extra: Partial<UploadOptions>, source: Partial<Source> = {}) =>
	await errorOf(upload(port, { ...bufferSource(content(29)), ...source }, options(extra)));

test.each(['init', 'part', 'query', 'finish'])('while %s hangs: ends at once and aborts the session', async (name) => {
	const port = new MemoryPort(name === 'query' ? ['ok', 'ok', 'reset'] : []);
	const stop = new AbortController();
	const hang = async () => {
		setImmediate(() => stop.abort());
		return await never();
	};
	Object.assign(port, { [name]: hang });
	expect(await failureOf(port, { signal: stop.signal })).toMatchObject({ kind: 'aborted' });
	expect(port.log.filter((line) => line === 'abort')).toHaveLength(name === 'init' ? 0 : 1);
});

test.each(['sha1', 'read'])('while %s of a content hangs', async (name) => {
	const port = new MemoryPort([]);
	const stop = new AbortController();
	const hang = async () => {
		setImmediate(() => stop.abort());
		return await never();
	};
	expect(await failureOf(port, { signal: stop.signal }, { [name]: hang })).toMatchObject({ kind: 'aborted' });
	expect(port.states).toEqual(name === 'read' ? ['aborted'] : []);
});

test('a session that is opened after the cancel is aborted too', async () => {
	const port = new MemoryPort([]);
	const stop = new AbortController();
	const init = port.init.bind(port);
	let answer = (): void => undefined;
	const answered = new Promise<void>((resolve) => (answer = resolve));
	port.init = async (...args) => {
		stop.abort();
		await answered;
		return await init(...args);
	};
	expect(await failureOf(port, { signal: stop.signal })).toMatchObject({ kind: 'aborted' });
	expect(port.states).toEqual([]);
	answer();
	await until(() => port.log.includes('abort'));
	expect(port.states).toEqual(['aborted']);
});

test('during a pause', async () => {
	const stop = new AbortController();
	const clock = fakeClock();
	const { sleep } = clock;
	clock.sleep = async (ms, signal) => {
		if (ms < 5000) stop.abort();
		await sleep(ms, signal);
	};
	const port = new MemoryPort(['ok', 'ok'], 'reset');
	expect(await failureOf(port, { clock, signal: stop.signal })).toMatchObject({ kind: 'aborted' });
	expect(port.log.at(-1)).toBe('abort');
});

test('Stop waits less than a second for an abort request that hangs, and does not cut it off', async () => {
	const port = new MemoryPort([]);
	const stop = new AbortController();
	let cut = false;
	port.part = async () => {
		stop.abort();
		return await never();
	};
	port.abort = async (_session: unknown, signal?: AbortSignal) => {
		signal?.addEventListener('abort', () => (cut = true));
		return await never();
	};
	const waits: number[] = [];
	const clock = {
		...fakeClock(),
		sleep: async (ms: number) => {
			waits.push(ms);
			if (ms >= 1_000) await never();
		},
	};
	expect(await failureOf(port, { signal: stop.signal, clock })).toMatchObject({ kind: 'aborted' });
	expect(waits.filter((ms) => ms < 1_000)).toHaveLength(1);
	expect(cut).toBe(false);
});

test('an abort request that hangs is bounded', async () => {
	const port = new MemoryPort(['ok', 'ok', 'forbidden']);
	port.abort = never;
	expect(await failureOf(port, {})).toMatchObject({ status: 403 });
});
