import { feedReader } from './feedReaders';
import { history, planned, UNDISTURBED, type History } from './history';
import { HistoryPlayer } from './historyPlayer';

/* Entries that are dated ahead: histories that random ones found. */

const made = (late = 0, wait = 0) => planned('create', { wait, late });
const poll = UNDISTURBED;

test.each<[string, Partial<History>]>([
	[
		'a late entry pushes another one off the second page of those that are dated ahead',
		{
			pageSize: 4,
			clockBehind: 3_600_000,
			steps: [
				{ operations: [made(), made(), made()] },
				{ poll: { ...poll, limit: 1, during: [made(), made(1)] } },
			],
			end: { limit: 1, requests: Infinity },
		},
	],
	[
		'a page full of entries of one millisecond that are dated ahead, and little time',
		{
			pageSize: 2,
			steps: [{ operations: [made(-70_000), made(-70_000)] }, { poll }, { operations: [made(0, 1000)] }],
			end: { limit: 1000, requests: 2 },
		},
	],
])('%s', async (_name, steps) => {
	const player = new HistoryPlayer(feedReader, history({ ...steps, overlapMs: 5000 }));
	await expect(player.play()).resolves.toBeUndefined();
});
