import { bufferSource, makeChunkReader, type Source } from '../../../src/client/upload/source';
import { NO_FAILURES, type At, type UploadPort, type UploadRun } from '../../../src/client/upload/state';
import { abortSession, next, withGracePeriod } from '../../../src/client/upload/steps';
import { uploadToLibrary } from '../../../src/client/upload/upload';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { callerWith, errorOf, fakeClock, type FakeClock, scriptedHttp } from '../../support/ports';
import { content, portWith } from './memoryPort';

const FILE = { hash: 'h', fullpath: 'a', instant: false, servers: [] };
const ASKING: At<'asking'> = {
	...NO_FAILURES,
	at: 'asking',
	file: FILE,
	session: { server: 's', id: '1' },
	confirmed: 10,
	arrived: 10,
	expected: undefined,
};

function runOf(port: Partial<UploadPort>, clock: FakeClock = fakeClock()): UploadRun {
	const source = bufferSource(content(20));
	return {
		port: portWith(port),
		content: { sha1: 's', size: 20 },
		chunks: makeChunkReader(source, 10),
		chunkSize: 10,
		clock,
		signal: new AbortController().signal,
		count: { chunks: 0, retries: 0, bytesSent: 0 },
	};
}

test.each([
	[0, {}, []],
	[1, {}, []],
	// Half of the jitter: between 1 s and half of it, doubled for each further failure.
	[2, {}, [expect.any(Number)]],
	[1, { retryAfter: 7 }, [7000]],
	[0, { closed: 'asked' }, []],
	[0, { closed: 'waited' }, [1000]],
] as const)('after %i failures and with %j it pauses %j', async (failures, more, slept) => {
	const clock = fakeClock();
	const run = runOf({ query: async () => await Promise.resolve(10) }, clock);
	await next({ ...ASKING, failures, ...more }, run);
	expect(clock.slept).toEqual(slept);
});

test('after 410 it asks, waits and asks again, unless all bytes are there', async () => {
	const asked = async (arrived: number) =>
		await next({ ...ASKING, closed: 'asked' }, runOf({ query: async () => await Promise.resolve(arrived) }));
	expect(await asked(15)).toMatchObject({ at: 'asking', closed: 'waited', arrived: 15 });
	expect(await asked(20)).toMatchObject({ at: 'sending', confirmed: 20 });
});

test('an upload server cannot have 21 of 20 bytes', async () => {
	const query = async (): Promise<number> => await Promise.resolve(21);
	expect(await errorOf(next(ASKING, runOf({ query })))).toMatchObject({
		kind: 'protocol',
		retryable: false,
		message: 'The upload server reports 21 bytes for a file of 20 bytes',
	});
});

test.each([
	[0, 0],
	[10, 10],
	[15, 10],
])('where the server expects byte %i it goes on, and %i bytes have arrived', async (confirmed, arrived) => {
	const state = await next({ ...ASKING, expected: confirmed }, runOf({}));
	expect(state).toMatchObject({ at: 'sending', confirmed, arrived });
});

test('the first chunk is read while the session is opened', async () => {
	const read: number[] = [];
	const source = bufferSource(content(20));
	const counting: typeof source = {
		...source,
		read: async (offset, length) => {
			read.push(offset);
			return await source.read(offset, length);
		},
	};
	const run = { ...runOf({}), chunks: makeChunkReader(counting, 10) };
	await next({ ...NO_FAILURES, at: 'opening', file: FILE }, run);
	expect(read).toEqual([0]);
});

test('bytes that were never confirmed before end a row of failures, others do not', async () => {
	const cause = new LibraryError('network', 'lost');
	const asked = async (mostConfirmed: number) => {
		const query = async () => await Promise.resolve(15);
		return await next({ ...ASKING, failures: 1, closed: 'waited', cause, mostConfirmed }, runOf({ query }));
	};
	const refilled = await asked(14);
	expect(refilled).toMatchObject({ at: 'sending', confirmed: 15, mostConfirmed: 15, failures: 0, closed: 'no' });
	expect(refilled).toMatchObject({ cause: undefined });
	expect(await asked(15)).toMatchObject({ confirmed: 15, failures: 1, closed: 'waited', cause });
});

test('when all bytes are confirmed, the file cannot be complete yet', async () => {
	const sending: At<'sending'> = { ...ASKING, at: 'sending', confirmed: 20 };
	expect(await next(sending, runOf({}))).toMatchObject({ at: 'finishing', polls: 0, mayBeDone: false });
});

test('a file that is said to be complete before its last byte is asked about', async () => {
	const part = async () => await Promise.resolve('complete' as const);
	const state = await next({ ...ASKING, at: 'sending', confirmed: 0 }, runOf({ part }));
	expect(state).toMatchObject({ at: 'asking', confirmed: 10, cause: { kind: 'upload', retryable: true } });
});

