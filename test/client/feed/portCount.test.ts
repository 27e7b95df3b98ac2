import { createHash } from 'node:crypto';
import { ifCounted } from '../../../src/client/feed/counting';
import { feedPort } from '../../../src/client/feed/port';
import { feedSource } from '../../../src/client/feed/start';
import { fromStored, isStoredChange, toStored } from '../../../src/client/feed/storedState';
import { stateAfter, type FeedState } from '../../../src/client/feed/state';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { callerWith, errorOf, fieldsOf, orgAccount, scriptedHttp } from '../../support/ports';

/* What is counted and saved of the feed. */

describe('counting changes', () => {
	test.each([
		[{ count: 7 }, 7],
		[{ count: '7' }, 7],
		[{ count: 0 }, 0],
	])('%j is %i', async (body, expected) => {
		const http = scriptedHttp({ body });
		expect(await feedPort(callerWith(http)).count(5, 9)).toBe(expected);
		const [request] = http.sent;
		expect([request?.method, new URL(request?.url ?? '').pathname]).toEqual([
			'POST',
			'/m-open/1/file/updates_count',
		]);
		expect(fieldsOf(request)).toMatchObject({ begin_dateline: '5', end_dateline: '9', showdel: '1' });
	});

	test.each([{}, { count: 'many' }, []])('%j is no number', async (body) => {
		expect(await errorOf(feedPort(callerWith(scriptedHttp({ body }))).count(5, 9))).toMatchObject({
			kind: 'protocol',
			message: 'The service did not answer how many changes there are',
			operation: 'libraryFileUpdatesCount',
		});
	});

	const failing = (kind: 'input' | 'aborted' | 'busy', retryable: boolean) =>
		new LibraryError(kind, kind, { retryable });

	test('a service that does not count, or that fails', async () => {
		const ask = async (failure: Error) => await ifCounted(async () => await Promise.reject(failure));
		expect(await ifCounted(async () => 3)).toBe(3);
		expect(await ask(failing('input', false))).toBeUndefined();
		const thrown = [failing('busy', true), failing('aborted', false), new TypeError('a mistake of ours')];
		for (const failure of thrown) expect(await errorOf(ask(failure))).toBe(failure);
	});
});

describe('a port', () => {
	const entry = { hash: 'h', dir: 0, fullpath: 'f', filename: 'f' };

	test('of both kinds has none, and pages of 100', async () => {
		const http = scriptedHttp({ body: { list: [entry], fetch_dateline: 12 } });
		const port = feedPort(callerWith(http));
		expect(port).not.toHaveProperty('kind');
		expect([port.pageSize, feedPort(callerWith(http), 'files').kind]).toEqual([100, 'files']);
		await port.later(5);
		expect(fieldsOf(http.sent[0])).not.toHaveProperty('dir');
		expect(await port.newest()).toEqual({ entries: [entry], until: 12 });
		expect(fieldsOf(http.sent[1])).toMatchObject({ fetch_dateline: '0' });
		expect(fieldsOf(http.sent[1])).not.toHaveProperty('mode');
	});

	test.each([
		['later', 12],
		['newest', 12],
		['newest', 11],
	] as const)('whose %s stands still is reported to the operator', async (direction, from) => {
		const http = scriptedHttp({ body: { list: [entry], fetch_dateline: 12 } });
		expect(await errorOf(feedPort(callerWith(http))[direction](from))).toMatchObject({
			kind: 'protocol',
			operation: 'libraryFileUpdates',
			hint: expect.stringContaining('operator of the service') as string,
		});
	});

	test('entries without a time name the request', async () => {
		const http = scriptedHttp({ body: { list: [entry] } });
		expect(await errorOf(feedPort(callerWith(http)).newest())).toMatchObject({ operation: 'libraryFileUpdates' });
	});
});

test('by token, a state belongs to the service and the start; the account is that of the library', () => {
	const digest = (...parts: unknown[]) => createHash('sha1').update(JSON.stringify(parts)).digest('base64url');
	const org = orgAccount('https://a.example');
	const start = { from: 'date', ms: 5 } as const;
	expect(feedSource(org, start)).toBe(digest('https://a.example', 'lib1', start));
	expect(feedSource({ ...org, kind: 'token', token: 't' }, start)).toBe(digest('https://a.example', '', start));
});

describe('a saved state', () => {
	const FULL: FeedState = {
		...stateAfter(9),
		knownAfter: 4,
		processed: [{ until: 8, fingerprints: ['a', 'b'] }],
		undelivered: [{ entry: { hash: 'h' }, after: 3 }],
		skippingExisting: true,
		cursorUnchecked: true,
		counted: 7,
		rereadFrom: 6,
		nextLook: 'pages',
	};
	const STORED = {
		...{ cursor: 9, floor: 4, seen: [{ until: 8, keys: ['a', 'b'] }], pending: FULL.undelivered },
		...{ starting: true, cut: true, counted: 7, reread: 6, look: 'pages' },
	};

	test('has all that the next poll needs', () => {
		expect(toStored(FULL)).toStrictEqual(STORED);
		expect(fromStored(STORED)).toStrictEqual(FULL);
		expect(fromStored(toStored(stateAfter(5)))).toStrictEqual(stateAfter(5));
	});

	test('what only saves requests may be damaged', () => {
		expect(fromStored({ ...STORED, reread: 'x', look: 'x' })).not.toHaveProperty('rereadFrom');
		expect(fromStored({ ...STORED, reread: 'x', look: 'x' })).not.toHaveProperty('nextLook');
		expect(fromStored({ ...STORED, look: 'page' })).toHaveProperty('nextLook', 'page');
	});

	const hidden = { ms: 1, shown: 2, counted: 3 };
	test.each<[unknown, boolean]>([
		[{ entry: {}, after: 0 }, true],
		[{ entry: {}, after: 8.64e15 }, true],
		[{ entry: {}, after: -8.64e15 }, true],
		[{ entry: {}, after: 8.64e15 + 1 }, false],
		[{ entry: {}, after: '5' }, false],
		[{ entry: [], after: 0, hidden: null }, false],
		[{ entry: {}, after: 0, hidden }, true],
		[{ entry: {}, after: 0, hidden: { ms: 1, shown: 2 } }, true],
		[{ entry: {}, after: 0, hidden: { ...hidden, ms: 'x' } }, false],
		[{ entry: {}, after: 0, hidden: { ...hidden, shown: 'x' } }, false],
		[{ entry: {}, after: 0, hidden: { ...hidden, counted: 'x' } }, false],
		[{ entry: {}, after: 0, hidden: 'x' }, false],
		[{ after: 0 }, false],
		[undefined, false],
	])('%j waits: %p', (change, expected) => {
		expect(isStoredChange(change)).toBe(expected);
	});

	test.each([
		{ floor: 'x' },
		{ seen: {} },
		{ seen: [{ until: 'x', keys: [] }] },
		{ seen: [{ until: 1, keys: [] }, 5] },
		{ pending: {} },
	])('with %j it is none', (part) => {
		expect(fromStored({ ...STORED, ...part })).toBeUndefined();
	});
});
