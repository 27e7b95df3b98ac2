import { planMirror as planning } from '../../../src/protocol/mirror/planMirror';
import type { MirrorEntry } from '../../../src/protocol/mirror/types';
import { leastOf, longestStepMs } from '../../support/cpu';
import { entriesOf, planMirror, planOf, type Tree } from './smallTrees';

/* Plans of small trees, by hand. */

const rows: ReadonlyArray<readonly [what: string, source: Tree, target: Tree, plan: string[][]]> = [
	['equal trees', { 'a/': '', 'a/x': '1' }, { 'a/': '', 'a/x': '1' }, []],
	['a changed file', { x: '1' }, { x: '2' }, [['update file x']]],
	['names that differ in case only', { x: '1', X: '2' }, { X: '2' }, [['add file x']]],
	[
		'two files that exchange their names',
		{ a: '1', b: '2' },
		{ a: '2', b: '1' },
		[['update file a', 'update file b']],
	],
	['a chain of names', { b: '1', c: '2' }, { a: '1', b: '2' }, [['update file b', 'add file c'], ['delete file a']]],
	['a renamed file', { b: '1' }, { a: '1' }, [['move file a > b']]],
	[
		'a file moved into a new folder',
		{ 'new/': '', 'new/a': '1' },
		{ a: '1' },
		[['create folder new'], ['move file a > new/a']],
	],
	[
		'a renamed folder',
		{ 'b/': '', 'b/x': '1', 'b/deep/': '', 'b/deep/y': '2' },
		{ 'a/': '', 'a/x': '1', 'a/deep/': '', 'a/deep/y': '2' },
		[['move folder a > b']],
	],
	[
		'a renamed folder with one file more',
		{ 'b/': '', 'b/x': '1', 'b/y': '2' },
		{ 'a/': '', 'a/x': '1' },
		[['create folder b'], ['move file a/x > b/x', 'add file b/y'], ['delete folder a']],
	],
	['a renamed folder without a file', { 'b/': '' }, { 'a/': '' }, [['create folder b'], ['delete folder a']]],
	[
		'duplicates: the same name goes first',
		{ 'n/': '', 'n/a': '1', b: '1' },
		{ 'o/': '', 'o/c': '1', 'o/a': '1' },
		[['create folder n'], ['move file o/c > b', 'move file o/a > n/a'], ['delete folder o']],
	],
	['one content more often in the source', { a: '1', b: '1' }, { c: '1' }, [['move file c > a', 'add file b']]],
	[
		'a file where a folder is wanted',
		{ 'a/': '', 'a/x': '1' },
		{ a: '1' },
		[['delete file a'], ['create folder a'], ['add file a/x']],
	],
	['a folder where a file is wanted', { a: '1' }, { 'a/': '', 'a/x': '1' }, [['delete folder a'], ['add file a']]],
	[
		'levels of folders',
		{ 'a/': '', 'a/b/': '', 'c/': '', 'c/d/': '' },
		{},
		[
			['create folder a', 'create folder c'],
			['create folder a/b', 'create folder c/d'],
		],
	],
	[
		'extra things: the topmost of each',
		{},
		{ 'a/': '', 'a/b/': '', 'a/b/x': '1', y: '2' },
		[['delete folder a', 'delete file y']],
	],
];
test.each(rows)('%s', (_, source, target, plan) => expect(planOf(source, target)).toEqual(plan));

test('a target folder that does not exist is created first', () => {
	const plan = planOf({ 'a/': '', 'a/x': '1' }, {}, { targetExists: false, deleteExtra: false });
	expect(plan).toEqual([['create folder '], ['create folder a'], ['add file a/x']]);
});

test('without Delete Extra nothing moves, and the other kind is a conflict with all that is below it', () => {
	const more = { deleteExtra: false };
	expect(planOf({ b: '1' }, { a: '1' }, more)).toEqual([['add file b']]);
	expect(planOf({ 'a/': '', 'a/x': '1' }, { a: '2' }, more)).toEqual([['folder a: deleteExtraOff']]);
	expect(planOf({ a: '1' }, { 'a/': '', 'a/x': '1' }, more)).toEqual([['file a: deleteExtraOff']]);
});

test('by token, only what keeps its name or its folder is moved', () => {
	const more = { moves: 'folderOrName' } as const;
	const [source, target] = [
		{ 'n/': '', 'n/b': '1', 'n/x': '2' },
		{ a: '1', x: '2' },
	];
	expect(planOf(source, target, more)).toEqual([
		['create folder n'],
		['add file n/b', 'move file x > n/x'],
		['delete file a'],
	]);
	expect(planOf({ b: '1' }, { a: '1' }, more)).toEqual([['move file a > b']]);
});

