import { feedReader, HistoryPlayer } from './historyPlayer';
import { history, type History, operationsIn, stepsIn } from './history';

/* Histories written by hand: those that random ones found once, and what the overlap does. */

type Case = [name: string, pageSize: number, overlapMs: number, before: string, steps: string, more?: Partial<History>];
const ONE = { end: { limit: 1, requests: Infinity } };

test.each<Case>([
	[
		'an entry becomes visible late, while a poll reads on for as long as the overlap and longer',
		3,
		5000,
		'',
		'create | poll: create+0~1 create+60000',
	],
	['a file is changed between two requests of the first poll: not a burst', 100, 1, 'create', 'poll: edit'],
	[
		'deleted, read, restored within a second, in a millisecond that was read already',
		100,
		30_000,
		'create',
		'poll: delete+0 | poll | restore+0',
	],
	[
		'a page ends inside a millisecond, whose rest is a tag on an entry processed before',
		3,
		1,
		'create create',
		'create create create+0 tag#25+0',
	],
	[
		'a late arrival pushes an entry off a full page between two requests',
		4,
		30_000,
		'create',
		'create create create rename | poll 1: create~2',
	],
	[
		'the time of a poll ends inside a millisecond, whose rest looks the same as before',
		3,
		60_000,
		'create create',
		'create+0 create create edit+0 move#6+0 | poll 1000 1 | create+0 tag+0 tag#2 create+0 tag#3+0 create',
	],
	[
		'edited, then deleted and restored within one millisecond, between two requests of one poll',
		4,
		5000,
		'create create+0',
		'burst#4 1 | poll | burst+0 2 | poll 1000 1: delete+0 restore+0',
	],
	[
		'restored and deleted again, seen only where the millisecond of the cursor is read apart',
		3,
		1000,
		'create+0 delete+0',
		'poll 1000 1: create | restore+0 | poll 1000 1: delete+0',
	],
	[
		'late arrivals push an entry off more than one page between two requests',
		2,
		5000,
		'',
		'create+0 | poll: create+0 | poll 1000 1: create+1000 create+0~1000 create+0~1000',
	],
	['late arrivals while a millisecond that fills a page is read', 2, 5000, 'create+0', 'poll: edit create create~2'],
	[
		'entries leave a millisecond at the end of the feed while it is read',
		2,
		5000,
		'',
		'create+0 move+0 | poll 2: folder~1 edit~2 | ' +
			'poll 1000 1: folder~1000 tag+0~1000 delete+0 rename#3+0 move+0~2 folder+0~2',
	],
	[
		'late entries push another one off the page behind a burst',
		2,
		5000,
		'create+0',
		'create+0 move folder+0~2 | poll 4 3: folder+2500 create+300 | ' +
			'poll: create+0 create+0 folder+0 restore+0 create+0 delete+0 create+0 tag#2+0 tag#1+0~1',
		ONE,
	],
	[
		'what the limit leaves to the next poll, though it looks as before by then',
		4,
		1,
		'create+0',
		'create+0 delete+0 create+0 | poll 1: restore+0',
		ONE,
	],
	[
		'a late entry pushes another one off the second page of those that are dated ahead',
		4,
		5000,
		'',
		'create+0 create+0 create+0 | poll 1: create+0 create+0~1',
		{ ...ONE, clockBehind: 3_600_000 },
	],
	[
		'a page full of entries of one millisecond that are dated ahead, and little time',
		2,
		5000,
		'',
		'create+0~-70000 create+0~-70000 | poll | create+1000',
		{ end: { limit: 1000, requests: 2 } },
	],
	[
		'what was dated ahead looks another way at the end of a poll, and as before by the next one',
		8,
		5000,
		'create+0 delete+0~-1500',
		'burst 8 | create+0 restore+0 create+0 create+0 | move#1 | poll 1000 3 | delete+0',
		ONE,
	],
])('%s', async (_name, pageSize, overlapMs, before, steps, more = {}) => {
	const found = { pageSize, overlapMs, before: operationsIn(before), steps: stepsIn(steps), ...more };
	await expect(new HistoryPlayer(feedReader, history(found)).play()).resolves.toBeUndefined();
});

describe('what the overlap is for', () => {
	const late = (overlapMs: number) => history({ overlapMs, steps: stepsIn('create+10000 | poll | create+0~5000') });
	test('an operation that becomes visible 5 s late is reported with a longer overlap', async () => {
		await expect(new HistoryPlayer(feedReader, late(5001)).play()).resolves.toBeUndefined();
	});
	test.each([0, 1, 4000])('with an overlap of %i ms it is missed', async (overlapMs) => {
		// The oracle demands what lies within the overlap; this one demands it all the same.
		const player = new HistoryPlayer(feedReader, late(overlapMs), 100, 60_000);
		await expect(player.play()).rejects.toThrow(/^missed: h1/);
	});
});
