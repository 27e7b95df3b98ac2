import { feedReader, HistoryPlayer } from './historyPlayer';
import type { Operation } from './feedWorld';
import {
	history,
	planned,
	UNDISTURBED,
	type History,
	type PlannedOperation,
	type PlannedPoll,
	type Step,
} from './history';

/* Histories written by hand: those that random ones found once, and what the overlap does. */

describe('found by random histories', () => {
	const poll = (more: Partial<PlannedPoll> = {}): Step => ({ poll: { ...UNDISTURBED, ...more } });
	const after = (wait: number, kind: Operation = 'create', pick = 0): PlannedOperation =>
		planned(kind, { wait, pick });
	const late = (ms: number, kind: Operation = 'create'): PlannedOperation => planned(kind, { wait: 0, late: ms });
	const MANY: Operation[] = ['create', 'create', 'folder', 'restore', 'create', 'delete', 'create'];
	const CASES: Array<[string, Partial<History>]> = [
		[
			'an entry becomes visible late, while a poll reads on for as long as the overlap and longer',
			{
				pageSize: 3,
				overlapMs: 5000,
				steps: [{ operations: [after(1)] }, poll({ during: [late(1), after(60_000)] })],
			},
		],
		[
			'a file is changed between two requests of the first poll: not a burst',
			{ overlapMs: 1, before: [planned('create')], steps: [poll({ during: [planned('edit')] })] },
		],
		[
			'deleted, read, restored within a second, in a millisecond that was read already',
			{
				before: [planned('create')],
				steps: [poll({ during: [after(0, 'delete')] }), poll(), { operations: [after(0, 'restore')] }],
			},
		],
		[
			'a page ends inside a millisecond, whose rest is a tag on an entry processed before',
			{
				pageSize: 3,
				overlapMs: 1,
				before: [planned('create'), planned('create')],
				steps: [{ operations: [planned('create'), planned('create'), after(0), after(0, 'tag', 25)] }],
			},
		],
		[
			'a late arrival pushes an entry off a full page between two requests',
			{
				pageSize: 4,
				before: [planned('create')],
				steps: [
					{ operations: [planned('create'), planned('create'), planned('create'), planned('rename')] },
					poll({ limit: 1, during: [planned('create', { late: 2 })] }),
				],
			},
		],
		[
			'the time of a poll ends inside a millisecond, whose rest looks the same as before',
			{
				pageSize: 3,
				overlapMs: 60_000,
				before: [planned('create'), planned('create')],
				steps: [
					{ operations: [after(0), after(1), after(1), after(0, 'edit'), after(0, 'move', 6)] },
					poll({ requests: 1 }),
					{
						operations: [
							after(0),
							after(0, 'tag'),
							after(1, 'tag', 2),
							after(0),
							after(0, 'tag', 3),
							after(1),
						],
					},
				],
			},
		],
		[
			'edited, then deleted and restored within one millisecond, between two requests of one poll',
			{
				pageSize: 4,
				overlapMs: 5000,
				before: [planned('create'), after(0)],
				steps: [
					{ burst: 1, pick: 4, wait: 1 },
					poll(),
					{ burst: 2, pick: 0, wait: 0 },
					poll({ requests: 1, during: [after(0, 'delete'), after(0, 'restore')] }),
				],
			},
		],
		[
			'restored and deleted again, seen only where the millisecond of the cursor is read apart',
			{
				pageSize: 3,
				overlapMs: 1000,
				before: [after(0), after(0, 'delete')],
				steps: [
					poll({ requests: 1, during: [planned('create')] }),
					{ operations: [after(0, 'restore')] },
					poll({ requests: 1, during: [after(0, 'delete')] }),
				],
			},
		],
		[
			'late arrivals push an entry off more than one page between two requests',
			{
				pageSize: 2,
				overlapMs: 5000,
				steps: [
					{ operations: [after(0)] },
					poll({ during: [after(0)] }),
					poll({ requests: 1, during: [after(1000), late(1000), late(1000)] }),
				],
			},
		],
		[
			'late arrivals while a millisecond that fills a page is read',
			{
				pageSize: 2,
				overlapMs: 5000,
				before: [after(0)],
				steps: [poll({ during: [planned('edit'), planned('create'), { ...late(2), wait: 1 }] })],
			},
		],
		[
			'entries leave a millisecond at the end of the feed while it is read',
			{
				pageSize: 2,
				overlapMs: 5000,
				steps: [
					{ operations: [after(0), after(0, 'move')] },
					poll({
						limit: 2,
						during: [
							{ ...late(1, 'folder'), wait: 1 },
							{ ...late(2, 'edit'), wait: 1 },
						],
					}),
					poll({
						requests: 1,
						during: [
							{ ...late(1000, 'folder'), wait: 1 },
							late(1000, 'tag'),
							after(0, 'delete'),
							after(0, 'rename', 3),
							late(2, 'move'),
							late(2, 'folder'),
						],
					}),
				],
			},
		],
		[
			'late entries push another one off the page behind a burst',
			{
				pageSize: 2,
				overlapMs: 5000,
				before: [after(0)],
				steps: [
					{ operations: [after(0), after(1, 'move'), late(2, 'folder')] },
					poll({ limit: 4, requests: 3, during: [after(2500, 'folder'), after(300)] }),
					poll({
						during: [
							...MANY.map((kind) => after(0, kind)),
							after(0, 'tag', 2),
							planned('tag', { wait: 0, late: 1, pick: 1 }),
						],
					}),
				],
				end: { limit: 1, requests: Infinity },
			},
		],
		[
			'what the limit leaves to the next poll, though it looks as before by then',
			{
				pageSize: 4,
				overlapMs: 1,
				before: [after(0)],
				steps: [
					{ operations: [after(0), after(0, 'delete'), after(0)] },
					poll({ limit: 1, during: [after(0, 'restore')] }),
				],
				end: { limit: 1, requests: Infinity },
			},
		],
		[
			'a late entry pushes another one off the second page of those that are dated ahead',
			{
				pageSize: 4,
				overlapMs: 5000,
				clockBehind: 3_600_000,
				steps: [
					{ operations: [after(0), after(0), after(0)] },
					poll({ limit: 1, during: [after(0), late(1)] }),
				],
				end: { limit: 1, requests: Infinity },
			},
		],
		[
			'a page full of entries of one millisecond that are dated ahead, and little time',
			{
				pageSize: 2,
				overlapMs: 5000,
				steps: [{ operations: [late(-70_000), late(-70_000)] }, poll(), { operations: [after(1000)] }],
				end: { limit: 1000, requests: 2 },
			},
		],
	];
	test.each(CASES)('%s', async (_name, steps) => {
		await expect(new HistoryPlayer(feedReader, history(steps)).play()).resolves.toBeUndefined();
	});
});

describe('what the overlap is for', () => {
	const lateArrival = (overlapMs: number) =>
		history({
			overlapMs,
			steps: [
				{ operations: [planned('create', { wait: 10_000 })] },
				{ poll: UNDISTURBED },
				{ operations: [planned('create', { wait: 0, late: 5000 })] },
			],
		});
	test('an operation that becomes visible 5 s late is reported with a longer overlap', async () => {
		await expect(new HistoryPlayer(feedReader, lateArrival(5001)).play()).resolves.toBeUndefined();
	});
	test.each([0, 1, 4000])('with an overlap of %i ms it is missed', async (overlapMs) => {
		// The oracle demands what lies within the overlap; this one demands it all the same.
		const player = new HistoryPlayer(feedReader, lateArrival(overlapMs), 100, 60_000);
		await expect(player.play()).rejects.toThrow(/^missed: h1/);
	});
});
