import {
	describeMirror,
	mirrorTotals,
	notesOf,
	reasonsOf,
	type MirrorChange,
	type MirrorPlan,
	makeObstacles,
} from '#mirror/plan';
import fc from 'fast-check';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { runs } from '../../support/runs';

const PLACES = { sourceFolder: 'From', targetFolder: 'To' };
const content = { path: 'a/b', filesize: 5, filehash: 'd' };
const ofContent = { type: 'file', fullpath: 'To/a/b', source_fullpath: 'From/a/b', filesize: 5, filehash: 'd' };
const MOVED = 'same content under another path';
const NEWER = 'content differs, and the target is newer';
const amount = { files: 3, folders: 2, bytes: 9 };
const ofAmount = { type: 'folder', filesize: 9 };
const INSIDE = '; 3 files and 1 folder in it';
const one = { path: 'a', files: 1, folders: 0, bytes: 7, contents: [] };

test.each<readonly [MirrorChange, object]>([
	[
		{ action: 'create', type: 'folder', path: '' },
		{ action: 'create', type: 'folder', fullpath: 'To', reason: 'not in the target' },
	],
	[
		{ action: 'update', type: 'file', ...content },
		{ action: 'update', ...ofContent, reason: 'content differs' },
	],
	[
		{ action: 'move', type: 'file', from: 'c', ...content },
		{ action: 'move', ...ofContent, from_fullpath: 'To/c', reason: MOVED },
	],
	[
		{ action: 'move', type: 'file', from: 'A/B', ...content },
		{ action: 'move', ...ofContent, from_fullpath: 'To/A/B', reason: 'the name differs in case only' },
	],
	[
		{ action: 'move', type: 'folder', from: 'old', path: 'new', ...amount },
		{ action: 'move', ...ofAmount, fullpath: 'To/new', from_fullpath: 'To/old', reason: `${MOVED}${INSIDE}` },
	],
	[
		{ action: 'keep', type: 'file', ...content, because: 'targetNewer' },
		{ action: 'keep', ...ofContent, reason: NEWER },
	],
	[
		{ action: 'delete', type: 'file', ...one, reason: 'notInSource' },
		{ action: 'delete', type: 'file', fullpath: 'To/a', filesize: 7, reason: 'not in the source' },
	],
	[
		{ action: 'delete', type: 'file', ...one, reason: 'otherKind' },
		{
			action: 'delete',
			type: 'file',
			fullpath: 'To/a',
			filesize: 7,
			reason: 'the source has a folder of this name',
		},
	],
	[
		{ action: 'delete', type: 'folder', path: 'a', ...amount, contents: [], reason: 'notInSource' },
		{ action: 'delete', ...ofAmount, fullpath: 'To/a', reason: `not in the source${INSIDE}` },
	],
	[
		{ action: 'create', type: 'folder', path: 'a', conflict: 'excluded' },
		{
			action: 'create',
			type: 'folder',
			fullpath: 'To/a',
			reason: 'the target has a file of this name; it stays, because the filters exclude it or something in it',
		},
	],
	[
		{ action: 'add', type: 'file', path: 'a', conflict: 'deleteExtraOff' },
		{
			action: 'add',
			type: 'file',
			fullpath: 'To/a',
			reason: 'the target has a folder of this name; it stays, because Delete Extra is off',
		},
	],
])('%j as an item', (change, item) => {
	expect(describeMirror(change, PLACES)).toEqual(item);
});

test.each<readonly [MirrorChange, string | undefined]>([
	[{ action: 'update', type: 'file', ...content }, 'Old/a/b'],
	[{ action: 'delete', type: 'file', ...one, reason: 'notInSource' }, 'Old/a'],
	[{ action: 'add', type: 'file', ...content }, undefined],
	[{ action: 'move', type: 'file', from: 'c', ...content }, undefined],
])('%j with an archive: what is in the way goes there', (change, archived) => {
	expect(describeMirror(change, { ...PLACES, archiveFolder: 'Old' }).archive_fullpath).toBe(archived);
});

