import fc from 'fast-check';
import { readTree } from '../../../src/client/tree/readTree';
import { callerWith, errorOf, fieldsOf, scriptedHttp } from '../../support/ports';
import { runs } from '../../support/runs';
import { expected, files, pathsIn, reading, treeService, turns, type Tree } from './treeService';

/* Trees in a service that answers in any order, changes while it is read, and fails. */

const SMALL: Tree = { 'a.txt': 1, B: { 'b.txt': 2, C: { 'c.txt': 3 }, E: {} }, 'd.txt': 4, D: { 'e.txt': 5 } };

test('folder by folder, parents before what is in them', async () => {
	const http = treeService(SMALL);
	const found = [];
	for await (const { depth, path, entry } of readTree(callerWith(http), reading()))
		found.push(`${depth} ${path} ${String(entry.filesize)}`);
	expect(found).toEqual([
		...['1 a.txt 1', '1 B 0', '1 d.txt 4', '1 D 0', '2 B/b.txt 2', '2 B/C 0', '2 B/E 0', '3 B/C/c.txt 3'],
		'2 D/e.txt 5',
	]);
	expect([...http.listed].sort()).toEqual(['', 'B', 'B/C', 'B/E', 'D']);
});

test.each([
	[1, ['']],
	[2, ['', 'B', 'D']],
	[3, ['', 'B', 'B/C', 'B/E', 'D']],
])('depth %i', async (maxDepth, listed) => {
	const http = treeService(SMALL);
	expect(await pathsIn(http, { maxDepth })).toEqual(expected(SMALL, maxDepth));
	expect([...http.listed].sort()).toEqual(listed);
});

const trees = fc.letrec<{ tree: Tree; node: Tree | number }>((tie) => ({
	tree: fc.dictionary(fc.constantFrom(...'abcdefgh'), tie('node'), { maxKeys: 8 }) as fc.Arbitrary<Tree>,
	node: fc.oneof({ depthSize: 'medium' }, fc.nat(9), tie('tree')),
})).tree;

test('random trees, page sizes and times: the same order whatever comes first, at most so many at once', async () => {
	const widths = fc.integer({ min: 1, max: 9 });
	await fc.assert(
		fc.asyncProperty(trees, widths, fc.integer({ min: 2, max: 9 }), async (tree, concurrency, most) => {
			const http = treeService(tree, { most, latency: () => Math.floor(Math.random() * 4) });
			expect(await pathsIn(http, { concurrency })).toEqual(expected(tree));
			expect(http.most).toBeLessThanOrEqual(concurrency);
		}),
		{ numRuns: runs(60) },
	);
});

describe('requests', () => {
	const folders = (count: number, size: number): Tree =>
		Object.fromEntries(Array.from({ length: count }, (_, i) => [`D${i}`, files(size)]));

	test.each<[string, Tree, number]>([
		['one for each folder where the service states totals', { ...files(150), ...folders(9, 100) }, 2 + 9],
		['one more where no folder shows that it does', folders(9, 100), 1 + 9 + 1],
	])('%s', async (_, tree, count) => {
		const http = treeService(tree);
		expect(await pathsIn(http, { concurrency: 1 })).toEqual(expected(tree));
		expect(http.sent).toHaveLength(count);
	});

	test('as many as are allowed are under way, to the last folder', async () => {
		const underWay: number[] = [];
		const http = treeService(folders(25, 1), { latency: () => 1, before: () => underWay.push(http.underWay) });
		await pathsIn(http, { concurrency: 3 });
		expect(underWay.slice(1, -2)).toEqual(underWay.slice(1, -2).map(() => 3));
	});
});

test.each([
	['nothing', () => undefined],
	['the length of the page', (_: number, shown: number) => shown],
])('the service states %s: everything is read', async (_, count) => {
	const tree: Tree = { A: files(100), B: files(101), C: files(200), D: files(250), E: files(5) };
	expect(await pathsIn(treeService(tree, { count }))).toEqual(expected(tree));
});

