import {
	type FeedChange,
	type FeedEntry,
	eventFromFeed,
	eventFromHistory,
	type EventChoice,
	wayIn,
	type ChangeFilter,
	compileArrivalFilter,
	compileFilter,
} from '#changes/plan';

/* File Arrived and File Left in a whole library, and in folders of it. Act codes are those of the document. */

const SECOND = 1_700_000_000;
const change = (dir: 0 | 1, more: Partial<FeedChange> = {}, cmd = 1): FeedChange => ({
	entry: { hash: 'h', dir, fullpath: 'a', cmd },
	after: SECOND * 1000 + 500,
	isNew: false,
	...more,
});
const set = (...events: EventChoice[]) => new Set(events);
const record = (act: number, seconds = SECOND + 5) => ({ act, dateline: seconds });
const RESTORED = [record(5), record(0, SECOND + 4)];

test.each<[string, FeedChange, Set<EventChoice>, string | undefined]>([
	['a new file', change(0, { isNew: true }), set('fileArrived', 'any'), 'arrived'],
	['a new file, where only new files count', change(0, { isNew: true }), set('fileCreated'), 'created'],
	['a new folder', change(1, { isNew: true }), set('fileArrived'), undefined],
	['a file that may have been restored', change(0), set('fileArrived'), 'needsHistory'],
	['a deleted file', change(0, {}, 0), set('fileLeft'), 'left'],
	['a deleted folder, with its files', change(1, {}, 0), set('fileLeft'), 'left'],
	['a deleted file, where folders count', change(0, {}, 0), set('folderDeleted'), undefined],
	['a deleted folder, where folders count', change(1, {}, 0), set('folderDeleted'), 'deleted'],
	['a deleted file, where everything counts', change(0, {}, 0), set('any'), 'deleted'],
])('from the feed: %s', (_, given, chosen, event) => expect(eventFromFeed(given, chosen)).toBe(event));

test.each<[string, FeedChange, Array<Record<string, unknown>>, string | undefined, string | undefined]>([
	['created', change(0, { isNew: true }), [record(1)], 'arrived', 'created'],
	['restored', change(0), RESTORED, 'arrived', 'restored'],
	['a folder that is restored', change(1), RESTORED, undefined, 'restored'],
	['moved', change(0), [record(2)], undefined, 'moved'],
	['edited', change(0), [record(3)], undefined, undefined],
])('from the history: %s', (_, given, history, event, way) => {
	expect(eventFromHistory(given, history, set('fileArrived'))).toBe(event);
	expect(wayIn(given, history)).toBe(way);
	expect(wayIn(given, undefined)).toBeUndefined();
});

const FILTER: ChangeFilter = {
	events: set('fileArrived', 'fileLeft'),
	includeDeleted: false,
	type: 'all',
	folders: ['A'],
	excludedFolders: ['A/out'],
	subfolders: true,
	extensions: ['pdf'],
	changedBy: [],
	notChangedBy: [],
};
const at = (fullpath: string, more: Partial<FeedEntry> = {}): FeedEntry => ({
	...{ hash: 'h', dir: 0, fullpath, filename: fullpath.split('/').at(-1) ?? '', filesize: 1, cmd: 1 },
	...more,
});

test.each<[string, FeedEntry, watched: boolean, arrives: boolean]>([
	['in the folder', at('A/b/c.pdf'), true, true],
	['elsewhere', at('B/c.pdf'), false, true],
	['in an excluded folder', at('A/out/c.pdf'), false, true],
	['with a name that begins as that of an excluded folder', at('A/outside/c.pdf'), true, true],
	['of another type', at('A/c.txt'), false, false],
	['that is deleted', at('A/c.pdf', { cmd: 0 }), true, true],
])('a file %s', (_, entry, watched, arrives) => {
	expect(compileFilter(FILTER)(entry)).toBe(watched);
	expect(compileArrivalFilter(FILTER)(entry)).toBe(arrives);
});

test('without subfolders only what is directly in the folder is watched; folders neither arrive nor leave', () => {
	const { extensions: _, ...rest } = FILTER;
	const watches = (entry: FeedEntry, more: Partial<ChangeFilter> = {}): boolean =>
		compileFilter({ ...rest, extensions: [], ...more })(entry);
	expect([watches(at('A/c'), { subfolders: false }), watches(at('A/b/c'), { subfolders: false })]).toEqual([
		true,
		false,
	]);
	expect([watches(at('A/b', { dir: 1 })), watches(at('A/c'), { events: set('fileLeft') })]).toEqual([false, false]);
});
