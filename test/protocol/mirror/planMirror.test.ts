import type { ListedEntry } from '../../../src/protocol/tree/listedEntry';
import fc from 'fast-check';
import { planMirror as planning, type MirrorInput, type MirrorPlan } from '#mirror/plan';
import { twoTrees, type Tree as RandomTree } from '../../client/mirror/randomTrees';
import { atOnce } from '../../support/atOnce';
import { timesTheCalls } from '../../support/countedCalls';
import { inPieces } from '../../support/inPieces';
import { deepTest, runs, sized } from '../../support/runs';

/** A whole plan, computed without interruption. */
const planMirror = (input: MirrorInput): MirrorPlan => atOnce(planning(input));

/** A small tree: content by path; a path that ends with a slash is a folder. */
type Tree = Readonly<Record<string, string>>;

/** The entries of a tree, as they are read. */
const entriesOf = (tree: Tree): ListedEntry[] =>
	Object.entries(tree).map(([path, content]) => {
		const dir = path.endsWith('/');
		return {
			path: path.replace(/\/$/, ''),
			dir,
			filesize: content.length,
			filehash: dir ? '' : `sha1 ${content}`,
			hash: path,
		};
	});

/** A mirror that deletes what is extra, of a target that is there, without filters. */
const PLAIN = { targetExists: true, wants: () => true, deleteExtra: true, moves: 'anyPath' } as const;

/** The plan of two trees, a line for each change and a list for each stage. */
function planOf(source: Tree, target: Tree, more: Partial<MirrorInput> = {}): string[][] {
	const { stages, conflicts } = planMirror({
		source: entriesOf(source),
		target: entriesOf(target),
		...PLAIN,
		...more,
	});
	const lines = stages.map((stage) =>
		stage.map(
			(action) => `${action.action} ${action.type} ${'from' in action ? `${action.from} > ` : ''}${action.path}`,
		),
	);
	return conflicts.length === 0
		? lines
		: [...lines, conflicts.map(({ path, type, conflict }) => `${type} ${path}: ${conflict}`)];
}

/* Which moves a plan prefers, counts and keeps, by hand; its result: client/mirror/convergence.test.ts. */

const rows: ReadonlyArray<readonly [what: string, source: Tree, target: Tree, plan: string[][]]> = [
	[
		'a renamed folder',
		{ 'b/': '', 'b/x': '1', 'b/deep/': '', 'b/deep/y': '2' },
		{ 'a/': '', 'a/x': '1', 'a/deep/': '', 'a/deep/y': '2' },
		[['move folder a > b']],
	],
	[
		'duplicates: the same name goes first',
		{ 'n/': '', 'n/a': '1', b: '1' },
		{ 'o/': '', 'o/c': '1', 'o/a': '1' },
		[['create folder n'], ['move file o/c > b', 'move file o/a > n/a'], ['delete folder o']],
	],
	['a folder without a file is a new one', { 'b/': '' }, { 'a/': '' }, [['create folder b'], ['delete folder a']]],
];
test.each(rows)('%s', (_, source, target, plan) => expect(planOf(source, target)).toEqual(plan));

test('files without a SHA1 are compared by size, never moved, and counted', () => {
	const unknown = (path: string, filesize: number): ListedEntry => ({
		path,
		dir: false,
		filesize,
		filehash: '',
		hash: path,
	});
	const { stages, counts } = planMirror({
		...PLAIN,
		source: [unknown('same', 3), unknown('other', 4), unknown('new', 5), ...entriesOf({ sized: 'x' })],
		// Where one side shows no size, the SHA1 alone says it.
		target: [
			...entriesOf({ same: 'abc', other: 'abc' }),
			unknown('old', 5),
			{ path: 'sized', dir: false, filesize: undefined, filehash: 'sha1 x', hash: 'sized' },
		],
	});
	expect(stages.flat().map(({ action, type, path }) => `${action} ${type} ${path}`)).toEqual([
		'add file new',
		'update file other',
		'delete file old',
	]);
	expect(counts).toMatchObject({ unchanged: 2, sizeOnly: 1 });
});

test.each<[string, number | undefined, number | undefined, string]>([
	['the target is newer', 1, 2, 'keep: targetNewer'],
	['equal seconds', 2, 2, 'update'],
	['the source is newer', 2, 1, 'update'],
	['the time of one is not shown', undefined, 2, 'keep: timesUnknown'],
])('a file that differs, to be kept if it is newer: %s', (_, inSource, inTarget, expected) => {
	const dated = (content: string, modified?: number): ListedEntry[] =>
		entriesOf({ a: content }).map((entry) => ({ ...entry, ...(modified === undefined ? {} : { modified }) }));
	const [source, target] = [dated('1', inSource), dated('2', inTarget)];
	const { stages, kept } = planMirror({ ...PLAIN, keepsNewer: true, source, target });
	const shown = [
		...stages.flat().map(({ action }) => action),
		...kept.map((file) => `${file.action}: ${file.because}`),
	];
	expect(shown).toEqual([expected]);
	expect(planMirror({ ...PLAIN, source, target }).kept).toEqual([]);
});

