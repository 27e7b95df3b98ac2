import { bufferSource, makeChunkReader } from '../../../src/client/upload/source';
import { recover } from '../../../src/client/upload/recovery';
import {
	NO_FAILURES,
	type At,
	type Unfinished,
	type UploadState,
	type UploadRun,
} from '../../../src/client/upload/state';
import { LibraryError, type ErrorDetails, type ErrorKind } from '../../../src/protocol/wire/libraryError';
import { fakeClock } from '../../support/ports';
import { portWith } from './memoryPort';

/* What follows each failure in each state, by the statuses of the document; whole uploads: emulatedUpload.test.ts. */

const FILE = { hash: 'h', fullpath: 'a', instant: false, servers: [] };
const IN_SESSION = { ...NO_FAILURES, file: FILE, session: { server: 's', id: '1' }, confirmed: 10, arrived: 10 };
const STARTED = 1_000_000;
const START: At<'start'> = { ...NO_FAILURES, at: 'start' };
const OPENING: At<'opening'> = { ...NO_FAILURES, at: 'opening', file: FILE };
const SENDING: At<'sending'> = { ...IN_SESSION, at: 'sending' };
const ASKING: At<'asking'> = { ...IN_SESSION, at: 'asking', expected: undefined };
const FINISHING: At<'finishing'> = { ...IN_SESSION, at: 'finishing', polls: 0, since: STARTED, mayBeDone: false };

const NO_CHUNKS = makeChunkReader(bufferSource(Buffer.alloc(0)), 10);

const failure = (details: ErrorDetails & { kind?: ErrorKind } = {}): LibraryError =>
	new LibraryError(details.kind ?? 'upload', 'failed', details);
interface World {
	readonly now?: number;
	readonly isStored?: () => Promise<boolean>;
}
const runOf = ({ now = STARTED, isStored }: World): UploadRun => ({
	chunks: NO_CHUNKS,
	count: { chunks: 0, retries: 0, bytesSent: 0 },
	port: portWith(isStored && { isStored }),
	content: { sha1: 's', size: 20 },
	chunkSize: 10,
	clock: fakeClock(now),
	signal: new AbortController().signal,
});
/** The next state, or `fails` where the upload fails with this error, `first` where with the first of the row. */
async function after(state: Unfinished, cause: LibraryError, world: World = {}): Promise<UploadState | string> {
	try {
		return await recover(state, cause, runOf(world));
	} catch (thrown) {
		if (thrown === cause) return 'fails';
		if ('cause' in state && thrown === state.cause) return 'first';
		throw thrown;
	}
}
const placeAfter = async (...args: Parameters<typeof after>): Promise<string> => {
	const next = await after(...args);
	return typeof next === 'string' ? next : next.at;
};

const NETWORK = failure({ kind: 'network', retryable: true });
const PAGE = failure({ kind: 'protocol', retryable: true });
const status = (code: number, more: ErrorDetails = {}) => failure({ status: code, ...more });

type Row = [at: Unfinished['at'], what: string, cause: LibraryError, next: string];
/** A row for each of these statuses. */
const each = (at: Row[0], codes: number[], next: string, more: ErrorDetails = {}): Row[] =>
	codes.map((code) => [at, `${code}`, status(code, more), next]);

test.each<Row>([
	['start', 'a lost connection', NETWORK, 'fails'],
	['opening', 'a lost connection', NETWORK, 'start'],
	['opening', 'an answer that cannot be read', failure({ kind: 'protocol' }), 'fails'],
	...each('opening', [500, 503, 599, 404, 429], 'start'),
	...each('opening', [400, 401, 409, 499], 'fails', { retryable: true }),
	['sending', 'a lost connection', NETWORK, 'asking'],
	['sending', 'a failure that stays', failure(), 'fails'],
	...each('sending', [408, 409, 410, 416, 429, 500, 503], 'asking'),
	['sending', '401', status(401), 'start'],
	['sending', '400 of a damaged part', status(400, { code: 40001 }), 'asking'],
	...each('sending', [400, 403, 404, 413], 'fails'),
	['asking', 'a lost connection', NETWORK, 'asking'],
	['asking', 'a web page', PAGE, 'asking'],
	['asking', 'a failure that stays', failure(), 'fails'],
	...each('asking', [401, 500], 'start'),
	...each('asking', [408, 409, 410, 429, 503], 'asking'),
	['asking', 'an offset that is not known', failure({ code: 'offsetUnknown' }), 'start'],
	...each('asking', [400, 404, 416], 'fails'),
	['finishing', 'a lost connection', NETWORK, 'finishing'],
	['finishing', '409', status(409), 'asking'],
	...each('finishing', [401, 500], 'start'),
	...each('finishing', [408, 410, 429, 503], 'finishing'),
	...each('finishing', [400, 404, 416], 'fails'),
	['finishing', 'the end of its time', failure({ code: 'finishTimeout', retryable: true }), 'fails'],
])('%s, %s', async (at, _what, cause, expected) => {
	const state = [START, OPENING, SENDING, ASKING, FINISHING].find((each) => each.at === at) ?? START;
	expect(await placeAfter(state, cause)).toBe(expected);
});