test.each([
	['before its turn', 1, 'B', ['A', 'B', 'D', 'A/f0', 'A/f1', 'D/f0']],
	['between two of its pages', 2, 'A', ['A', 'B', 'D', 'A/f0', 'B/C', 'D/f0', 'B/C/f0']],
])('a folder that vanishes %s has no further entries, and is named', async (_, at, name, found) => {
	const tree: Tree = { A: files(2), B: { C: files(1) }, D: files(1) };
	const before = (answers: number): void => {
		if (answers === at) delete tree[name];
	};
	const vanished: string[] = [];
	const http = treeService(tree, { before, most: name === 'A' ? 1 : 3, count: () => undefined });
	const paths = await pathsIn(http, { concurrency: 1, onVanished: (hash) => vanished.push(hash) });
	expect([paths.filter((path) => found.includes(path)), vanished]).toEqual([paths, [`hash of ${name}`]]);
});

test('the folder that was named has to be there', async () => {
	expect(await errorOf(pathsIn(treeService({ A: {} }), { folder: 'X' }))).toMatchObject({ kind: 'notFound' });
});

test('a failure comes at the place of its folder, and nothing behind it is asked for', async () => {
	const good = treeService({ A: files(2), B: files(2), C: files(2), D: files(2) });
	const http = {
		...good,
		request: async (request: Parameters<typeof good.request>[0]) => {
			if (fieldsOf(request).fullpath === 'B') return await scriptedHttp({ status: 403 }).request(request);
			await turns(5);
			return await good.request(request);
		},
	};
	const found: string[] = [];
	const read = async (): Promise<void> => {
		for await (const { path } of readTree(callerWith(http), reading({ concurrency: 3 }))) found.push(path);
	};
	expect(await errorOf(read())).toMatchObject({ kind: 'auth' });
	expect(found).toEqual(['A', 'B', 'C', 'D', 'A/f0', 'A/f1']);
	expect(good.listed).toEqual(['', 'A', 'C']);
});

test('a folder inside itself, and names that would lead elsewhere, are not entered', async () => {
	const list = [{ hash: 'h1', dir: 1, fullpath: 'A', filename: 'A' }];
	expect(await pathsIn(scriptedHttp({ body: { count: 1, list } }))).toEqual(['A', 'A/A']);
	const odd = [{ fullpath: 'B/', dir: 1 }, ...['.', '..', ''].map((filename) => ({ filename, dir: 1 })), { dir: 1 }];
	const http = scriptedHttp((request) => ({
		body: fieldsOf(request).fullpath === 'B' ? { count: 0, list: [] } : { count: 5, list: odd },
	}));
	expect(await pathsIn(http, { concurrency: 1 })).toEqual(['B', '.', '..', '', '']);
	expect(http.sent.map((request) => fieldsOf(request).fullpath ?? '')).toEqual(['', 'B']);
});

test('the list of a folder changes while it is read: a notice, once', async () => {
	const tree: Tree = { A: files(300), B: files(300), C: files(300) };
	const whole = expected(tree);
	const before = (answers: number): void => {
		for (const name of ['A', 'B', 'C']) (tree[name] as Tree)[`new ${answers}`] = 1;
	};
	const notices: string[] = [];
	const found = await pathsIn(treeService(tree, { before }), { onNotice: ({ kind }) => void notices.push(kind) });
	expect(notices).toEqual(['changed']);
	expect(found).toEqual(expect.arrayContaining(whole));
	expect(new Set(found).size).toBe(found.length);
});

test('folders without end are given up after 500 levels, with everything before them', async () => {
	let folders = 0;
	const http = scriptedHttp(() => {
		const name = `f${folders++}`;
		return { body: { count: 1, list: [{ filename: name, fullpath: name, hash: `h${folders}`, dir: 1 }] } };
	});
	const hint = 'Set Maximum Depth, or report this to the operator of the service';
	const message = expect.stringMatching(/more than 500 levels/) as string;
	expect(await errorOf(pathsIn(http))).toMatchObject({ kind: 'protocol', hint, message });
	expect(folders).toBe(500);
});