describe('a service that is still putting the file together', () => {
	const { session, confirmed, arrived } = ASKING;
	const after = async (ms: number, more: Partial<At<'finishing'>> = {}) => {
		const clock = fakeClock();
		const finish = async () => await Promise.resolve('processing' as const);
		const finishing: At<'finishing'> = {
			...NO_FAILURES,
			at: 'finishing',
			file: FILE,
			session,
			confirmed,
			arrived,
			polls: 0,
			since: clock.now() - ms,
			mayBeDone: false,
			...more,
		};
		return { state: await next(finishing, runOf({ finish }, clock)), slept: clock.slept };
	};

	test('when the time is over is no case for another attempt', async () => {
		expect(await errorOf(after(600_000))).toMatchObject({
			kind: 'busy',
			retryable: false,
			code: 'finishTimeout',
			operation: 'uploadFinish',
			message: "The service hadn't finished assembling the file after 600 seconds",
		});
	});

	test.each([1000, 2000, 4000, 8000, 10_000])('is asked again after %i ms, more each time', async (ms) => {
		const polls = [1000, 2000, 4000, 8000, 10_000].indexOf(ms);
		expect((await after(0, { polls })).slept).toEqual([ms]);
	});

	test('may have done so when it is asked next; a pause that it asked for holds once', async () => {
		const { state, slept } = await after(0, { mayBeDone: true, retryAfter: 30 });
		expect(state).toMatchObject({ at: 'finishing', polls: 1, mayBeDone: true });
		expect(state).toMatchObject({ retryAfter: undefined });
		expect(slept).toEqual([30_000, 1000]);
		// Failures before it was asked to finish are no reason to wait.
		expect((await after(0, { failures: 3 })).slept).toEqual([1000]);
	});
});

test('a request that outlives a cancel has five seconds', async () => {
	const [clock, stop] = [fakeClock(), new AbortController()];
	const asking = withGracePeriod({ clock, signal: stop.signal }, async (signal) => {
		stop.abort(new Error('Stop'));
		return await new Promise((_, reject) => {
			signal.addEventListener('abort', () => reject(signal.reason as Error));
		});
	});
	expect((await errorOf(asking)).message).toBe('Stop');
	expect(clock.slept).toEqual([5000]);
});

test.each([
	['three times, after longer pauses, where it may pass', true, [250, 500], 3],
	['once where the answer is final', false, [], 1],
])('an abort is asked for %s', async (_, retryable, slept, times) => {
	let asked = 0;
	const abort = async (): Promise<never> => {
		asked++;
		return await Promise.reject(new LibraryError('busy', 'not now', { retryable }));
	};
	const clock = fakeClock();
	const { sleep } = clock;
	// Its time does not end.
	clock.sleep = async (ms, signal) => await (ms < 5000 ? sleep(ms, signal) : new Promise<void>(() => undefined));
	await abortSession(runOf({ abort }, clock), { server: 's', id: '1' });
	expect([clock.slept, asked]).toEqual([slept, times]);
});

test('after a cancel an abort that hangs is waited for less than a second', async () => {
	const waits: number[] = [];
	const never = async (): Promise<never> => await new Promise(() => undefined);
	const sleep = async (ms: number): Promise<void> => void (waits.push(ms) === 1 && (await never()));
	const run = runOf({ abort: never }, { ...fakeClock(), sleep });
	await abortSession({ ...run, signal: AbortSignal.abort() }, { server: 's', id: '1' });
	expect(waits).toEqual([5000, 700]);
});

/* Whole uploads, over a service that fails at one request; over the emulator: emulatedUpload.test.ts. */

/** The error of an upload of 20 bytes, and the sessions that it aborted. */
async function failed(port: Partial<UploadPort>, source: Partial<Source> = {}, signal?: AbortSignal) {
	const aborted: string[] = [];
	const abort = async ({ id }: { id: string }): Promise<void> => void aborted.push(id);
	const uploading = uploadToLibrary(
		callerWith(scriptedHttp(), signal ? { signal } : {}),
		{ ...bufferSource(content(20)), ...source },
		{ fullpath: 'a/b.bin', overwrite: false, chunkSize: 10 },
		portWith({ abort, ...port }),
	);
	return { error: await errorOf(uploading), aborted };
}
const REFUSAL = new LibraryError('quota', 'full', { code: 40321 });
const refused = async (): Promise<never> => await Promise.reject(REFUSAL);

test.each<[string, Partial<UploadPort>, Partial<Source>, object, string, string[]]>([
	['create_file', { create: refused }, {}, { kind: 'quota', code: 40321, cause: REFUSAL }, 'before any bytes', []],
	[
		'a part',
		{ part: async (_, offset) => (offset === 10 ? await refused() : 'stored') },
		{},
		{ kind: 'quota' },
		'after 10 of 20',
		['s0'],
	],
	[
		'the content',
		{},
		{ read: async (at) => (at < 10 ? content(10) : await Promise.reject(new Error('disk'))) },
		{ kind: 'upload', cause: { message: 'disk' } },
		'after 10 of 20',
		['s0'],
	],
	['the checksum', {}, { sha1: async () => await Promise.reject(new Error('gone')) }, {}, 'before any bytes', []],
])('a failure of %s keeps its kind, says how far it got, and leaves no session', async (...row) => {
	const [, port, source, known, howFar, sessions] = row;
	const { error, aborted } = await failed(port, source);
	expect(error).toMatchObject({ name: 'LibraryError', ...known });
	expect(error.message).toMatch(new RegExp(`^The upload failed ${howFar}`));
	expect(aborted).toEqual(sessions);
});

test.each(['sha1', 'read', 'part'])('a cancel while %s hangs ends the upload', async (name) => {
	const stop = new AbortController();
	const hang = async (): Promise<never> => {
		setImmediate(() => stop.abort());
		return await new Promise<never>(() => undefined);
	};
	const [port, source] = name === 'part' ? [{ part: hang }, {}] : [{}, { [name]: hang }];
	const { error, aborted } = await failed(port, source, stop.signal);
	expect(error).toMatchObject({ kind: 'aborted' });
	expect(error.message).toMatch(/^The upload was cancelled before any bytes arrived: /);
	expect(aborted).toEqual(name === 'sha1' ? [] : ['s0']);
});
