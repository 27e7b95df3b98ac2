import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { pages } from '../../../src/client/paging/pages';
import { lists, type ListRequest, type Paging } from '../../../src/protocol/operation/define';
import { feedReader, listReader } from '../../client/feed/feedReaders';
import { randomHistories } from '../../client/feed/history';
import { HistoryPlayer } from '../../client/feed/historyPlayer';
import { randomHistories as randomActs } from '../../client/activity/history';
import { activityReader, HistoryPlayer as ActivityPlayer } from '../../client/activity/historyPlayer';
import { changingList, judge, type CountShape } from '../../client/paging/changingList';
import { callerWith, scriptedHttp } from '../../support/ports';
import { fuzzTarget } from '../fuzzTarget';

/*
 * What is read while others change it: lists, the updates feed, the logs. Models, histories and judges are those of
 * test/client, which also shows naive readers to them; here they are played in far larger numbers.
 */

const late = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4_000 }));
const LATE = { late, overlap: fc.constantFrom(5_000, 8_000, 60_000) };
const EXACT = { late: fc.constant(0), overlap: fc.constantFrom(1, 1_000, 60_000) };
const small = fc.integer({ min: 3, max: 10 });
const tiny = fc.integer({ min: 2, max: 5 });

const feed = fuzzTarget({
	name: 'feed',
	promise: 'the trigger reports each change once: bursts, late entries, lost answers, restarts, limits',
	share: 100,
	cases: fc.oneof(
		randomHistories({ ...LATE, pageSize: small }),
		randomHistories({ ...EXACT, pageSize: small }),
		randomHistories({ ...LATE, pageSize: tiny, isBusy: true }),
	),
	keeps: async (history) => await new HistoryPlayer(feedReader, history).play(),
});

const changes = fuzzTarget({
	name: 'changes',
	promise: 'a list of changes that is continued from the cursor of its last item has each change once',
	share: 70,
	cases: randomHistories({
		late: fc.constant(0),
		overlap: fc.constant(1),
		from: ['beginning', 'date'],
		pageSize: small,
	}),
	keeps: async (history) => await new HistoryPlayer(listReader, history).play(),
});

const activity = fuzzTarget({
	name: 'activity',
	promise:
		'the activity trigger reports each entry of the logs once: equal entries, late ones, lost answers, restarts',
	share: 60,
	cases: randomActs({
		pageSize: small,
		libraries: fc.integer({ min: 1, max: 4 }),
		overlap: fc.constantFrom(2, 60, 5_000),
		late: (overlap) => fc.oneof(fc.constant(0), fc.integer({ min: 0, max: overlap })),
	}),
	keeps: async (history) => await new ActivityPlayer(activityReader, history).play(),
});

const byHash = (pageSize: number): ListRequest<{ hash: string }> => {
	const paging: Paging<'hash'> = { kind: 'offset', pageSize, keyFields: ['hash'] };
	return {
		id: 'list',
		route: 'POST /list',
		credential: 'org',
		repeatable: true,
		output: lists<{ hash: string }>(),
		paging,
	};
};

const place = fc.double({ min: 0, max: 1, noNaN: true });
const change = fc.oneof(
	fc.record({ kind: fc.constant('create' as const), at: place }),
	fc.record({ kind: fc.constant('delete' as const), at: place }),
);
const COUNTS: CountShape[] = ['number', 'text', 'total', 'none', 'tooLarge', 'ofThePage', 'upToThePage'];

const paging = fuzzTarget({
	name: 'changing-lists',
	promise: 'a list that changes while it is read has each entry once, and all that were there all the time',
	share: 180,
	cases: fc.record({
		history: fc.record({
			length: fc.integer({ min: 1, max: 60 }),
			changes: fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 40 }),
			count: fc.constantFrom(...COUNTS),
			cap: fc.integer({ min: 5, max: 15 }),
		}),
		pageSize: fc.integer({ min: 5, max: 12 }),
		limit: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 80 })),
	}),
	keeps: async ({ history, pageSize, limit }) => {
		// A service that counts the page shows as many as were asked for.
		const isOfPage = history.count === 'ofThePage' || history.count === 'upToThePage';
		const list = changingList(isOfPage ? { ...history, cap: Math.max(history.cap, pageSize) } : history);
		const caller = callerWith(scriptedHttp((request) => list.reply(request)));
		const entries: string[] = [];
		const reading = pages(caller, byHash(pageSize), {}, { limit, onNotice: () => undefined });
		for await (const { hash } of reading) entries.push(hash);
		ok(entries.length <= limit);
		const problems = judge(list, entries);
		deepEqual(entries.length < limit ? problems : problems.filter((text) => !text.startsWith('missing')), []);
		ok(list.requests < 400, `${list.requests} requests`);
		equal(new Set(entries).size, entries.length);
	},
});

export const listTargets = [feed, changes, activity, paging];
