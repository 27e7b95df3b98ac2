import fc from 'fast-check';
import { pages } from '../../../src/client/paging/pages';
import { runs } from '../../support/runs';
import type { ListRequest, Paging } from '../../../src/protocol/operation/define';
import { callerWith, scriptedHttp } from '../../support/ports';
import {
	changingList,
	flaws,
	type Change,
	type ChangingList,
	type CountShape,
	type History,
	changingLog,
	flawsIn,
	type LogEntry,
	type LogHistory,
} from './changingList';

/* Lists that others change while they are read: nothing twice, nothing missing that was there all the time. */

const RUNS = runs(100, 20);

const request = <E>(paging: Paging): ListRequest<E> => ({
	id: 'list',
	route: 'POST /list',
	credential: 'org',
	repeatable: true,
	paging,
});
const byHash = (pageSize: number) => request<{ hash: string }>({ kind: 'offset', pageSize, keyFields: ['hash'] });
const log = (pageSize: number) =>
	request<LogEntry>({
		kind: 'offset',
		pageSize,
		keyFields: 'none',
		log: { order: 'order', end: 'end', time: 'dateline' },
	});

async function read(list: ChangingList, pageSize: number, limit = Infinity) {
	const entries: string[] = [];
	const notices: string[] = [];
	const onNotice = ({ kind }: { kind: string }): void => void notices.push(kind);
	const caller = callerWith(scriptedHttp((r) => list.reply(r)));
	for await (const { hash } of pages(caller, byHash(pageSize), {}, { limit, onNotice })) entries.push(hash);
	return { entries, notices };
}

const place = fc.double({ min: 0, max: 1, noNaN: true });
const created = fc.record({ kind: fc.constant('create' as const), at: place });
const deleted = fc.record({ kind: fc.constant('delete' as const), at: place });
const moved = fc.record({ kind: fc.constant('move' as const), from: place, to: fc.oneof(place, fc.constant(0)) });

const listHistories = (change: fc.Arbitrary<Change>, most: number, counts: CountShape[]): fc.Arbitrary<History> =>
	fc.record({
		length: fc.integer({ min: 1, max: 60 }),
		changes: fc.array(fc.array(change, { maxLength: most }), { maxLength: 40 }),
		count: fc.constantFrom(...counts),
		cap: fc.integer({ min: 5, max: 15 }),
	});
const pageSizes = fc.integer({ min: 5, max: 12 });

test('entries are created and deleted, and the service counts them in any way', async () => {
	const counts: CountShape[] = ['number', 'text', 'total', 'none', 'tooLarge'];
	await fc.assert(
		fc.asyncProperty(listHistories(fc.oneof(created, deleted), 3, counts), pageSizes, async (history, pageSize) => {
			const list = changingList(history);
			const { entries, notices } = await read(list, pageSize);
			expect(flaws(list, entries)).toEqual([]);
			if (history.count !== 'tooLarge') expect(notices).not.toContain('fewer');
			if (history.changes.flat().length === 0 && history.count !== 'tooLarge') expect(notices).toEqual([]);
		}),
		{ numRuns: RUNS },
	);
});

test('the count is that of the page, or of all entries up to its end', async () => {
	const counts: CountShape[] = ['ofThePage', 'upToThePage'];
	await fc.assert(
		fc.asyncProperty(listHistories(fc.oneof(created, deleted), 3, counts), pageSizes, async (history, pageSize) => {
			const list = changingList({ ...history, cap: Math.max(history.cap, pageSize) });
			expect(flaws(list, (await read(list, pageSize)).entries)).toEqual([]);
		}),
		{ numRuns: RUNS },
	);
});

test('entries change their places, and the service counts them: nothing is missing, or it is said', async () => {
	let settled = 0;
	await fc.assert(
		fc.asyncProperty(
			listHistories(fc.oneof(created, deleted, moved), 2, ['number', 'text', 'total']),
			pageSizes,
			async (history, pageSize) => {
				const list = changingList(history);
				const { entries, notices } = await read(list, pageSize);
				const isUnsettled = notices.includes('unsettled');
				const problems = flaws(list, entries);
				expect(isUnsettled ? problems.filter((text) => !text.startsWith('missing')) : problems).toEqual([]);
				if (!isUnsettled) settled++;
			},
		),
		{ numRuns: RUNS },
	);
	expect(settled).toBeGreaterThan(0.9 * RUNS);
});