test.each<[string, LibraryError]>([
	['a cancellation', failure({ kind: 'aborted', retryable: true })],
	['content that cannot be read', failure({ kind: 'input', retryable: true })],
	['a pause of more than a minute', failure({ retryable: true, retryAfter: 61 })],
])('%s ends the upload', async (_, cause) => {
	for (const state of [OPENING, SENDING, ASKING, FINISHING]) expect(await placeAfter(state, cause)).toBe('fails');
});

describe('a row of failures', () => {
	const first = failure({ kind: 'network', retryable: true, status: 502 });
	const failed = (failures: number) => ({ failures, cause: first });
	test('counts, keeps its first one and the pause that was asked for', async () => {
		const next = await after({ ...SENDING, ...failed(2) }, failure({ retryable: true, retryAfter: 60 }));
		expect(next).toMatchObject({ at: 'asking', failures: 3, cause: first, retryAfter: 60, confirmed: 10 });
		expect(await after(SENDING, NETWORK)).toMatchObject({ failures: 1, cause: NETWORK });
		const again = await after({ ...FINISHING, ...failed(2), retryAfter: 60 }, NETWORK);
		expect(again).toMatchObject({ at: 'finishing', failures: 3, cause: first, mayBeDone: true });
		expect(again).toMatchObject({ retryAfter: undefined });
		const found = await after({ ...OPENING, ...failed(1) }, NETWORK);
		expect(found).toMatchObject({ at: 'start', restarts: 1, failures: 1, cause: first });
	});
	test('ends after six with the first one', async () => {
		for (const state of [SENDING, ASKING, FINISHING]) {
			expect(await placeAfter({ ...state, ...failed(5) }, NETWORK)).not.toBe('first');
			expect(await placeAfter({ ...state, ...failed(6) }, NETWORK)).toBe('first');
		}
		expect(await placeAfter({ ...ASKING, ...failed(6) }, PAGE)).toBe('start');
		expect(await placeAfter({ ...ASKING, ...failed(1) }, status(404))).toBe('first');
		expect(await placeAfter({ ...FINISHING, ...failed(1) }, status(404))).toBe('first');
	});
	test('starts over twice', async () => {
		for (const state of [OPENING, SENDING, ASKING, FINISHING]) {
			const gone = state.at === 'opening' ? status(500) : status(401);
			const result = await after({ ...state, restarts: 1, arrived: 7 }, gone);
			expect(result).toMatchObject({ at: 'start', restarts: 2, arrived: 7, mostConfirmed: 0 });
			expect(await placeAfter({ ...state, restarts: 2 }, gone)).toBe('fails');
			expect(await placeAfter({ ...state, restarts: 2, ...failed(1) }, gone)).toBe('first');
		}
	});
	test('is what the upload failed with where create_file fails too, unless that says why', async () => {
		expect(await placeAfter({ ...START, ...failed(1) }, NETWORK)).toBe('first');
		expect(await placeAfter({ ...START, ...failed(1) }, status(403))).toBe('fails');
	});
});

test('410 is asked about once, and starts over after a pause', async () => {
	expect(await after(SENDING, status(410))).toMatchObject({ at: 'asking', closed: 'asked' });
	expect(await after({ ...SENDING, closed: 'waited' }, status(410))).toMatchObject({ at: 'start' });
	expect(await after({ ...SENDING, closed: 'asked' }, status(503))).toMatchObject({ at: 'asking', closed: 'asked' });
});

test.each<[number | undefined, number | undefined]>([
	[0, 0],
	[20, 20],
	[undefined, undefined],
	[10, undefined],
	[21, undefined],
	[-1, undefined],
])('409 that expects %p is believed as %p', async (expectedOffset, expected) => {
	const refused = status(409, expectedOffset === undefined ? {} : { expectedOffset });
	for (const state of [SENDING, FINISHING]) {
		const next = await after(state, refused);
		expect(next).toMatchObject({ at: 'asking', expected });
	}
});

describe('a session that is gone when it is to be finished', () => {
	const lost = { ...FINISHING, mayBeDone: true };
	test.each<[string, At<'finishing'>, World['isStored'], string]>([
		['the file is stored', lost, async () => true, 'done'],
		['it was not finished', FINISHING, async () => true, 'start'],
		['the question fails', lost, async () => Promise.reject(new Error('gone')), 'fails'],
		['the question fails too', { ...lost, cause: NETWORK }, async () => Promise.reject(new Error('x')), 'first'],
	])('%s', async (_, state, isStored, expected) => {
		for (const code of [401, 500])
			expect(await placeAfter(state, status(code), isStored ? { isStored } : {})).toBe(expected);
	});
	test('is done as a file whose bytes were sent', async () => {
		const found = await after(lost, status(401), { isStored: async () => true });
		expect(found).toEqual({ at: 'done', file: FILE });
	});
});

test('finishing is given up when its time is over', async () => {
	expect(await placeAfter(FINISHING, NETWORK, { now: STARTED + 600_000 })).toBe('finishing');
	expect(await placeAfter(FINISHING, NETWORK, { now: STARTED + 600_001 })).toBe('fails');
});
