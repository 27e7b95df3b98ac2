import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { readActivities, activityStateIn } from '#activity/work';
import { readChanges } from '../client/feed/historyPlayer';
import { buildItems, isClassified, changeTrigger } from '#changes';
import { readingRequestsIn } from '#reading';
import { isComplete, itemsOfResumedWait, readingItemsIn, unlessAnswered } from '#reading/plan';
import { FeedWorld, worldPort } from '../client/feed/feedWorld';
import { broken } from '../support/arbitraries';
import { nothingInherited, outcomeLater } from '../support/check';
import { property } from '../support/property';

/* What n8n kept between two runs, after somebody or something has changed it: other versions, people, databases. */

const MS = 1_800_000_000_000;
const ENTRY = {
	hash: 'h',
	dir: 0,
	fullpath: 'a/b',
	filename: 'b',
	cmd: 1,
	last_dateline: MS / 1000,
	create_dateline: MS / 1000,
};
/** A state of the change trigger with something in every place. */
const FEED = {
	feed: {
		cursor: MS,
		overlapEnd: MS,
		knownAfter: MS - 1,
		processed: [{ until: MS, fingerprints: '3cV0R8wJ8IQrErpcoXT8jT' }],
		undelivered: [
			{ entry: ENTRY, after: 0, isNew: true },
			{ entry: {}, after: 1, hidden: { ms: MS, shown: 2, counted: 3 } },
		],
		skippingExisting: true,
		cursorUnchecked: true,
		seenAt: MS,
	},
	retries: [{ change: { entry: ENTRY, after: 0 }, event: 'created', tries: 1 }],
};
const ACTIVITY = {
	scope: 'all',
	logs: {
		management: {
			cursor: 5,
			floor: 1,
			memory: { 5: 'abcdefghi' },
			watched: ['*'],
			round: { next: 1, following: 2, codes: ['*'] },
		},
	},
	starting: ['org_id:1'],
	failures: { 'org_id:2': { polls: 1, told: true } },
	first: 'management',
};

property({
	promise: 'whatever is saved for the change trigger, it continues, starts over or refuses, and does not crash',
	count: 1050,
	cases: broken(FEED),
	keeps: async (saved) => {
		const before = JSON.stringify(saved);
		const state = changeTrigger.stateIn(saved);
		if (!state) return;
		const world = new FeedWorld({ pageSize: 3, startMs: MS });
		world.fill(4, 2);
		let asked = 0;
		const options = {
			now: () => MS,
			overlapMs: 1_000,
			limit: 10,
			expired: () => ++asked > 20,
			onHiddenChanges: 'continue',
		} as const;
		const read = await outcomeLater(async () => await readChanges(worldPort(world), state.feed, options));
		const run = { settings: { contentField: undefined } } as unknown as Parameters<typeof buildItems>[0];
		const changes = read.error
			? []
			: read.value.changes.map((change) => ({ change, event: 'incomplete' as const }));
		const { items } = await buildItems(run, [
			...state.retries.flatMap((one) => (isClassified(one) ? [one] : [])),
			...changes,
		]);
		for (const { item } of items) ok(JSON.stringify(item.json).startsWith('{'));
		equal(JSON.stringify(saved), before);
		nothingInherited();
	},
});

property({
	promise: 'whatever is saved for the activity trigger, it continues, starts over or refuses, and does not crash',
	count: 1050,
	cases: broken(ACTIVITY),
	keeps: async (saved) => {
		const state = activityStateIn(saved);
		if (!state) return;
		const port = { pageSize: 3, page: async () => ({ entries: [], total: undefined, at: 99 }) };
		const log = {
			name: 'management',
			kind: 'management' as const,
			library: {},
			port,
			codes: ['*'],
			accept: () => true,
		};
		let asked = 0;
		const options = {
			scope: 'all',
			startFrom: 'now',
			overlap: 30,
			limit: 10,
			expired: () => ++asked > 20,
		} as const;
		const read = await outcomeLater(async () => await readActivities([log], state, options));
		if (read.error) return;
		ok(activityStateIn(JSON.parse(JSON.stringify(read.value.state))), 'what it saves it reads');
		nothingInherited();
	},
});

const REQUEST = {
	id: 'r1',
	execution: '7',
	viewer: 'ann',
	file: 'h',
	ask: 'read',
	comment: true,
	issued: 1,
	fullpath: 'a/b',
	filename: 'b',
	check: 'c',
	run: 'n',
	item: 0,
	taken: true,
};
const ITEM = {
	reading_id: 'r1',
	viewer: 'ann',
	ask: 'read',
	outcome: 'pending',
	hash: 'h',
	filehash: 'aa',
	version_number: 1,
	seen_filehash: 'aa',
	answered_filehash: null,
	answered_version_number: null,
	changed: false,
	fullpath: 'a/b',
	filename: 'b',
	pages_read: [1],
	pages: 2,
	opened_at: null,
	answered_at: null,
	comment: 'Fine',
	due_at: null,
	still_waiting: true,
};

property({
	promise: 'whatever is saved of a wait for readers is read as links and items, or not at all',
	count: 900,
	cases: fc.tuple(broken({ fileLibraryReading: [REQUEST] }), broken([ITEM, ITEM])),
	keeps: ([flow, jsons]) => {
		const shared = typeof flow === 'object' && flow !== null ? (flow as Record<string, unknown>) : {};
		for (const { id, execution } of readingRequestsIn(shared)) equal(typeof id + typeof execution, 'stringstring');
		const list: unknown[] = Array.isArray(jsons) ? jsons : [jsons];
		const items = readingItemsIn(list);
		ok(items === undefined || items.length === list.length);
		if (items) for (const item of items) ok(unlessAnswered(item, 'timed_out').outcome !== 'pending');
		const objects = list.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null);
		const resumed = itemsOfResumedWait(objects);
		if (resumed) isComplete(resumed, false);
		nothingInherited();
	},
});
