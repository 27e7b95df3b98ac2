import { planMirror } from '../../../src/protocol/mirror/planMirror';
import { shownChange } from '../../../src/protocol/mirror/mirrorItem';
import { summaryOf } from '../../../src/protocol/mirror/mirrorSummary';
import type { MirrorChange, MirrorEntry, MirrorPlan } from '../../../src/protocol/mirror/types';
import { entriesOf, planOf } from './smallTrees';

/* Every kind of change as an item and in the sums; and moves of several entries of one content. */

const PLACES = { sourceFolder: '', targetFolder: 'To' };
const amount = { files: 3, folders: 2, bytes: 9 };
const content = { path: 'a/b', sourcePath: 'a/b', filesize: 5, filehash: 'd' };

test.each<readonly [MirrorChange, object]>([
	[
		{ change: 'createFolder', path: '' },
		{ type: 'folder', fullpath: 'To', reason: 'not in the target' },
	],
	[
		{ change: 'createFolder', path: 'a' },
		{ type: 'folder', fullpath: 'To/a', reason: 'not in the target' },
	],
	[
		{ change: 'updateFile', ...content, replaces: 4 },
		{
			...{ type: 'file', fullpath: 'To/a/b', source_fullpath: 'a/b', filesize: 5, filehash: 'd' },
			reason: 'content differs',
		},
	],
	[
		{ change: 'moveFolder', from: 'old', path: 'new', ...amount },
		{
			...{ type: 'folder', fullpath: 'To/new', previous_fullpath: 'To/old' },
			...{ file_count: 3, folder_count: 1, files_size: 9, reason: 'same content under another path' },
		},
	],
	[
		{ change: 'deleteFile', path: 'a', files: 1, folders: 0, bytes: 7, reason: 'notInSource' },
		{ type: 'file', fullpath: 'To/a', filesize: 7, reason: 'not in the source' },
	],
	[
		{ change: 'deleteFile', path: 'a', files: 1, folders: 0, bytes: 7, reason: 'otherKind' },
		{ type: 'file', fullpath: 'To/a', filesize: 7, reason: 'the source has a folder of this name' },
	],
	[
		{ change: 'deleteFolder', path: 'a', ...amount, reason: 'notInSource' },
		{
			...{ type: 'folder', fullpath: 'To/a', file_count: 3, folder_count: 1, files_size: 9 },
			reason: 'not in the source',
		},
	],
	[
		{ change: 'conflict', path: 'a', wanted: 'folder', reason: 'excluded' },
		{
			...{ type: 'folder', fullpath: 'To/a', status: 'conflict' },
			reason: 'the target has a file of this name; it stays, because the filters exclude it or something in it',
		},
	],
])('%j as an item', (change, item) => {
	expect(shownChange(change, PLACES, 'done')).toEqual({ change: change.change, status: 'done', ...item });
});

test('an item says what became of the change', () => {
	const more = { blocked: true, bytes_sent: 0, error: undefined } as const;
	const item = shownChange({ change: 'createFolder', path: 'a' }, PLACES, 'blocked', {
		blocked: true,
		bytes_sent: 0,
	});
	expect(item).toMatchObject({ status: 'blocked', blocked: more.blocked, bytes_sent: more.bytes_sent });
	expect(item).not.toHaveProperty('error');
});

describe('the summary', () => {
	const counts = { unchanged: 0, sizeOnly: 0, excluded: 0, existing: 0, deleted: 0 };
	test('of every kind of change', () => {
		const plan: MirrorPlan = {
			stages: [
				[
					{ change: 'updateFile', ...content, replaces: 4 },
					{ change: 'updateFile', ...content, filesize: 6, replaces: 4 },
					{ change: 'moveFile', ...content, from: 'x', filesize: 70 },
				],
				[{ change: 'deleteFolder', path: 'a', ...amount, reason: 'notInSource' }],
			],
			conflicts: [],
			counts: { ...counts, sizeOnly: 2 },
		};
		expect(summaryOf(plan, { percent: 100, count: 3 })).toMatchObject({
			blocked: false,
			reasons: [],
			files: { add: 0, update: 2, move: 1, delete: 0 },
			folders: { create: 0, move: 0, delete: 1 },
			bytes: { add: 0, update: 11, move: 70, delete: 9 },
			limits: { percent: 100, count: 3, deleted_percent: 0 },
			notes: [expect.stringMatching(/by size only.*: 2 files$/)],
		});
	});
	test('of nothing notes nothing', () => {
		expect(summaryOf({ stages: [], conflicts: [], counts }, { percent: 0 })).toMatchObject({
			blocked: false,
			changes: 0,
			notes: [],
		});
	});
});

