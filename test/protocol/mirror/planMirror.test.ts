import { planMirror as planning } from '#mirror/plan';
import type { MirrorEntry } from '#mirror/plan';
import { inPieces } from '../../support/inPieces';
import { sized } from '../../support/runs';
import { entriesOf, PLAIN, planMirror, planOf, type Tree } from './smallTrees';

/* What a plan says beyond its result (mirrorModel.test.ts), by hand: which moves it prefers, counts and keeps. */

const rows: ReadonlyArray<readonly [what: string, source: Tree, target: Tree, plan: string[][]]> = [
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
	[
		'duplicates: the same name goes first',
		{ 'n/': '', 'n/a': '1', b: '1' },
		{ 'o/': '', 'o/c': '1', 'o/a': '1' },
		[['create folder n'], ['move file o/c > b', 'move file o/a > n/a'], ['delete folder o']],
	],
];
test.each(rows)('%s', (_, source, target, plan) => expect(planOf(source, target)).toEqual(plan));

test('files without a SHA1 are compared by size, never moved, and counted', () => {
	const unknown = (path: string, filesize: number): MirrorEntry => ({
		path,
		dir: false,
		filesize,
		filehash: '',
		hash: path,
	});
	const { stages, counts } = planMirror({
		...PLAIN,
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
	const [source, target] = [dated('1', inSource), dated('2', inTarget)];
	const { stages, kept } = planMirror({ ...PLAIN, keepsNewer: true, source, target });
	const shown = [
		...stages.flat().map(({ action }) => action),
		...kept.map((file) => `${file.action}: ${file.because}`),
	];
	expect(shown).toEqual([expected]);
	expect(planMirror({ ...PLAIN, source, target }).kept).toEqual([]);
});

test('the order of the lists does not matter, and what is deleted says what is in it', () => {
	const target = entriesOf({ 'gone/': '', 'gone/x': '123', 'gone/deep/': '', 'gone/deep/y': '4567', stays: '1' });
	const plan = planMirror({ ...PLAIN, source: entriesOf({ stays: '1' }), target });
	const reversed = planMirror({ ...PLAIN, source: entriesOf({ stays: '1' }), target: target.toReversed() });
	expect(reversed).toEqual(plan);
	const contents = ['gone', 'gone/x', 'gone/deep', 'gone/deep/y'].map((path) => ({ path }));
	const amount = { files: 2, folders: 2, bytes: 7 };
	expect(plan.stages).toMatchObject([
		[{ action: 'delete', type: 'folder', path: 'gone', ...amount, reason: 'notInSource', contents }],
	]);
	expect(plan.counts).toEqual({ unchanged: 1, sizeOnly: 0, excluded: 0, existing: 3, deleted: 2 });
});

const DEPTH = sized(2_000, 500);

test('a path of thousands of folders is no problem', () => {
	const deep = Array.from({ length: 5 * DEPTH }, (_, at): MirrorEntry => {
		return {
			path: 'a'.concat('/a'.repeat(at % DEPTH), at < DEPTH ? '' : `/${at}`),
			dir: at < DEPTH,
			filesize: 0,
			filehash: '',
			hash: '',
		};
	});
	expect(planMirror({ ...PLAIN, source: [], target: deep }).stages).toHaveLength(1);
	expect(planMirror({ ...PLAIN, source: deep, target: [] }).stages).toHaveLength(DEPTH + 1);
});

test('a plan of many files can be interrupted after each look at the files of one side', () => {
	const treeOf = (name: (at: number) => string): MirrorEntry[] =>
		entriesOf(Object.fromEntries(Array.from({ length: sized(20_000, 5_000) }, (_, at) => [name(at), `${at}`])));
	const source = treeOf((at) => `file ${at}`);
	for (const target of [source, treeOf((at) => `FILE ${at}`), treeOf((at) => `renamed ${at}`), []]) {
		expect(
			inPieces((watch) => planning({ ...PLAIN, source: source.map(watch), target: target.map(watch) })).most,
		).toBeLessThanOrEqual(source.length);
	}
});