test('with a limit: that many, none twice, and all that were there all the time when they are fewer', async () => {
	await fc.assert(
		fc.asyncProperty(
			listHistories(fc.oneof(created, deleted), 3, ['number', 'none']),
			pageSizes,
			fc.integer({ min: 1, max: 80 }),
			async (history, pageSize, limit) => {
				const list = changingList(history);
				const { entries } = await read(list, pageSize, limit);
				expect(entries.length).toBeLessThanOrEqual(limit);
				const problems = flaws(list, entries);
				expect(
					entries.length < limit ? problems : problems.filter((text) => /twice|invented/.test(text)),
				).toEqual([]);
			},
		),
		{ numRuns: RUNS },
	);
});

/** Logs whose entries are at least `least` seconds apart. */
const logs = (least: 0 | 1, count: LogHistory['count']): fc.Arbitrary<LogHistory> => {
	const gap = fc.constantFrom(least, least, 1, 7);
	return fc.record({
		gaps: fc.array(gap, { maxLength: 60 }),
		added: fc.array(fc.array(gap, { maxLength: 4 }), { maxLength: 30 }),
		order: fc.constantFrom('asc' as const, 'desc' as const),
		endsAtEnd: fc.boolean(),
		count: fc.constant(count),
		cap: fc.integer({ min: 6, max: 15 }),
	});
};

async function problemsOfLog(history: LogHistory, pageSize: number): Promise<string[]> {
	const service = changingLog(history);
	const caller = callerWith(scriptedHttp((r) => service.reply(r)));
	const entries: LogEntry[] = [];
	const params = history.order === 'asc' ? { order: 'asc' } : {};
	for await (const entry of pages(caller, log(pageSize), params, { onNotice: () => undefined })) entries.push(entry);
	return flawsIn(service, entries);
}

test.each([
	['entries may be equal, and the service counts them', logs(0, 'total')],
	['each entry is another one, and the service does not count them', logs(1, 'none')],
])('a log grows while it is read, %s: what was there is read, each entry once', async (_name, histories) => {
	await fc.assert(
		fc.asyncProperty(histories, fc.integer({ min: 6, max: 12 }), async (history, pageSize) => {
			expect(await problemsOfLog(history, pageSize)).toEqual([]);
		}),
		{ numRuns: RUNS },
	);
});

test('found: two full pages with the same end, and a count of the entries up to there', async () => {
	const gone = { kind: 'delete' as const, at: 0 };
	const come = { kind: 'create' as const, at: 0 };
	const changes = [[], [gone], [gone, gone], [come], [gone], [gone, gone, gone]];
	const list = changingList({ length: 14, changes, count: 'upToThePage', cap: 6 });
	expect(flaws(list, (await read(list, 6)).entries)).toEqual([]);
});

test.each<[string, Pick<LogHistory, 'gaps' | 'added'>]>([
	['a page that does not overlap, and then one that does', { gaps: [1], added: [[1, 1], [1]] }],
	[
		'entries read before such a page',
		{
			gaps: [1, 1],
			added: [
				[1, 1, 1, 1],
				[1, 1, 1, 1],
				[1, 1, 1],
			],
		},
	],
])('found: %s', async (_name, history) => {
	const log = { ...history, order: 'desc' as const, endsAtEnd: false, count: 'none' as const, cap: 6 };
	expect(await problemsOfLog(log, 6)).toEqual([]);
});

test('the oracle rejects a reader that goes on by the number of entries it received', async () => {
	const naive = (list: ChangingList): string[] => {
		const entries: string[] = [];
		for (;;) {
			const body = `start=${entries.length}&size=5`;
			const answer = list.reply({ operation: 'list', method: 'POST', url: 'http://x', headers: {}, body }).body;
			const page = (answer as { list: Array<{ hash: string }> }).list;
			if (page.length === 0) return entries;
			entries.push(...page.map(({ hash }) => hash));
		}
	};
	const found = (change: Change): string[] => {
		const list = changingList({ length: 12, changes: [[change]], count: 'number', cap: 5 });
		return flaws(list, naive(list));
	};
	expect(found({ kind: 'delete', at: 0 })).toEqual(['missing: e5']);
	expect(found({ kind: 'create', at: 0 })).toEqual(['1 twice']);
	expect(found({ kind: 'move', from: 0.9, to: 0 })).toEqual(['1 twice', 'missing: e10']);
});
