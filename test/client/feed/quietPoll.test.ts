import { type FeedPage, type FeedPort, pollQuietly, stateAfter, type FeedState, type QuietPoll } from '#changes/work';
import { defined } from '../../../src/protocol/wire/json';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { errorOf } from '../../support/ports';
import { entryOf, listedPort, printOf, type Listed } from './listedPort';

/*
 * A poll that finds nothing: which two requests it makes, and what it remembers of them. One entry in each millisecond
 * from 1001 to 1100, all of which were processed; pages of 10.
 */

const LIST: readonly Listed[] = Array.from({ length: 100 }, (_, at) => [1001 + at, `h${at}`]);
const STATE: FeedState = {
	...stateAfter(1100),
	knownAfter: 1000,
	processed: LIST.map(([until, hash]) => ({ until, fingerprints: printOf(hash) })),
};

const refusing = (failure: Error): Partial<FeedPort> => ({ count: async () => await Promise.reject(failure) });

async function looked(more: Partial<FeedState> = {}, { list = LIST, port: over = {} as Partial<FeedPort> } = {}) {
	const port = listedPort(list, 10);
	const state = { ...STATE, ...more };
	const { state: quiet, ...result } = await pollQuietly({ ...port, ...over }, state, 30_000);
	return { ...result, ...(quiet && { quiet }), asked: port.asked, state };
}

test.each<[string, Partial<FeedState>]>([
	['fewer than 100 processed entries', { processed: STATE.processed.slice(1) }],
	['changes that wait', { undelivered: [{ entry: {}, after: 1 }] }],
	['entries that are not to be reported', { skippingExisting: true }],
])('not with %s', async (_name, more) => {
	expect(await looked(more)).toMatchObject({ asked: [], state: { ...STATE, ...more } });
	expect(await looked(more)).not.toHaveProperty('quiet');
});

describe('something new: everything is read', () => {
	test.each<[string, readonly Listed[]]>([
		['behind the cursor', [...LIST, [1101, 'new']]],
		['in its millisecond', [...LIST, [1100, 'new']]],
		['a page of it', [...LIST, ...LIST.slice(0, 9).map(([, hash]): Listed => [1100, hash])]],
	])('%s', async (_name, list) => {
		const look = await looked({}, { list });
		expect(look.asked).toEqual(['later 1099']);
		expect(look).not.toHaveProperty('quiet');
	});

	test('perhaps behind a full page of its millisecond, all of which was processed', async () => {
		const list = LIST.slice(0, 10).map(([, hash]): Listed => [1100, hash]);
		const processed = [{ until: 1100, fingerprints: LIST.map(([, hash]) => printOf(hash)).join('') }];
		expect(await looked({ processed, quietPoll: { counted: 10 } }, { list })).not.toHaveProperty('quiet');
	});
});

describe('an entry that is dated ahead', () => {
	const list: readonly Listed[] = [...LIST, [90_000, 'ahead']];
	const processed = [...STATE.processed, { until: 90_000, fingerprints: printOf('ahead') }];
	/** The clock of the service shows this; the millisecond of the cursor has another entry by the second request. */
	const at = (clock: number, changed: readonly Listed[] = []): Partial<FeedPort> => ({
		later: async (cursor) => ({
			...(await listedPort(cursor === 1100 ? [...list, ...changed] : list, 10).later(cursor)),
			clock,
		}),
	});

	test('and known is nothing new, as long as it is ahead', async () => {
		expect(await looked({ processed }, { list, port: at(2000) })).toHaveProperty('quiet');
		expect(await looked({ processed }, { list, port: at(89_001) })).not.toHaveProperty('quiet');
		expect(await looked({}, { list, port: at(2000) })).not.toHaveProperty('quiet');
	});

	test('does not hide what came meanwhile', async () => {
		const port = at(2000, [[91_000, 'new']]);
		expect(await looked({ processed }, { list, port })).not.toHaveProperty('quiet');
	});
});

