import { compileFilter, type ChangeFilter } from '../../../src/protocol/feed/changeFilter';
import type { FeedEntry } from '../../../src/protocol/feed/entry';

/* Which entries a filter lets through; names are those of the form. */

const ALL: ChangeFilter = {
	events: new Set(['any']),
	includeDeleted: true,
	type: 'all',
	subfolders: true,
	extensions: [],
	changedBy: [],
	notChangedBy: [],
};
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
const folder = (fullpath: string, more: Partial<FeedEntry> = {}) => file(fullpath, { dir: 1, filesize: 0, ...more });
const accepts = (filter: Partial<ChangeFilter>, entry: FeedEntry): boolean =>
	compileFilter({ ...ALL, ...filter })(entry);

test.each<[string, Partial<ChangeFilter>, FeedEntry, boolean]>([
	['anything', {}, file('a.txt'), true],
	['a deleted file', {}, file('a.txt', { cmd: 0 }), true],
	['a deleted file, left out', { includeDeleted: false }, file('a.txt', { cmd: 0 }), false],
	[
		'a deleted file, deletions chosen',
		{ includeDeleted: false, events: new Set(['fileDeleted']) },
		file('a.txt', { cmd: '0' }),
		true,
	],
	[
		'a deleted folder, deletions of files chosen',
		{ events: new Set(['fileDeleted']) },
		folder('A', { cmd: 0 }),
		false,
	],
	['an existing file, deletions chosen', { events: new Set(['fileDeleted', 'folderDeleted']) }, file('a.txt'), false],
	['a folder, file events chosen', { events: new Set(['fileCreated', 'fileModified']) }, folder('A'), false],
	['a folder that may have been moved', { events: new Set(['moved']) }, folder('A'), true],
	['files only', { type: 'files' }, folder('A'), false],
	['folders only', { type: 'folders' }, file('a'), false],
	['in the folder', { folder: 'A' }, file('A/a.txt'), true],
	['below the folder', { folder: 'A' }, file('A/B/a.txt'), true],
	['below the folder, without subfolders', { folder: 'A', subfolders: false }, file('A/B/a.txt'), false],
	['in the folder, without subfolders', { folder: 'A', subfolders: false }, file('/A/a.txt'), true],
	['a neighbor whose name starts the same', { folder: 'A' }, file('AB/a.txt'), false],
	['the folder itself', { folder: 'A' }, folder('A'), false],
	['the root without subfolders', { folder: '', subfolders: false }, file('a.txt'), true],
	['below the root without subfolders', { folder: '', subfolders: false }, file('A/a.txt'), false],
	['an extension in capitals', { extensions: ['pdf'] }, file('A/Report.PDF'), true],
	['a name that only ends the same', { extensions: ['pdf'] }, file('notpdf'), false],
	['a folder with an extension', { extensions: ['pdf'] }, folder('a.pdf'), false],
	['a pattern', { namePattern: 'Invoice-*.pdf' }, file('2026/invoice-7.PDF'), true],
	['a pattern applies to the whole name', { namePattern: 'invoice' }, file('invoice-7.pdf'), false],
	['changed by this person', { changedBy: ['zhang wei '] }, file('a'), true],
	['changed by another person', { changedBy: ['Li'] }, file('a'), false],
	['not by this person', { notChangedBy: ['ZHANG WEI'] }, file('a'), false],
	['of the minimum size', { minimumSize: 10 }, file('a'), true],
	['too small', { minimumSize: 11 }, file('a'), false],
	['too large', { maximumSize: 9 }, file('a', { filesize: '10' }), false],
	['a folder has no size', { minimumSize: 0 }, folder('A'), false],
])('%s', (_, filter, entry, expected) => {
	expect(accepts(filter, entry)).toBe(expected);
});

test.each<[Partial<ChangeFilter>, RegExp]>([
	[{ minimumSize: 5, maximumSize: 4 }, /Maximum Size: is smaller/],
	[{ namePattern: 'a'.repeat(201) }, /Name Pattern: is longer than 200/],
])('refused: %p', (filter, message) => {
	expect(() => compileFilter({ ...ALL, ...filter })).toThrow(message);
});