test('what is deleted says what is in it; the order of the lists does not matter; what counts is counted', () => {
	const source = entriesOf({ 'no/': '', 'no/x': '1', 'no.txt': '2', stays: '1' });
	const target = entriesOf({ 'gone/': '', 'gone/x': '123', 'gone/deep/': '', 'gone/deep/y': '4567', stays: '1' });
	const wants = ({ path }: ListedEntry) => !path.startsWith('no');
	const plan = planMirror({ ...PLAIN, wants, source, target });
	expect(planMirror({ ...PLAIN, wants, source, target: target.toReversed() })).toEqual(plan);
	const contents = ['gone', 'gone/x', 'gone/deep', 'gone/deep/y'].map((path) => ({ path }));
	const amount = { files: 2, folders: 2, bytes: 7 };
	expect(plan.stages).toMatchObject([
		[{ action: 'delete', type: 'folder', path: 'gone', ...amount, reason: 'notInSource', contents }],
	]);
	expect(plan.counts).toEqual({ unchanged: 1, sizeOnly: 0, excluded: 2, existing: 3, deleted: 2 });
});

test('a plan of many files can be interrupted after each look at the files of one side', () => {
	const treeOf = (name: (at: number) => string): ListedEntry[] =>
		entriesOf(Object.fromEntries(Array.from({ length: sized(20_000, 5_000) }, (_, at) => [name(at), `${at}`])));
	const source = treeOf((at) => `file ${at}`);
	for (const target of [source, treeOf((at) => `FILE ${at}`), treeOf((at) => `renamed ${at}`), []]) {
		expect(
			inPieces((watch) => planning({ ...PLAIN, source: source.map(watch), target: target.map(watch) })).most,
		).toBeLessThanOrEqual(source.length);
	}
});

/** The changes that it would take without moves: each path that is missing or differs, and each topmost one to go. */
function withoutMoves(before: RandomTree, after: RandomTree): number {
	const differ = Object.keys(after).filter((path) => before[path] !== after[path]);
	const replaced = differ.filter((path) => path in before && (before[path] === null) !== (after[path] === null));
	const gone = [...Object.keys(before).filter((path) => !(path in after)), ...replaced].filter((path) => {
		const folder = path.split('/').slice(0, -1).join('/');
		return folder === '' || after[folder] === null;
	});
	return differ.length + gone.length;
}
/** Without the names that only differ in case from others: those are renamed, whatever their content. */
const smallTree = (tree: RandomTree): Record<string, string | null> =>
	Object.fromEntries(Object.entries(tree).filter(([path]) => path === path.toLowerCase()));

test('moves never cost more requests than placing and deleting, and each entry moves once', () => {
	fc.assert(
		fc.property(twoTrees, fc.constantFrom('anyPath' as const, 'folderOrName' as const), (trees, moves) => {
			const [after, before] = trees.map(smallTree) as [RandomTree, RandomTree];
			const [source, target] = [after, before].map((tree) =>
				entriesOf(
					Object.fromEntries(
						Object.entries(tree).map(([at, what]) => [what === null ? `${at}/` : at, what ?? '']),
					),
				),
			) as [ListedEntry[], ListedEntry[]];
			const plan = planMirror({ ...PLAIN, moves, source, target }).stages.flat();
			const froms = plan.flatMap((action) => ('from' in action ? [action.from] : []));
			expect(new Set(froms).size).toBe(froms.length);
			const naive = withoutMoves(before, after);
			expect(plan.length).toBeLessThanOrEqual(naive);
			if (froms.length === 0) expect(plan.length).toBe(naive);
		}),
		{ numRuns: runs(2_000) },
	);
});

/* Moves of several entries of one content, by hand: the property says only that they save requests. */

