import { type FeedChange, eventFromFeed, eventFromHistory, type EventChoice } from '#changes/plan';

/* What a change was: act codes are those of the document's library log; nothing that is unclear is guessed. */

const SECOND = 1_700_000_000;
/** The feed was read up to here, in ms, half a second into SECOND. */
const AFTER = SECOND * 1000 + 500;
const file = (more: Partial<FeedChange> = {}): FeedChange => ({
	entry: { hash: 'h', dir: 0, fullpath: 'a', cmd: 1 },
	after: AFTER,
	isNew: false,
	...more,
});
/** The feed doesn't tell whether it was created since. */
const perhapsNew = (more: Partial<FeedChange> = {}): FeedChange => ({
	entry: { dir: 0, cmd: 1 },
	after: AFTER,
	...more,
});
const folder = (more: Partial<FeedChange> = {}): FeedChange =>
	file({ entry: { hash: 'h', dir: 1, fullpath: 'a', cmd: 1 }, ...more });
const set = (...events: EventChoice[]) => new Set(events);
const record = (act: number | string, seconds = SECOND + 5) => ({ act, dateline: seconds });

test.each<[string, FeedChange, Set<EventChoice>, string | undefined]>([
	['deleted', file({ entry: { dir: 0, cmd: 0 } }), set('fileDeleted'), 'deleted'],
	['new', file({ isNew: true }), set('fileCreated'), 'created'],
	['new, any change', folder({ isNew: true }), set('any'), 'created'],
	['not new, any change: no request is worth it', file(), set('any'), 'changed'],
	['not new where only new ones count: no request', file(), set('fileCreated', 'folderCreated'), undefined],
	['not new, modifications count', file(), set('fileModified'), 'needsHistory'],
	['new, but only modifications count: perhaps both', file({ isNew: true }), set('fileModified'), 'needsHistory'],
	['a folder, modifications of files count', folder(), set('fileModified'), undefined],
	['a folder that changed', folder(), set('folderChanged'), 'needsHistory'],
	['a new folder', folder({ isNew: true }), set('folderCreated'), 'created'],
	['a new folder, new files count', folder({ isNew: true }), set('fileCreated'), undefined],
	['not new, moves count', file(), set('moved'), 'needsHistory'],
	['not new, restored entries count', file(), set('restored'), 'needsHistory'],
	['a new folder, arrivals of files count', folder({ isNew: true }), set('fileArrived'), undefined],
	['a deleted file, where folders count', file({ entry: { dir: 0, cmd: 0 } }), set('folderDeleted'), undefined],
	['perhaps new, and nothing else counts', perhapsNew(), set('folderCreated'), undefined],
	['perhaps new', { entry: { dir: 0, cmd: 1 }, after: AFTER }, set('fileCreated'), 'needsHistory'],
])('from the feed: %s', (_, change, events, expected) => {
	expect(eventFromFeed(change, events)).toBe(expected);
});

const EVERY = set('fileCreated', 'fileModified', 'folderCreated', 'folderChanged', 'moved', 'restored');
test.each<[string, FeedChange, Array<Record<string, unknown>> | undefined, string | undefined]>([
	['edit', file(), [record(3), record(1, SECOND - 100)], 'modified'],
	['codes as text', file(), [record('3')], 'modified'],
	['rename', file(), [record(2)], 'moved'],
	['move of a folder', folder(), [record(4)], 'moved'],
	['restored from the recycle bin', file(), [record(5), record(0, SECOND + 4)], 'restored'],
	['an older version restored', file(), [record(6)], 'modified'],
	['uploaded again over an old file', file(), [record(1)], 'modified'],
	['created, where the feed says that it is new', file({ isNew: true }), [record(1)], 'created'],
	['oldest first', file(), [record(3, SECOND + 1), record(2, SECOND + 9)], 'moved'],
	['the newest counts, whatever came before', file(), [record(2, SECOND + 9), record(3, SECOND + 1)], 'moved'],
	['one second, order shown by the creation', file({ isNew: true }), [record(4), record(1)], 'moved'],
	['one second, order shown by the creation, the other way', file({ isNew: true }), [record(1), record(4)], 'moved'],
	['one second, no order: nothing guessed', file(), [record(3), record(4)], 'changed'],
	['two in the latest second, newest first', file(), [record(2), record(3), record(1, SECOND - 100)], 'moved'],
	['two in the latest second, oldest first', file(), [record(1, SECOND - 100), record(3), record(2)], 'moved'],
	['created twice in one second', file({ isNew: true }), [record(1), record(2), record(1)], 'changed'],
	['no history', file(), undefined, 'changed'],
	['an empty history', file(), [], undefined],
	['perhaps new, but modified later', perhapsNew(), [record(3), record(1, SECOND + 3)], 'modified'],
	['perhaps new, modified in the same second', perhapsNew(), [record(3), record(1)], 'changed'],
	['perhaps new, its looks known', perhapsNew({ same: true }), [record(1)], 'changed'],
	['in a second that was read to its end', file({ after: SECOND * 1000 + 999 }), [record(2, SECOND)], undefined],
	['its looks known: no upload over it', file({ same: true }), [record(1)], undefined],
	['its looks known: no older version of it', file({ same: true }), [record(6)], undefined],
	['its looks known: moved', file({ same: true }), [record(4)], 'moved'],
	['a folder that was edited', folder(), [record(3)], 'modified'],
	['a code that the document lacks', folder(), [record(99)], 'changed'],
	['a code that the document lacks, of a file', file(), [record(99)], undefined],
	[
		'created in the second of the last read: nothing guessed',
		{ entry: { dir: 0, cmd: 1 }, after: AFTER },
		[record(1, SECOND)],
		'changed',
	],
	['nothing since the last read: a tag, a lock', file(), [record(3, SECOND - 10)], undefined],
	['the same for a folder is a change of it', folder(), [record(1, SECOND - 10)], 'changed'],
	['what was visible before is not new', file({ same: true }), [record(3, SECOND), record(1, SECOND)], undefined],
])('from the history: %s', (_, change, records, expected) => {
	expect(eventFromHistory(change, records, EVERY)).toBe(expected);
});

test.each<[string, FeedChange, number, Set<EventChoice>, string | undefined]>([
	['a move where only modifications count', file(), 4, set('fileModified'), undefined],
	['a restored file where only moves count', file(), 5, set('moved'), undefined],
	['a new folder where new folders count', folder({ isNew: true }), 1, set('folderCreated'), 'created'],
	['a new folder where new files count', folder({ isNew: true }), 1, set('fileCreated'), undefined],
	['an edited folder where changed folders count', folder(), 3, set('folderChanged'), 'modified'],
	['an edited folder where modified files count', folder(), 3, set('fileModified'), undefined],
	['a restored folder where changed folders count', folder(), 5, set('folderChanged'), 'restored'],
	['a moved file where changed folders count', file(), 4, set('folderChanged'), undefined],
	['a deleted file, whatever counts', file(), 0, EVERY, undefined],
	['a renamed folder where changed folders count', folder(), 2, set('folderChanged'), 'moved'],
	['an upload over a file where arrivals count', file(), 1, set('fileArrived'), undefined],
	['a restored file where arrivals count', file(), 5, set('fileArrived'), 'arrived'],
	['a restored folder where arrivals of files count', folder(), 5, set('fileArrived'), undefined],
])('narrow choices: %s', (_, change, act, events, expected) => {
	expect(eventFromHistory(change, [record(act)], events)).toBe(expected);
});
