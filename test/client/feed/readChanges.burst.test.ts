import type { FeedState } from '#changes/work';
import { feedReader } from './feedReaders';
import type { CountBounds, Operation } from './feedWorld';
import { history, planned, type PlannedOperation, UNDISTURBED } from './history';
import { HistoryPlayer, STATE_BOUND } from './historyPlayer';
import { sized } from '../../support/runs';

/* Many changes: in one millisecond, and in a short time. */

describe('a millisecond with more than a page', () => {
	/** A player that hasn't polled yet, and the millisecond with `count` operations, every fifth on a folder. */
	async function burst(
		count: number,
		bounds: CountBounds,
	): Promise<{ player: HistoryPlayer<FeedState>; ms: number }> {
		const player = new HistoryPlayer(feedReader, history({ bounds }), Infinity);
		player.operate(planned('create'));
		await player.activate();
		player.operate(planned('create'));
		player.operate(planned('folder'));
		player.world.now += 1;
		for (let n = 0; n < count; n++) player.operate(planned(n % 5 === 0 ? 'folder' : 'create', { wait: 0 }));
		const ms = player.world.now;
		player.operate(planned('create', { wait: 500 }));
		return { player, ms };
	}
	const bounds = ['inclusive', 'beginExclusive', 'endExclusive'] as const;
	test.each(bounds.flatMap((each) => [1, 99, 100, 101, 120].map((count) => [count, each] as const)))(
		'%i in one: all arrive (count bounds %s)',
		async (count, each) => {
			// 120 are 24 folders and 96 files: each kind has a page of its own.
			const { player } = await burst(count, each);
			await player.pollUntilQuiet();
			expect(player.oracle.changesReported).toBe(count + 3);
		},
	);
	test.each(bounds.flatMap((each) => [130, 500].map((count) => [count, each] as const)))(
		'%i in one: stops with the numbers, never loops (count bounds %s)',
		async (count, each) => {
			const { player, ms } = await burst(count, each);
			const error = await player.pollUntilQuiet().catch((cause: unknown) => cause);
			expect(error).toMatchObject({ name: 'LibraryError' });
			// Exclusive bounds can only be asked for a range around the millisecond.
			expect((error as Error).message).toContain(String(ms));
			if (each === 'inclusive') expect((error as Error).message).toContain(String(count));
			expect((error as Error).message).toMatch(/shows only \d+/);
			const before = player.requests;
			await expect(player.poll(UNDISTURBED)).rejects.toMatchObject({ name: 'LibraryError' });
			expect(player.requests - before).toBeLessThan(30);
		},
	);
});

test('found by a random history: late entries push another one off the page behind a burst', async () => {
	const { limit, requests } = { limit: 4, requests: 3 };
	const step = (wait: number, kind: Operation = 'create', late = 0, pick = 0): PlannedOperation =>
		planned(kind, { wait, late, pick });
	const many: Operation[] = ['create', 'create', 'folder', 'restore', 'create', 'delete', 'create'];
	const during = [...many.map((kind) => step(0, kind)), step(0, 'tag', 0, 2), step(0, 'tag', 1, 1)];
	const found = history({
		pageSize: 2,
		overlapMs: 5000,
		before: [step(0)],
		steps: [
			{ operations: [step(0), step(1, 'move'), step(0, 'folder', 2)] },
			{ poll: { ...UNDISTURBED, limit, requests, during: [step(2500, 'folder'), step(300)] } },
			{ poll: { ...UNDISTURBED, during } },
		],
		end: { limit: 1, requests: Infinity },
	});
	await expect(new HistoryPlayer(feedReader, found).play()).resolves.toBeUndefined();
});

const COUNT = sized(25_000);
test('25,000 changes within 2.5 s: all arrive once, the state stays small, requests are bounded', async () => {
	const player = new HistoryPlayer(feedReader, history({}), Infinity);
	await player.activate();
	player.world.fill(COUNT, 10);
	await player.pollUntilQuiet({ ...UNDISTURBED, limit: 2000 });
	expect(player.oracle.changesReported).toBe(COUNT);
	expect(player.largestState).toBeLessThan(STATE_BOUND);
	// Each of the 13 polls reads the overlap again, which has up to 200 pages.
	expect(player.requests).toBeLessThan(13 * 200);
	// Later changes are reported as usual.
	player.operate(planned('tag', { wait: 5 }));
	await player.pollUntilQuiet();
	expect(player.oracle.changesReported).toBe(COUNT + 1);
});