describe('counting', () => {
	test('as many as were processed: a page is looked at next', async () => {
		const { asked, quiet, counted } = await looked();
		expect(asked).toEqual(['later 1099', 'count 1001 1100']);
		expect([quiet, counted]).toEqual([{ ...STATE, quietPoll: { from: 1000, next: 'page' } }, 100]);
	});

	test('as many as the service counted before', async () => {
		expect((await looked({ quietPoll: { counted: 100 } })).quiet?.quietPoll).toMatchObject({
			counted: 100,
			next: 'page',
		});
		const look = await looked({ quietPoll: { counted: 101 } });
		expect(look.counted).toBe(100);
		expect(look).not.toHaveProperty('quiet');
	});

	test('another number: everything is read', async () => {
		const look = await looked({}, { port: { count: async () => 99 } });
		expect(look.counted).toBe(99);
		expect(look).not.toHaveProperty('quiet');
	});

	test('goes on with the page after the last one; after all pages nothing has to be saved', async () => {
		const following = { from: 1050, next: 'page' };
		expect((await looked({ quietPoll: { from: 1050 } })).quiet).toEqual({ ...STATE, quietPoll: following });
		const { quiet, state } = await looked({ quietPoll: { from: 1100 } });
		expect(quiet).toBe(state);
	});

	test('a millisecond that was not checked is by now', async () => {
		expect((await looked({ cursorUnchecked: true })).quiet).not.toHaveProperty('cursorUnchecked');
	});

	test.each([
		new LibraryError('notFound', 'no such address', { status: 404 }),
		new LibraryError('busy', 'not now', { retryable: true }),
	])('a service that does not answer it ($message): pages are looked at, the last one first', async (failure) => {
		const { quiet, counted } = await looked({}, { port: refusing(failure) });
		expect([quiet, counted]).toEqual([{ ...STATE, quietPoll: { from: 1099, next: 'pages' } }, undefined]);
		const single = [
			{ until: 1100, fingerprints: STATE.processed.map(({ fingerprints }) => fingerprints).join('') },
		];
		expect((await looked({ processed: single }, { port: refusing(failure) })).quiet?.quietPoll?.from).toBe(1000);
	});

	test.each([new LibraryError('aborted', 'cancelled'), new TypeError('a mistake of ours')])(
		'$message is thrown',
		async (failure) => {
			expect(await errorOf(looked({}, { port: refusing(failure) }))).toBe(failure);
		},
	);
});

describe('looking at a page', () => {
	const after = async (from: number | undefined, next: 'page' | 'pages') => {
		const { quiet, asked } = await looked({ quietPoll: defined({ from, next }) });
		return [asked[1], quiet?.quietPoll?.from, quiet?.quietPoll?.next];
	};

	test.each([
		// A full page may end inside its last millisecond.
		[undefined, 'page', ['later 1000', 1009, undefined]],
		[1009, 'page', ['later 1009', 1018, undefined]],
		[1095, 'page', ['later 1095', 1100, undefined]],
		[1090, 'page', ['later 1090', 1100, undefined]],
		[500, 'page', ['later 1000', 1009, undefined]],
		[1100, 'page', ['later 1000', 1009, undefined]],
		[undefined, 'pages', ['later 1000', 1009, 'pages']],
		[1095, 'pages', ['later 1095', 1000, 'pages']],
		[1100, 'pages', ['later 1000', 1009, 'pages']],
	] as const)('from %p, then %s', async (from, next, expected) => {
		expect(await after(from, next)).toEqual(expected);
	});

	test('everything else of the state stays', async () => {
		const { quiet, counted } = await looked({ quietPoll: { next: 'page', counted: 123 } });
		expect([quiet, counted]).toEqual([{ ...STATE, quietPoll: { counted: 123, from: 1009 } }, undefined]);
	});

	/** The first request finds nothing new, the second one this page. */
	const onPage = async (page: FeedPage, more: QuietPoll = {}) => {
		const port = listedPort(LIST, 10);
		const later: FeedPort['later'] = async (cursor) => (cursor === 1099 ? await port.later(cursor) : page);
		return await looked({ quietPoll: { next: 'page', ...more } }, { port: { later } });
	};
	const known = (until: number, count: number): FeedPage => ({
		until,
		entries: LIST.slice(0, count).map(([, hash]) => entryOf(hash)),
	});

	test.each<[string, FeedPage, number]>([
		['that is not full ends with its last millisecond', known(1005, 3), 1005],
		['of a single millisecond', known(1001, 10), 1001],
		['that is empty is the last one', known(1000, 0), 1100],
		['up to the cursor is the last one', known(1100, 10), 1100],
	])('a page %s', async (_name, page, from) => {
		expect((await onPage(page)).quiet?.quietPoll?.from).toBe(from);
	});

	test.each([
		[31_005, 1005],
		[31_004, 1000],
	])('at %i of the clock of the service, the next look is from %i', async (clock, from) => {
		const { quiet } = await onPage({ ...known(1005, 3), clock });
		expect(quiet?.quietPoll).toEqual({ from });
	});

	test.each<[string, FeedPage]>([
		['that goes on behind the cursor', known(1101, 3)],
		['with another look', { until: 1005, entries: [entryOf('h1', { cmd: 0 })] }],
		['with a new entry', { until: 1005, entries: [entryOf('h1'), entryOf('new')] }],
	])('everything is read after a page %s', async (_name, page) => {
		expect(await onPage(page)).not.toHaveProperty('quiet');
	});

	test('what was processed before the page is not known in it', async () => {
		expect(await onPage(known(1060, 3), { from: 1050 })).not.toHaveProperty('quiet');
	});
});