test('the summary counts files, folders and bytes, and says what the numbers do not', () => {
	const plan: MirrorPlan = {
		stages: [
			[{ action: 'create', type: 'folder', path: 'a' }],
			[
				{ action: 'add', type: 'file', ...content },
				{ action: 'update', type: 'file', ...content },
				{ action: 'update', type: 'file', ...content, filesize: 6 },
				{ action: 'move', type: 'file', ...content, from: 'x', filesize: 70 },
				{ action: 'move', type: 'folder', from: 'b', path: 'c', files: 2, folders: 1, bytes: 7 },
			],
			[
				{ action: 'delete', type: 'file', ...one, path: 'z', bytes: 11, reason: 'notInSource' },
				{ action: 'delete', type: 'folder', path: 'y', ...amount, contents: [], reason: 'notInSource' },
			],
		],
		conflicts: [{ action: 'add', type: 'file', path: 'q', conflict: 'excluded' }],
		kept: [{ action: 'keep', type: 'file', ...content, because: 'targetNewer' }],
		counts: { unchanged: 3, sizeOnly: 1, excluded: 2, existing: 6, deleted: 1 },
	};
	expect(mirrorTotals(plan, { percent: 10, count: null }, { ...PLACES, mountId: 5 }, 12)).toEqual({
		fullpath: 'To',
		source_fullpath: 'From',
		mount_id: 5,
		files: { add: 1, update: 2, move: 1, delete: 1 },
		folders: { create: 1, move: 1, delete: 1 },
		conflicts: 1,
		kept: 1,
		bytes: { add: 5, update: 11, move: 77, delete: 20 },
		bytes_sent: 12,
		unchanged: 3,
		excluded: 2,
		limits: { percent: 10, count: null, deleted: 1, existing: 6, deleted_percent: 16.67 },
	});
	expect(notesOf(plan)).toEqual([
		expect.stringMatching(/a file where the other has a folder.*: 1$/),
		expect.stringMatching(/^Different, and kept because the target is newer, or may be: 1 file$/),
		expect.stringMatching(/by size only.*: 1 file$/),
	]);
	expect(reasonsOf(plan, { percent: 10, count: null })).toEqual([
		'Deletion Limit: this run would delete 1 of 6 files and empty folders of the target; the limit is 10%',
	]);
});

const FAILURE = new LibraryError('conflict', 'refused');
const create = (path: string): MirrorChange => ({ action: 'create', type: 'folder', path });
const move = (from: string, path: string): MirrorChange => ({
	action: 'move',
	type: 'folder',
	from,
	path,
	files: 1,
	folders: 1,
	bytes: 1,
});
const path = fc.array(fc.constantFrom('a', 'b', 'ab'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const change = fc.oneof(
	path.map(create),
	fc.tuple(path, path).map(([from, to]) => move(from, to)),
);
const meet = (one: string, other: string): boolean =>
	`${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);
const pathsOf = (one: MirrorChange): string[] => ('from' in one ? [one.path, one.from] : [one.path]);

test('an obstacle is a path of a failed change that is, contains or lies inside one of another change', () => {
	fc.assert(
		fc.property(fc.array(change, { maxLength: 6 }), change, (failed, asked) => {
			const obstacles = makeObstacles();
			for (const one of failed) obstacles.add(one, FAILURE);
			const inTheWay = failed.flatMap(pathsOf).filter((one) => pathsOf(asked).some((other) => meet(one, other)));
			const reasons = inTheWay.map((one) => `an earlier change of "${one}" was not made`);
			const found = obstacles.to(asked);
			if (reasons.length === 0) expect(found).toBeUndefined();
			else expect(reasons).toContain(found);
		}),
		{ numRuns: runs(500) },
	);
});
