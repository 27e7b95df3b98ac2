import fc from 'fast-check';
import { listChanges, entryMark, type FeedPort } from '#changes/work';
import type { FeedCursor } from '../../../src/protocol/wire/feedCursor';
import { runs } from '../../support/runs';
import { listReader, naiveReader, playRandom, HistoryPlayer } from './historyPlayer';
import { history, randomHistories, stepsIn } from './history';
import { entryOf, type Listed, listedPort } from './listedPort';

/* Change: Get Many in pieces, each continued from the last item, by the histories and oracle of the trigger. */
const times = { late: fc.constant(0), overlap: fc.constant(1), from: ['beginning', 'date'] as const };

/** Some entries are dated hours ahead; none becomes visible late, not even within the second that the clock tells. */
const ahead = { ...times, late: fc.constantFrom(0, 0, 0, 0, -40_000_000, -86_400_000) };

test.each([
	['pages of 3 to 10', { ...times, pageSize: fc.integer({ min: 3, max: 10 }) }, 800],
	['between all requests', { ...times, pageSize: fc.integer({ min: 2, max: 5 }), isBusy: true }, 800],
	['entries that are dated ahead', { ...ahead, pageSize: fc.integer({ min: 3, max: 10 }) }, 500],
	[
		'entries that are dated ahead, between all requests',
		{ ...ahead, pageSize: fc.integer({ min: 2, max: 5 }), isBusy: true },
		500,
	],
	['pages of 100', { ...times, pageSize: fc.constant(100) }, 100],
])('pieces of every size, oldest first: 0 missed, 0 repeated %s', async (_name, ranges, count) => {
	expect(await playRandom(listReader, randomHistories(ranges), count)).toBeGreaterThan(runs(count));
});

test('a burst in which something happens after the end of the feed was seen is listed again', async () => {
	const steps = stepsIn('create+0 | poll 1 1: create+0 | poll 2 1: move+0 restore+0 edit+0 create+0');
	const found = history({ pageSize: 2, overlapMs: 1, steps });
	await expect(new HistoryPlayer(listReader, found).play()).resolves.toBeUndefined();
});

test('the oracle can fail: a list that continues from the time of its last page', async () => {
	const histories = randomHistories({ ...times, pageSize: fc.integer({ min: 3, max: 10 }) });
	await expect(playRandom(naiveReader, histories, 500)).rejects.toMatchObject({
		cause: { message: expect.stringMatching(/^(missed|repeated)/) as string },
	});
});

/* What single cursors remember. */

describe('a list from a cursor, oldest first', () => {
	const markOf = (hash: string): string => entryMark(entryOf(hash));
	const CURSOR: FeedCursor = { order: 'oldest', start: 1000, end: 2000, returned: [markOf('r')] };
	/** What is listed of entries on pages of three, by a service whose clock shows 2000 unless it shows none. */
	const listed = async (
		list: readonly Listed[],
		{ cursor = CURSOR, clock = 2000, port: more = {} as Partial<FeedPort> } = {},
	) => {
		const port = listedPort(list);
		const later: FeedPort['later'] = async (...asked) => ({ ...(await port.later(...asked)), clock });
		const found: Array<[unknown, FeedCursor]> = [];
		for await (const change of listChanges({ ...port, later, ...more }, cursor, { onHiddenChanges: 'stop' }))
			found.push(['entry' in change ? change.entry.hash : '', change.cursor]);
		return found;
	};

	test('what is dated ahead leaves its page as it is', async () => {
		const list: readonly Listed[] = [
			[1500, 'r'],
			[90_000, 'x'],
		];
		expect(await listed(list)).toEqual([['x', { ...CURSOR, ahead: [markOf('x')] }]]);
	});

	test('an entry that looks another way before its time forgets how it looked ahead', async () => {
		const cursor = { ...CURSOR, ahead: [markOf('x'), markOf('y')] };
		const changed = { ...entryOf('x'), cmd: 0 };
		const later: FeedPort['later'] = async (from) =>
			from < 1500 ? { entries: [changed], until: 1500 } : { entries: [], until: from };
		const after = { ...cursor, returned: [markOf('r'), entryMark(changed)], ahead: [markOf('y')] };
		expect(await listed([], { cursor, port: { later } })).toEqual([['x', after]]);
	});

	test('the list follows the times of what is dated ahead where a cursor remembers 100 of them', async () => {
		const marks = Array.from({ length: 100 }, (_, at) => markOf(`x${at}`));
		const list: readonly Listed[] = [[90_000, 'y']];
		expect(await listed(list, { cursor: { ...CURSOR, ahead: marks.slice(1) } })).toEqual([
			['y', { ...CURSOR, ahead: [...marks.slice(1), markOf('y')] }],
		]);
		const after = { order: 'oldest', start: 89_999, end: 90_000, ahead: marks, returned: [markOf('y')] };
		expect(await listed(list, { cursor: { ...CURSOR, ahead: marks } })).toEqual([['y', after]]);
	});

	test('a page of what was listed ahead is passed when its time has come', async () => {
		const list: readonly Listed[] = [3001, 3002, 3003, 3004].map((ms, at) => [ms, 'abcd'[at] ?? '']);
		const cursor = { ...CURSOR, ahead: ['a', 'b', 'c'].map(markOf) };
		const after = { order: 'oldest', start: 3003, end: 3004, returned: [markOf('d')] };
		expect(await listed(list, { cursor, clock: Infinity })).toEqual([['d', after]]);
	});

	test('some entries that come again are no feed without an end', async () => {
		const list: readonly Listed[] = [...'abcdabcd'].map((hash, at) => [3001 + at, hash]);
		const found = await listed(list, { clock: Infinity });
		expect(found.map(([hash]) => hash).join('')).toBe('abcdabcd');
	});
});