describe('moves', () => {
	test('only one of each: what is left is added and deleted', () => {
		expect(planOf({ a: '1', b: '1', c: '1' }, { x: '1', y: '1' })).toEqual([
			['moveFile x > a', 'moveFile y > b', 'addFile c'],
		]);
		expect(planOf({ a: '1' }, { x: '1', y: '1', z: '2' })).toEqual([
			['moveFile x > a'],
			['deleteFile y', 'deleteFile z'],
		]);
	});
	test('several of one name go in the order of their paths', () => {
		const source = { 'm/': '', 'm/f': '1', 'n/': '', 'n/f': '1', 'n/g': '2' };
		const target = { 'o/': '', 'o/f': '1', 'o/k': '3', 'p/': '', 'p/f': '1', 'p/l': '4' };
		expect(planOf(source, target)).toEqual([
			['createFolder m', 'createFolder n'],
			['moveFile o/f > m/f', 'moveFile p/f > n/f', 'addFile n/g'],
			['deleteFolder o', 'deleteFolder p'],
		]);
	});
	test('the largest folder first, and nothing inside it once more', () => {
		const inside = (top: string) => ({
			[`${top}/`]: '',
			[`${top}/deep/`]: '',
			[`${top}/deep/x`]: '1',
			[`${top}/deep/y`]: '2',
			[`${top}/x`]: '1',
		});
		expect(planOf(inside('new'), inside('old'))).toEqual([['moveFolder old > new']]);
		const source = { ...inside('new'), 'a/': '', 'a/x': '1' };
		expect(planOf(source, { ...inside('old'), b: '1' })).toEqual([
			['createFolder a'],
			['moveFile b > a/x', 'moveFolder old > new'],
		]);
	});
	test('a folder counts by the names and contents of all that is in it', () => {
		expect(planOf({ 'b/': '', 'b/y': '1', 'b/x': '2' }, { 'a/': '', 'a/y': '2', 'a/x': '1' })[0]).toEqual([
			'createFolder b',
		]);
		expect(planOf({ 'b/': '', 'b/xy': '1' }, { 'a/': '', 'a/x': '1', 'a/y': '1' })[0]).toEqual(['createFolder b']);
		expect(
			planOf({ 'b/': '', 'b/b': '1', 'b/a': '2', 'b/c/': '' }, { 'a/': '', 'a/c/': '', 'a/a': '2', 'a/b': '1' }),
		).toEqual([['moveFolder a > b']]);
	});
	test('a folder with a file of unknown content does not move, the others in it do', () => {
		const unknown = (path: string): MirrorEntry => ({ path, dir: false, filesize: 1, filehash: '', hash: path });
		const input = { targetExists: true, wants: () => true, deleteExtra: true, moves: 'anyPath' } as const;
		const { stages } = planMirror({
			...input,
			source: [...entriesOf({ 'b/': '', 'b/x': 'xx' }), unknown('b/y')],
			target: [...entriesOf({ 'a/': '', 'a/x': 'xx' }), unknown('a/y')],
		});
		expect(stages.map((stage) => stage.map(({ change, path }) => `${change} ${path}`))).toEqual([
			['createFolder b'],
			['moveFile b/x', 'addFile b/y'],
			['deleteFolder a'],
		]);
	});
	test('a file whose SHA1 is written in capitals is found', () => {
		const file = (path: string, filehash: string): MirrorEntry => ({
			path,
			dir: false,
			filesize: 1,
			filehash,
			hash: '',
		});
		const input = { targetExists: true, wants: () => true, deleteExtra: true, moves: 'anyPath' } as const;
		expect(planMirror({ ...input, source: [file('b', 'ABé')], target: [file('a', 'abé')] }).stages).toMatchObject([
			[{ change: 'moveFile', from: 'a', path: 'b', filesize: 1, filehash: 'ABé' }],
		]);
	});
});

test('what is excluded in the source is counted, folders aside; empty folders of the target count', () => {
	const wants = ({ path }: MirrorEntry) => !path.startsWith('no');
	const input = { targetExists: true, deleteExtra: true, moves: 'anyPath', wants } as const;
	const source = entriesOf({ 'no/': '', 'no/x': '1', 'no.txt': '2', y: '3' });
	const { counts } = planMirror({
		...input,
		source,
		target: entriesOf({ 'e/': '', 'f/': '', 'f/x': '1', 'no.txt': '2' }),
	});
	expect(counts).toMatchObject({ excluded: 2, existing: 2, deleted: 2 });
});
