import { shownChange } from '../../../src/protocol/mirror/mirrorItem';
import { wantedBy } from '../../../src/protocol/mirror/mirrorFilter';
import { summaryOf } from '../../../src/protocol/mirror/mirrorSummary';
import { requireApart } from '../../../src/protocol/mirror/requireApart';
import { limitBlocks } from '../../../src/protocol/mirror/deletionLimits';
import type { MirrorChange, MirrorPlan } from '../../../src/protocol/mirror/types';

/* What a person reads about a plan. */

test.each([
	[{ deleted: 0, existing: 0 }, { percent: 0, count: 0 }, ''],
	[{ deleted: 1, existing: 10 }, { percent: 10 }, ''],
	[{ deleted: 2, existing: 10 }, { percent: 10 }, 'the limit is 10%'],
	[{ deleted: 2, existing: 10 }, { percent: 20, count: 1 }, 'the limit is 1'],
	[{ deleted: 2, existing: 10 }, { percent: 20, count: 2 }, ''],
	[{ deleted: 3, existing: 10 }, { percent: 20, count: 2 }, 'the limit is 20% and 2'],
	[{ deleted: 1, existing: 1_000 }, { percent: 0 }, 'would delete 1 of 1000 files and empty folders'],
])('%j with the limits %j: %s', (counts, limits, text) => {
	expect(limitBlocks(counts, limits).join()).toContain(text);
	expect(limitBlocks(counts, limits)).toHaveLength(text === '' ? 0 : 1);
});

const PLACES = { sourceFolder: 'From', targetFolder: '' };

test.each<readonly [MirrorChange, object]>([
	[
		{ change: 'createFolder', path: '' },
		{ type: 'folder', fullpath: '/', reason: 'not in the target' },
	],
	[
		{ change: 'addFile', path: 'a/b', sourcePath: 'a/b', filesize: 3, filehash: '' },
		{ type: 'file', fullpath: 'a/b', source_fullpath: 'From/a/b', filesize: 3, reason: 'not in the target' },
	],
	[
		{ change: 'moveFile', from: 'c', path: 'b', sourcePath: 'b', filesize: 3, filehash: 'd' },
		{
			...{ type: 'file', fullpath: 'b', source_fullpath: 'From/b', previous_fullpath: 'c', filesize: 3 },
			...{ filehash: 'd', reason: 'same content under another path' },
		},
	],
	[
		{ change: 'deleteFolder', path: 'a', files: 2, folders: 2, bytes: 9, reason: 'otherKind' },
		{
			...{ type: 'folder', fullpath: 'a', file_count: 2, folder_count: 1, files_size: 9 },
			reason: 'the source has a file of this name',
		},
	],
	[
		{ change: 'conflict', path: 'a', wanted: 'file', reason: 'deleteExtraOff' },
		{
			...{ type: 'file', fullpath: 'a', status: 'conflict' },
			reason: 'the target has a folder of this name; it stays, because Delete Extra is off',
		},
	],
])('%j as an item', (change, item) => {
	expect(shownChange(change, PLACES, 'planned')).toEqual({ change: change.change, status: 'planned', ...item });
});

test('the summary counts files, folders and bytes, and says what the numbers do not', () => {
	const plan: MirrorPlan = {
		stages: [
			[{ change: 'createFolder', path: 'a' }],
			[
				{ change: 'addFile', path: 'a/x', sourcePath: 'a/x', filesize: 5, filehash: '1' },
				{ change: 'moveFolder', from: 'b', path: 'c', files: 2, folders: 1, bytes: 7 },
			],
			[{ change: 'deleteFile', path: 'z', files: 1, folders: 0, bytes: 11, reason: 'notInSource' }],
		],
		conflicts: [{ change: 'conflict', path: 'q', wanted: 'file', reason: 'excluded' }],
		counts: { unchanged: 3, sizeOnly: 1, excluded: 2, existing: 6, deleted: 1 },
	};
	expect(summaryOf(plan, { percent: 10 })).toEqual({
		blocked: true,
		reasons: [expect.stringContaining('delete 1 of 6')],
		changes: 4,
		files: { add: 1, update: 0, move: 0, delete: 1 },
		folders: { create: 1, move: 1, delete: 0 },
		conflicts: 1,
		bytes: { add: 5, update: 0, move: 7, delete: 11 },
		unchanged: 3,
		excluded: 2,
		limits: { percent: 10, count: null, deleted: 1, existing: 6, deleted_percent: 16.67 },
		notes: [
			expect.stringMatching(/a file where the other has a folder.*: 1$/),
			expect.stringMatching(/by size only.*: 1 file$/),
		],
	});
});

test.each([
	['a', 'a', 'is the source folder'],
	['', '', 'is the source folder'],
	['a', 'a/b', 'is inside the source folder, "a"'],
	['', 'b', 'is inside the source folder, the library root'],
	['a/b', 'a', 'contains the source folder, "a/b"'],
	['a/b', '', 'contains the source folder, "a/b"'],
])('source "%s" and target "%s" are refused', (source, target, message) => {
	expect(() => requireApart(source, target)).toThrow(message);
});

test.each([
	['a', 'ab'],
	['a/b', 'a/bc'],
	['a/b', 'a/c'],
])('source "%s" and target "%s" are apart', (source, target) => {
	expect(() => requireApart(source, target)).not.toThrow();
});

test('the filter counts levels, and reads what the service sent', () => {
	const entry = { path: 'a/b.txt', dir: false, filesize: 5, filehash: '', hash: '', modified: 1_700_000_000 };
	const at = (ms: number) => new Date(ms);
	expect(wantedBy({})(entry)).toBe(true);
	expect(wantedBy({ maxDepth: 1 })(entry)).toBe(false);
	expect(wantedBy({ maxDepth: 2 })(entry)).toBe(true);
	expect(wantedBy({ kind: 'folder' })(entry)).toBe(false);
	expect(wantedBy({ extensions: ['txt'], minSize: 5, maxSize: 5 })(entry)).toBe(true);
	expect(wantedBy({ namePattern: 'a/*.txt' })(entry)).toBe(true);
	expect(wantedBy({ modifiedAfter: at(1_700_000_000_000) })(entry)).toBe(true);
	expect(wantedBy({ modifiedBefore: at(1_700_000_000_000) })(entry)).toBe(false);
	expect(() => wantedBy({ minSize: 2, maxSize: 1 })).toThrow('Maximum Size');
});
