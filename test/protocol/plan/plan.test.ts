import { createHash } from 'node:crypto';
import { sortedInSteps } from '../../../src/protocol/plan/inSteps';
import {
	type Outcome,
	outcomeItem,
	percentOf,
	type Plan,
	reasonsOfLimits,
	sharing,
	summaryItem,
	changesInWords,
	summarySentence,
} from '../../../src/protocol/plan/plan';
import type { JsonObject } from '../../../src/protocol/wire/json';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { atOnce } from '../../support/atOnce';

test.each([
	[0, 0, { percent: 0, count: 0 }, []],
	[1, 10, { percent: 10, count: null }, []],
	[2, 10, { percent: 10, count: null }, ['10%']],
	[2, 10, { percent: 20, count: 1 }, ['1']],
	[2, 10, { percent: 20, count: 2 }, []],
	[3, 10, { percent: 20, count: 2 }, ['20% and 2']],
	[1, 1_000, { percent: 0, count: null }, ['0%']],
])('%i of %i with the limits %j', (removed, existing, limits, exceeded) => {
	expect(reasonsOfLimits({ removed, existing, words: 'close 7 doors' }, limits)).toEqual(
		exceeded.map((limit) => `Deletion Limit: this run would close 7 doors; the limit is ${limit}`),
	);
});

test('shares in percent', () => {
	expect([percentOf(1, 6), percentOf(3, 4), percentOf(0, 0)]).toEqual([16.67, 75, 0]);
});

test('changes of one key are a group, in the order of their first ones', () => {
	expect(sharing(['b1', 'a1', 'b2', 'c1'], (name) => name[0] ?? '')).toEqual([[['b1', 'b2']], [['a1']], [['c1']]]);
	expect(sharing(['a', 'a'], (_, at) => String(at))).toEqual([[['a']], [['a']]]);
});

interface Change {
	readonly name: string;
	readonly verb: string;
}
const ADD = { name: 'a', verb: 'add' };
const SEND = { name: 's', verb: 'send' };
const REMOVE = { name: 'r', verb: 'remove' };

const planOf = (changes: readonly Change[], more: Partial<Plan<Change>> = {}): Plan<Change> => ({
	changes,
	stages: [],
	reasons: [],
	notes: ['a note'],
	deletions: 1,
	describe: ({ name, verb }) => ({ name, none: undefined, reason: 'it differs', type: 'door', action: verb }),
	isRoutine: ({ verb }) => verb === 'send',
	totals: (outcomes) => ({ doors: outcomes.length }),
	...more,
});
const done = (change: Change, details?: JsonObject): Outcome<Change> => ({
	change,
	status: 'done',
	...(details ? { details } : {}),
});
const failed = (change: Change, status: 'failed' | 'skipped' = 'failed'): Outcome<Change> => ({
	change,
	status,
	failure: new LibraryError('conflict', 'no way'),
});

test('the item of a change begins with what all items have, and has no empty columns', () => {
	const plan = planOf([ADD]);
	const item = { action: 'add', name: 'a', status: 'done', reason: 'it differs', type: 'door' };
	expect(Object.entries(outcomeItem(plan, done(ADD)))).toEqual(Object.entries(item));
	expect(outcomeItem(plan, done(ADD, { warning: 'look', other: undefined }))).toStrictEqual({
		...item,
		warning: 'look',
	});
	expect(outcomeItem(plan, failed(ADD))).toStrictEqual({ ...item, status: 'failed', error: 'no way' });
	expect(outcomeItem(plan, failed(ADD), ({ message }) => `${message}!`)).toMatchObject({ error: 'no way!' });
	expect(outcomeItem(plan, failed(ADD, 'skipped'))).toStrictEqual({ ...item, status: 'skipped', reason: 'no way' });
});

test.each<readonly [string, Plan<Change>, Array<Outcome<Change>>, boolean, object, string]>([
	[
		'a dry run',
		planOf([ADD, REMOVE, ADD]),
		[],
		true,
		{ status: 'planned', dry_run: true, changes: 3, by_action: { add: 2, remove: 1 }, done: 0 },
		'Planned, not made: add 2 doors, remove permissions of 1 door',
	],
	[
		'a blocked plan',
		planOf([ADD], { reasons: ['too much'] }),
		[],
		false,
		{ status: 'blocked', blocked: true, reasons: ['too much'], dry_run: false },
		'Planned, not made: add 1 door',
	],
	[
		'all changes made; what is routine does not count',
		planOf([ADD, SEND]),
		[done(ADD), done(SEND)],
		false,
		{ status: 'done', changes: 1, by_action: { add: 1 }, done: 1, failed: 0, skipped: 0, doors: 2, blocked: false },
		'Made: add 1 door',
	],
	[
		'a failure',
		planOf([ADD, REMOVE, SEND]),
		[done(ADD), failed(REMOVE), failed(SEND, 'skipped')],
		false,
		{ status: 'failed', done: 1, failed: 1, skipped: 1 },
		'Made: 1 of 2 changes (add 1 door, remove permissions of 1 door); failed: 1, skipped: 1',
	],
	[
		'nothing but what is routine',
		planOf([SEND]),
		[done(SEND)],
		false,
		{ status: 'nothing_to_do', changes: 0, by_action: {}, done: 0 },
		'Nothing to do: there is no difference that calls for a change',
	],
	[
		'nothing, and what is routine has failed',
		planOf([SEND]),
		[failed(SEND)],
		false,
		{ status: 'failed', changes: 0, failed: 1 },
		'Made: 0 of 0 changes; failed: 1',
	],
])('the summary of %s', (_name, plan, outcomes, dryRun, fields, sentence) => {
	const summary = atOnce(summaryItem(plan, { dryRun, items: [], outcomes }));
	expect(summary).toMatchObject({ notes: ['a note'], deletions: 1, plan: [], plan_truncated: 0, ...fields });
	expect(summarySentence(summary, atOnce(changesInWords(plan)))).toBe(sentence);
});

test('a summary shows the first 1,000 changes, and says how many more there are', () => {
	const items = Array.from({ length: 1_003 }, (_, at) => outcomeItem(planOf([SEND]), done(SEND, { at })));
	const summary = atOnce(summaryItem(planOf([]), { dryRun: true, items, outcomes: [] }));
	expect([summary.plan.length, summary.plan.at(-1), summary.plan_truncated]).toMatchObject([1_000, { at: 999 }, 3]);
});

test.each([0, 1, 1999, 2000, 2001, 12_345])('%d entries are sorted as by toSorted, equal ones in order', (length) => {
	const list = Array.from({ length }, (_, at) => ({
		at,
		key: createHash('sha1').update(String(at)).digest()[0] ?? 0,
	}));
	const compare = (a: { key: number }, b: { key: number }): number => a.key - b.key;
	expect(atOnce(sortedInSteps(list, compare))).toEqual([...list].sort(compare));
});
