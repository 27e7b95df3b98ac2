import { acceptor, type ChangeFilter, matchesPattern } from '../../../src/protocol/feed/changeFilter';

const ALL: ChangeFilter = {
	events: new Set(['any']),
	includeDeleted: true,
	type: 'all',
	subfolders: true,
	extensions: [],
	changedBy: [],
	notChangedBy: [],
};
const file = (fullpath: string, more = {}) => ({
	hash: 'h',
	dir: 0,
	fullpath,
	filename: fullpath.split('/').at(-1),
	filesize: 10,
	last_member_name: 'Zhang Wei',
	cmd: 1,
	...more,
});
const folder = (fullpath: string, more = {}) => file(fullpath, { dir: 1, filesize: 0, ...more });
const accepts = (filter: Partial<ChangeFilter>, entry: Record<string, unknown>): boolean =>
	acceptor({ ...ALL, ...filter })(entry);

test.each<[string, Partial<ChangeFilter>, Record<string, unknown>, boolean]>([
	['anything', {}, file('a.txt'), true],
	['a deleted file', {}, file('a.txt', { cmd: 0 }), true],
	['a deleted file, left out', { includeDeleted: false }, file('a.txt', { cmd: 0 }), false],
	[
		'a deleted file that was asked for',
		{ includeDeleted: false, events: new Set(['fileDeleted']) },
		file('a.txt', { cmd: '0' }),
		true,
	],
	[
		'a deleted folder where files were asked for',
		{ events: new Set(['fileDeleted']) },
		folder('A', { cmd: 0 }),
		false,
	],
	[
		'a live file where deletions were asked for',
		{ events: new Set(['fileDeleted', 'folderDeleted']) },
		file('a.txt'),
		false,
	],
	[
		'a folder where a file event was asked for',
		{ events: new Set(['fileCreated', 'fileModified']) },
		folder('A'),
		false,
	],
	['a folder that may have been moved', { events: new Set(['moved']) }, folder('A'), true],
	['files only', { type: 'files' }, folder('A'), false],
	['folders only', { type: 'folders' }, file('a'), false],
	['in the folder', { folder: 'A' }, file('A/a.txt'), true],
	['below the folder', { folder: 'A' }, file('A/B/a.txt'), true],
	['below the folder, without subfolders', { folder: 'A', subfolders: false }, file('A/B/a.txt'), false],
	['in the folder, without subfolders', { folder: 'A', subfolders: false }, file('/A/a.txt'), true],
	['a neighbour whose name begins alike', { folder: 'A' }, file('AB/a.txt'), false],
	['the folder itself', { folder: 'A' }, folder('A'), false],
	['the root without subfolders', { folder: '', subfolders: false }, file('a.txt'), true],
	['below the root without subfolders', { folder: '', subfolders: false }, file('A/a.txt'), false],
	['an extension in capitals', { extensions: ['pdf'] }, file('A/Report.PDF'), true],
	['a name that only ends alike', { extensions: ['pdf'] }, file('notpdf'), false],
	['a folder with an extension', { extensions: ['pdf'] }, folder('a.pdf'), false],
	['a pattern', { namePattern: 'Invoice-*.pdf' }, file('2026/invoice-7.PDF'), true],
	['a pattern is for the whole name', { namePattern: 'invoice' }, file('invoice-7.pdf'), false],
	['by somebody', { changedBy: ['zhang wei '] }, file('a'), true],
	['by somebody else', { changedBy: ['Li'] }, file('a'), false],
	['not by oneself', { notChangedBy: ['ZHANG WEI'] }, file('a'), false],
	['as small as allowed', { minimumSize: 10 }, file('a'), true],
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
	expect(() => acceptor({ ...ALL, ...filter })).toThrow(message);
});

test.each<[string, string, boolean]>([
	['*', '', true],
	['?', '', false],
	['a*b*c', 'a--b--b--c', true],
	['a*b*c', 'a--c--b', false],
	['*.tar.gz', 'x.tar.gz', true],
	['??.txt', 'ab.txt', true],
	['??.txt', 'abc.txt', false],
	['[a].(b)', '[a].(b)', true],
	['报告*', '报告-1', true],
	['?', '😀', true],
])('pattern %s on %s', (pattern, name, expected) => {
	expect(matchesPattern(pattern, name)).toBe(expected);
});

test('no pattern takes long', () => {
	expect(matchesPattern('*a'.repeat(100), `${'a'.repeat(20_000)}b`)).toBe(false);
});
