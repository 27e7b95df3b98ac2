import { by, DIFFICULT, on } from '../support/library';
import { expectSent, file, useStrictLibrary, type ComposedCase } from '../support/composedCases';

/* Paths, link deadlines and feed cursors that are composed of several properties. */

const strict = useStrictLibrary();

const CASES: ComposedCase[] = [
	[
		'folder in the root',
		'libraryFileCreateFolder',
		on('folder', 'create', { name: '合同 é+b%20&x', folder: by('path', '/') }),
		{ fullpath: '合同 é+b%20&x' },
	],
	[
		'folder in a folder',
		'libraryFileCreateFolder',
		on('folder', 'create', { name: 'x', folder: by('list', DIFFICULT) }),
		{ fullpath: `${DIFFICULT}/x` },
	],
	[
		'slashes around the parent are dropped',
		'libraryFileCreateFolder',
		on('folder', 'create', { name: 'x', folder: by('path', '/a/b/') }),
		{ fullpath: 'a/b/x' },
	],
	[
		'root is the empty path',
		'libraryFileList',
		on('folder', 'getMany', { folder: by('list', '/'), limit: 1 }),
		{ fullpath: '' },
	],
	[
		'an empty folder path is the root',
		'libraryFileList',
		on('folder', 'getMany', { folder: by('path', ''), limit: 1 }),
		{ fullpath: '' },
	],
	[
		'copy to a path',
		'libraryFileCopy',
		on('file', 'copy', { file, destinationFolder: by('path', '/a/'), newName: 'é b.txt' }),
		{ from_fullpath: DIFFICULT, fullpath: 'a/é b.txt' },
	],
	[
		'copy into a folder keeps the name',
		'libraryFileCopy',
		on('file', 'copy', { file, destinationFolder: by('list', 'a'), newName: '' }),
		{ fullpath: 'a/é+b%20&x.txt' },
	],
	[
		'copy into the root keeps the name',
		'libraryFileCopy',
		on('file', 'copy', { file, destinationFolder: by('list', '/') }),
		{ fullpath: 'é+b%20&x.txt' },
	],
	[
		'move to a path',
		'libraryFileMove',
		on('file', 'move', { file, destinationFolder: by('path', 'a'), newName: '={{ 0 }}' }),
		{ fullpath: DIFFICULT, dest_fullpath: 'a/0' },
	],
	[
		'move into a folder',
		'libraryFileMove',
		on('file', 'move', { file: by('list', 'a/0'), destinationFolder: by('path', 'b/') }),
		{ dest_fullpath: 'b/0' },
	],
	[
		'delete by tag in the whole library',
		'libraryFileDelete',
		on('file', 'deleteByTag', { tags: ['旧 2'] }),
		{ tag: '旧 2', path: '', fullpath: undefined },
	],
	[
		'delete by one tag in a folder',
		'libraryFileDelete',
		on('file', 'deleteByTag', { tags: ['0'], options: { folder: by('path', '/合同 2026/') } }),
		{ tag: '0', path: '合同 2026' },
	],
	[
		'a file gets another name in its folder',
		'libraryFileMove',
		on('file', 'rename', { file: by('path', '/合同/a b/x.txt'), newName: 'é+b%20&x' }),
		{ fullpath: '合同/a b/x.txt', dest_fullpath: '合同/a b/é+b%20&x' },
	],
	[
		'a folder of the root gets another name',
		'libraryFileMove',
		on('folder', 'rename', { folder: by('list', '合同'), newName: '2026' }),
		{ fullpath: '合同', dest_fullpath: '2026' },
	],
	[
		'a folder moves into the root, under a new name',
		'libraryFileMove',
		on('folder', 'move', { folder: by('path', 'a/b/'), destinationFolder: by('path', '/'), newName: 'c' }),
		{ fullpath: 'a/b', dest_fullpath: 'c' },
	],
	[
		'a folder is copied beside itself',
		'libraryFileCopy',
		on('folder', 'copy', { folder: by('path', 'a/b'), destinationFolder: by('path', 'a') }),
		{ from_fullpath: 'a/b', fullpath: 'a/b' },
	],
	[
		'a folder for each source, one of them the root',
		'libraryFileCopyMany',
		on('file', 'copyMany', {
			sources: { rows: [{ file: by('path', 'a') }, { file: by('list', 'b/c') }] },
			copyTo: 'each',
			destinationFolders: { rows: [{ folder: by('path', '/') }, { folder: by('list', 'd') }] },
		}),
		{ from_fullpaths: 'a|b/c', paths: '/|d' },
	],
	[
		'link with an end, in seconds',
		'libraryFileLink',
		on('link', 'create', { file, expires: 'time', deadline: '2096-03-04T05:06:07.999Z' }),
		{ deadline: String(Date.UTC(2096, 2, 4, 5, 6, 7) / 1000) },
	],
	[
		'link that never ends',
		'libraryFileLink',
		on('link', 'create', { file, deadline: '2026-03-04T05:06:07Z', expires: 'never' }),
		{ deadline: '-1' },
	],
	[
		'link closed by code',
		'libraryFileLinkClose',
		on('link', 'close', { link: by('code', 'é+b%20&x') }),
		{ code: 'é+b%20&x', fullpath: undefined },
	],
	[
		'from now, newest first',
		'libraryFileUpdates',
		on('change', 'getMany', { mode: 'newest', returnAll: true }),
		{ fetch_dateline: '0', mode: undefined, dir: undefined },
	],
	[
		'changes since a date',
		'libraryFileUpdates',
		on('change', 'getMany', { since: '2026-03-04T05:06:07.890Z', returnAll: true, filters: { dir: '0' } }),
		{ fetch_dateline: '1772600767890', mode: 'compare', dir: '0' },
	],
];

test.each(CASES)('%s', async (...row) => await expectSent(strict, ...row));

test('a date without an offset is in the time zone of the workflow', async () => {
	const parameters = on('link', 'create', { file, expires: 'time', deadline: '2096-03-04T05:06:07' });
	await strict.library.run(parameters, undefined, { settings: { timezone: 'Asia/Shanghai' } });
	expect(strict.server.sent('libraryFileLink')[0]?.deadline).toBe(String(Date.UTC(2096, 2, 3, 21, 6, 7) / 1000));
});

test.each<[string, Record<string, unknown>, number]>([
	['nothing chosen', {}, 48],
	['the default', { expires: 'hours', days: 3, deadline: '2001-01-01' }, 48],
	['a number of days', { expires: 'days', days: 3 }, 72],
	['the days of a new form', { expires: 'days' }, 168],
])('a link expires so many hours after its creation: %s', async (_name, chosen, hours) => {
	strict.server.reset();
	await strict.library.run(on('link', 'create', { file, ...chosen }));
	const sent = Number(strict.server.sent('libraryFileLink')[0]?.deadline);
	expect(Math.abs(sent - Date.now() / 1000 - hours * 3600)).toBeLessThan(60);
});