test('files without a SHA1 are compared by size, never moved, and counted', () => {
	const unknown = (path: string, filesize: number): MirrorEntry => ({
		path,
		dir: false,
		filesize,
		filehash: '',
		hash: path,
	});
	const input = { targetExists: true, wants: () => true, deleteExtra: true, moves: 'anyPath' } as const;
	const { stages, counts } = planMirror({
		...input,
		source: [unknown('same', 3), unknown('other', 4), unknown('new', 5)],
		target: [...entriesOf({ same: 'abc', other: 'abc' }), unknown('old', 5)],
	});
	expect(stages.flat().map(({ action, type, path }) => `${action} ${type} ${path}`)).toEqual([
		'add file new',
		'update file other',
		'delete file old',
	]);
	expect(counts).toMatchObject({ unchanged: 1, sizeOnly: 1 });
});

test.each<[string, number | undefined, number | undefined, string]>([
	['the target is newer', 1, 2, 'keep: targetNewer'],
	['equal seconds', 2, 2, 'update'],
	['the source is newer', 2, 1, 'update'],
	['the time of one is not shown', undefined, 2, 'keep: timesUnknown'],
])('a file that differs, to be kept if it is newer: %s', (_, inSource, inTarget, expected) => {
	const dated = (content: string, modified?: number): MirrorEntry[] =>
		entriesOf({ a: content }).map((entry) => ({ ...entry, ...(modified === undefined ? {} : { modified }) }));
	const input = { targetExists: true, wants: () => true, deleteExtra: true, moves: 'anyPath' } as const;
	const [source, target] = [dated('1', inSource), dated('2', inTarget)];
	const { stages, kept } = planMirror({ ...input, keepsNewer: true, source, target });
	const shown = [
		...stages.flat().map(({ action }) => action),
		...kept.map((file) => `${file.action}: ${file.because}`),
	];
	expect(shown).toEqual([expected]);
	expect(planMirror({ ...input, source, target }).kept).toEqual([]);
});

test('hexadecimal digits of both cases are the same SHA1', () => {
	const file = (filehash: string): MirrorEntry => ({ path: 'a', dir: false, filesize: 1, filehash, hash: 'a' });
	const input = { targetExists: true, wants: () => true, deleteExtra: true, moves: 'anyPath' } as const;
	expect(planMirror({ ...input, source: [file('AB')], target: [file('ab')] }).stages).toEqual([]);
});

test('the order of the lists does not matter, and what is deleted says what is in it', () => {
	const target = entriesOf({ 'gone/': '', 'gone/x': '123', 'gone/deep/': '', 'gone/deep/y': '4567', stays: '1' });
	const input = { targetExists: true, wants: () => true, deleteExtra: true, moves: 'anyPath' } as const;
	const plan = planMirror({ ...input, source: entriesOf({ stays: '1' }), target });
	const reversed = planMirror({ ...input, source: entriesOf({ stays: '1' }), target: target.toReversed() });
	expect(reversed).toEqual(plan);
	const contents = ['gone', 'gone/x', 'gone/deep', 'gone/deep/y'].map((path) => ({ path }));
	const amount = { files: 2, folders: 2, bytes: 7 };
	expect(plan.stages).toMatchObject([
		[{ action: 'delete', type: 'folder', path: 'gone', ...amount, reason: 'notInSource', contents }],
	]);
	expect(plan.counts).toEqual({ unchanged: 1, sizeOnly: 0, excluded: 0, existing: 3, deleted: 2 });
});

test('a path of ten thousand folders is no problem', () => {
	const deep = Array.from({ length: 10_000 }, (_, at): MirrorEntry => {
		return {
			path: 'a'.concat('/a'.repeat(at % 2_000), at < 2_000 ? '' : `/${at}`),
			dir: at < 2_000,
			filesize: 0,
			filehash: '',
			hash: '',
		};
	});
	const input = { targetExists: true, wants: () => true, deleteExtra: true, moves: 'anyPath' } as const;
	expect(planMirror({ ...input, source: [], target: deep }).stages).toHaveLength(1);
	expect(planMirror({ ...input, source: deep, target: [] }).stages).toHaveLength(2_001);
});

test('a plan of 20,000 files can be interrupted every few milliseconds', () => {
	const treeOf = (name: (at: number) => string): MirrorEntry[] =>
		entriesOf(Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [name(at), `${at}`])));
	const source = treeOf((at) => `file ${at}`);
	const input = { targetExists: true, wants: () => true, deleteExtra: true, moves: 'anyPath' } as const;
	for (const target of [source, treeOf((at) => `FILE ${at}`), treeOf((at) => `renamed ${at}`), []]) {
		expect(leastOf(() => longestStepMs(planning({ ...input, source, target })), 50)).toBeLessThan(100);
	}
});
