import { type LogEntry, readEntry, type LogPort, readStep } from '#activity/work';
import { errorOf } from '../../support/ports';

/* A second with more entries than a page, which the service orders anew for every request. */

const SECOND = 1_790_000_000;
const entry = (name: string): LogEntry => readEntry('library', { dateline: SECOND, act: 20, hash: name, member_id: 1 });
const apart = [0, 1, 2, 3, 4, 5, 6].map((n) => entry(`f${n}`));

/** Answers requests in these orders, the last one for ever, or by the number of the request. */
function portOf(entries: readonly LogEntry[], orders: ReadonlyArray<readonly number[]> | ((n: number) => number[])) {
	let asked = 0;
	const orderAt = typeof orders === 'function' ? orders : (n: number) => orders[Math.min(n, orders.length - 1)] ?? [];
	const port: LogPort = {
		pageSize: 4,
		page: async ({ start, size = 4 }) => {
			const shown = orderAt(asked++).flatMap((at) => entries[at] ?? []);
			return { entries: shown.slice(start, start + size), total: entries.length, at: Infinity };
		},
	};
	return port;
}

const [UP, DOWN] = [
	[0, 1, 2, 3, 4, 5, 6],
	[6, 5, 4, 3, 2, 1, 0],
];

test.each([
	['changes between two pages', [UP, UP, DOWN, UP]],
	['is another one for every page', (n: number) => apart.map((_, at) => (at * 3 + n * n) % 7)],
	// As a database sorts that looks for the first few: two readings agree and are both wrong.
	['is another one for the second page', [UP, UP, DOWN, UP, DOWN, UP, DOWN, UP]],
])('an order that %s is read again, until every entry is there', async (_, orders) => {
	const { entries } = await readStep(portOf(apart, orders), SECOND);
	expect(entries.map(({ key }) => key).sort()).toEqual(apart.map(({ key }) => key).sort());
});

// Two equal entries, which are on no page together.
const ends = [entry('same'), ...apart, entry('same')];
const turned = (n: number): number[] => [0, ...apart.map((_, at) => 1 + ((at * 3 + n) % 7)), 8];

test('equal entries that are far apart are taken where the order stays', async () => {
	const { entries } = await readStep(portOf(ends, [turned(0)]), SECOND);
	expect(entries).toHaveLength(9);
});

test('where it does not stay either, that is said: nothing is missed or repeated without a word', async () => {
	expect(await errorOf(readStep(portOf(ends, turned), SECOND))).toMatchObject({
		kind: 'busy',
		message: `The log kept changing in the second ${SECOND} while it was read`,
		hint: 'The next poll reads it again',
	});
});
