import { type FeedEntry, type ChangeFilter, compileFilter } from '#changes/plan';

const ALL: ChangeFilter = { events: new Set(['any']), includeDeleted: true, subfolders: true };
const file = (fullpath: string, more: Partial<FeedEntry> = {}): FeedEntry => ({
	hash: 'h',
	dir: 0,
	fullpath,
	filename: fullpath.split('/').at(-1) ?? '',
	filesize: 10,
	last_member_name: 'Zhang Wei',
	cmd: 1,
	...more,
});
/** What a deployment may leave out. */
const without = (field: keyof FeedEntry, entry: FeedEntry): FeedEntry =>
	Object.fromEntries(Object.entries(entry).filter(([name]) => name !== field));
const folder = (fullpath: string, more: Partial<FeedEntry> = {}) => file(fullpath, { dir: 1, filesize: 0, ...more });
const accepts = (filter: Partial<ChangeFilter>, entry: FeedEntry): boolean =>
	compileFilter({ ...ALL, ...filter })(entry);

test.each<[string, Partial<ChangeFilter>, FeedEntry, boolean]>([
	['a deleted file, left out', { includeDeleted: false }, file('a.txt', { cmd: 0 }), false],
	['a file of which nobody says it', { includeDeleted: false }, file('a.txt', { cmd: null as never }), true],
	[
		'a deleted file, deletions chosen',
		{ includeDeleted: false, events: new Set(['fileDeleted']) },
		file('a.txt', { cmd: '0' }),
		true,
	],
	['a deleted folder, those of files chosen', { events: new Set(['fileDeleted']) }, folder('A', { cmd: 0 }), false],
	['an existing file, deletions chosen', { events: new Set(['fileDeleted', 'folderDeleted']) }, file('a.txt'), false],
	['a folder, file events chosen', { events: new Set(['fileCreated', 'fileModified']) }, folder('A'), false],
	['a folder that may have been moved', { events: new Set(['moved']) }, folder('A'), true],
	['below the folder', { folders: ['A'] }, file('A/B/a.txt'), true],
	['below the folder, without subfolders', { folders: ['A'], subfolders: false }, file('A/B/a.txt'), false],
	['in the folder, without subfolders', { folders: ['A'], subfolders: false }, file('/A/a.txt'), true],
	['a neighbor whose name starts the same', { folders: ['A'] }, file('AB/a.txt'), false],
	['the folder itself', { folders: ['A'] }, folder('A'), false],
	['the root without subfolders', { folders: [''], subfolders: false }, file('a.txt'), true],
	['below the root without subfolders', { folders: [''], subfolders: false }, file('A/a.txt'), false],
	['changed by this person', { changedBy: ['zhang wei '] }, file('a'), true],
	['changed by another person', { changedBy: ['Li'] }, file('a'), false],
	['not by this person', { notChangedBy: ['ZHANG WEI'] }, file('a'), false],
	['the root itself', { folders: [''] }, folder('/'), false],
	['the root itself, without subfolders', { folders: [''], subfolders: false }, folder(''), false],
	['a deleted folder, its deletion chosen', { events: new Set(['folderDeleted']) }, folder('A', { cmd: 0 }), true],
	['a deleted file, only moves chosen', { events: new Set(['moved']) }, file('a', { cmd: 0 }), false],
	['a folder, changed folders chosen', { events: new Set(['folderChanged']) }, folder('A'), true],
	['a file, modified files chosen', { events: new Set(['fileModified']) }, file('a'), true],
	['a file, changed folders chosen', { events: new Set(['folderChanged']) }, file('a'), false],
	['a file of a feed that has no deletions', {}, without('cmd', file('a')), true],
	['the name of the entry, not of its path', { include: ['b'] }, file('A/a', { filename: 'b' }), true],
	['the name in the path where the entry has none', { include: ['a'] }, without('filename', file('A/a')), true],
	['a path inside the watched folder', { folders: ['A'], include: ['B/*'] }, file('A/B/a'), true],
	['a path of the library', { include: ['A/B/*'] }, file('A/B/a'), true],
	['a folder that is excluded', { folders: ['A'], exclude: ['b'] }, file('A/B/a'), false],
	['the watched folder is no part of a path', { folders: ['A'], exclude: ['a'] }, file('A/b'), true],
	['empty names are nobody', { changedBy: [' '], notChangedBy: [''] }, file('a', { last_member_name: '' }), true],
	['one of several people', { changedBy: ['Li', 'Zhang Wei'] }, file('a'), true],
	['an accent of its own', { changedBy: ['Jose\u0301'] }, file('a', { last_member_name: 'Jos\u00e9' }), true],
	['one of several people in one text', { changedBy: ['Li, Zhang Wei'] }, file('a'), true],
	['a name with a comma', { notChangedBy: ['Wei, Zhang'] }, file('a', { last_member_name: 'Wei, Zhang' }), false],
])('%s', (_, filter, entry, expected) => {
	expect(accepts(filter, entry)).toBe(expected);
});

test.each<[Partial<ChangeFilter>, RegExp]>([
	[{ minSize: 5, maxSize: 4 }, /Maximum Size \(MB\) is smaller/],
	[{ maxSize: -1 }, /Maximum Size \(MB\) is smaller/],
	[{ include: ['a'.repeat(201)] }, /Include Names can't be longer than 200/],
])('refused: %p', (filter, message) => {
	expect(() => compileFilter({ ...ALL, ...filter })).toThrow(message);
});