describe('moves', () => {
	test('the largest folder first, and nothing inside it once more', () => {
		const inside = (top: string) => ({
			[`${top}/`]: '',
			[`${top}/deep/`]: '',
			[`${top}/deep/x`]: '1',
			[`${top}/deep/y`]: '2',
			[`${top}/x`]: '1',
		});
		expect(planOf(inside('new'), inside('old'))).toEqual([['move folder old > new']]);
		expect(planOf({ ...inside('new'), 'a/': '', 'a/x': '1' }, { ...inside('old'), b: '1' })).toEqual([
			['create folder a'],
			['move file b > a/x', 'move folder old > new'],
		]);
	});
	test('a folder counts by the names and contents of all that is in it', () => {
		expect(planOf({ 'b/': '', 'b/y': '1', 'b/x': '2' }, { 'a/': '', 'a/y': '2', 'a/x': '1' })[0]).toEqual([
			'create folder b',
		]);
		expect(planOf({ 'b/': '', 'b/xy': '1' }, { 'a/': '', 'a/x': '1', 'a/y': '1' })[0]).toEqual(['create folder b']);
		expect(
			planOf({ 'b/': '', 'b/b': '1', 'b/a': '2', 'b/c/': '' }, { 'a/': '', 'a/c/': '', 'a/a': '2', 'a/b': '1' }),
		).toEqual([['move folder a > b']]);
	});
	test('a folder with something that the filter excludes stays where it is, the others in it move', () => {
		const wants = ({ path }: ListedEntry): boolean => !path.endsWith('.bak');
		expect(planOf({ 'b/': '', 'b/x': '1' }, { 'a/': '', 'a/x': '1', 'a/y.bak': '2' }, { wants })).toEqual([
			['create folder b'],
			['move file a/x > b/x'],
		]);
	});
	test('a folder with a file of unknown content does not move, the others in it do', () => {
		const unknown = (path: string): ListedEntry => ({ path, dir: false, filesize: 1, filehash: '', hash: path });
		const { stages } = planMirror({
			...PLAIN,
			source: [...entriesOf({ 'b/': '', 'b/x': 'xx' }), unknown('b/y')],
			target: [...entriesOf({ 'a/': '', 'a/x': 'xx' }), unknown('a/y')],
		});
		expect(stages.map((stage) => stage.map(({ action, type, path }) => `${action} ${type} ${path}`))).toEqual([
			['create folder b'],
			['move file b/x', 'add file b/y'],
			['delete folder a'],
		]);
	});
});

describe('names that differ in case only', () => {
	const renamed: typeof planOf = (source, target, more) => planOf(source, target, { moves: 'folderOrName', ...more });

	test('a folder is renamed before what is in it, and then compared', () => {
		const source = { 'Docs/': '', 'Docs/New/': '', 'Docs/New/a': 'a', 'Docs/b': 'b' };
		const target = { 'docs/': '', 'docs/new/': '', 'docs/new/A': 'a', 'docs/c': 'c' };
		expect(renamed(source, target)).toEqual([
			['move folder docs > Docs'],
			['move folder Docs/new > Docs/New'],
			['move file Docs/New/A > Docs/New/a'],
			['add file Docs/b'],
			['delete file Docs/c'],
		]);
		const [stage] = planMirror({
			source: entriesOf({ 'A/': '', 'A/x': '123' }),
			target: entriesOf({ 'a/': '', 'a/x': '123' }),
			...PLAIN,
		}).stages;
		const amount = { files: 1, folders: 1, bytes: 3 };
		expect(stage).toEqual([{ action: 'move', type: 'folder', from: 'a', path: 'A', ...amount }]);
	});
	test('nothing is renamed that the filter excludes, that is of the other kind, or without Delete Extra', () => {
		const wants = ({ path }: ListedEntry): boolean => !path.endsWith('.bak');
		expect(renamed({ 'Docs/': '' }, { 'docs/': '', 'docs/a.bak': 'a' }, { wants })).toEqual([
			['create folder Docs'],
		]);
		expect(renamed({ Docs: 'a' }, { 'docs/': '' })).toEqual([['add file Docs'], ['delete folder docs']]);
		expect(renamed({ A: 'a' }, { a: 'b' }, { deleteExtra: false })).toEqual([['add file A']]);
	});
	test('where the service ignores case they are one, with and without Delete Extra', () => {
		const kept = { ignoresCase: true, deleteExtra: false };
		const source = { 'Docs/': '', 'Docs/A': 'a', 'Docs/b': 'b' };
		const target = { 'docs/': '', 'docs/a': 'a', 'docs/B': 'c' };
		expect(renamed(source, target, kept)).toEqual([['update file Docs/b']]);
		expect(renamed({ Docs: 'a' }, { 'docs/': '' }, kept)).toEqual([['file Docs: deleteExtraOff']]);
		const replaced = [['delete folder Docs'], ['add file Docs']];
		expect(renamed({ Docs: 'a' }, { 'docs/': '' }, { ignoresCase: true })).toEqual(replaced);
		const wants = ({ path }: ListedEntry): boolean => !/^x/i.test(path);
		expect(renamed({ x: '1' }, { X: '2' }, { ignoresCase: true, wants })).toEqual([]);
	});
	deepTest('many of them take a time in proportion', async () => {
		const planned = (count: number) => {
			const names = Array.from({ length: count }, (_, at) => at);
			const [source, target] = ['A', 'a'].map((letter) =>
				entriesOf(Object.fromEntries(names.map((at) => [`${letter}${at}`, '1']))),
			);
			return () => planMirror({ source: source!, target: target!, ...PLAIN }).stages[0];
		};
		expect(planned(20_000)()).toHaveLength(20_000);
		// Eight times as many; 64 times the calls where it is quadratic.
		expect(await timesTheCalls(planned(20_000), planned(2_500))).toBeLessThan(12);
	});
});
