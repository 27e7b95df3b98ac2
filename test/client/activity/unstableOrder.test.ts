import { readEntry } from '../../../src/client/activity/logEntry';
import type { LogPort } from '../../../src/client/activity/port';
import { readStep } from '../../../src/client/activity/readLog';

/* A second with more entries than a page, which the service orders anew for every request. */

const SECOND = 1_790_000_000;
const entries = Array.from({ length: 7 }, (_, n) =>
	readEntry('library', { dateline: SECOND, act: 20, hash: `f${n}`, member_id: 1 }),
);

/** Answers the requests one after the other in these orders, the last one for ever. */
function portOf(orders: ReadonlyArray<readonly number[]>): LogPort {
	let asked = 0;
	return {
		pageSize: 4,
		page: async ({ start }) => {
			const order = orders[Math.min(asked++, orders.length - 1)] ?? [];
			const shown = order.flatMap((at) => entries[at] ?? []).slice(start, start + 4);
			return { entries: shown, total: entries.length, at: Infinity };
		},
	};
}

const [UP, DOWN] = [
	[0, 1, 2, 3, 4, 5, 6],
	[6, 5, 4, 3, 2, 1, 0],
];

test('an order that changes between two pages is read again, until every entry is there', async () => {
	const { entries: read } = await readStep(portOf([UP, UP, DOWN, UP]), SECOND);
	expect(read.map(({ key }) => key).sort()).toEqual(entries.map(({ key }) => key).sort());
});

test('one that never stays is said: nothing is missed or repeated without a word', async () => {
	const turning = Array.from({ length: 60 }, (_, n) => entries.map((_entry, at) => (at * 3 + n * n) % 7));
	const read = await readStep(
		portOf(turning.map((order, n) => (n % 2 === 0 ? order : [...order].reverse()))),
		SECOND,
	).catch((cause: unknown) => cause);
	expect(read).toMatchObject({ kind: 'busy' });
});
