import fc from 'fast-check';
import { readTree } from '../../../src/client/tree/readTree';
import { callerWith, fieldsOf, orgAccount } from '../../support/ports';
import { runs } from '../../support/runs';
import { expected, files, pathsIn, reading, treeService, turns, type Tree } from './treeService';

/* Trees in a service that answers in any order. */

const SMALL: Tree = { 'a.txt': 1, B: { 'b.txt': 2, C: { 'c.txt': 3 }, E: {} }, 'd.txt': 4, D: { 'e.txt': 5 } };

test('folder by folder, parents before what is in them', async () => {
	const http = treeService(SMALL);
	const found = [];
	for await (const { depth, path, entry } of readTree(callerWith(http), reading()))
		found.push([depth, path, entry.filesize]);
	expect(found).toEqual([
		[1, 'a.txt', 1],
		[1, 'B', 0],
		[1, 'd.txt', 4],
		[1, 'D', 0],
		[2, 'B/b.txt', 2],
		[2, 'B/C', 0],
		[2, 'B/E', 0],
		[3, 'B/C/c.txt', 3],
		[2, 'D/e.txt', 5],
	]);
	expect([...http.listed].sort()).toEqual(['', 'B', 'B/C', 'B/E', 'D']);
	expect(new Set(http.sent.map(({ operation }) => operation))).toEqual(new Set(['libraryFileList']));
});

test('a folder that was named: paths are those inside it', async () => {
	const http = treeService(SMALL);
	expect(await pathsIn(http, { folder: 'B' })).toEqual(['b.txt', 'C', 'E', 'C/c.txt']);
	expect([...http.listed].sort()).toEqual(['B', 'B/C', 'B/E']);
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

test('a folder that is not wanted is not read, but is there', async () => {
	const http = treeService(SMALL);
	expect(await pathsIn(http, { wantsFolder: ({ path }) => path !== 'B' })).toEqual([
		...['a.txt', 'B', 'd.txt', 'D', 'D/e.txt'],
	]);
	expect([...http.listed].sort()).toEqual(['', 'D']);
});

test('a person: the library is named in each request, and the order', async () => {
	const http = treeService(SMALL);
	const account = { ...orgAccount(), kind: 'token' as const, token: 't' };
	const more = { mountId: '7', params: { order: 'filename' } };
	expect(await pathsIn(http, more, { account })).toEqual(expected(SMALL));
	const sent = http.sent.map((request) => ({ method: request.method, ...fieldsOf(request) }));
	for (const request of sent) expect(request).toMatchObject({ method: 'GET', mount_id: '7', order: 'filename' });
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

test.each([1, 99, 100])('a folder of %i entries costs one request where the service states totals', async (n) => {
	const tree = { ...files(150), ...Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`D${i}`, files(n)])) };
	const http = treeService(tree);
	expect(await pathsIn(http)).toEqual(expected(tree));
	expect(http.sent).toHaveLength(2 + 9);
});

test('where no folder shows that totals are stated, one more request tells', async () => {
	const tree = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`D${i}`, files(100)]));
	const http = treeService(tree);
	expect(await pathsIn(http, { concurrency: 1 })).toEqual(expected(tree));
	expect(http.sent).toHaveLength(1 + 9 + 1);
});

test('a reader that has enough: hardly a request more, and those under way are cancelled', async () => {
	const tree = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`D${i}`, files(20)]));
	const http = treeService(tree, { latency: () => 2 });
	let left = 50;
	for await (const _ of readTree(callerWith(http), reading({ concurrency: 4 }))) if (--left === 0) break;
	expect(http.sent).toHaveLength(1);
	left = 600;
	for await (const _ of readTree(callerWith(http), reading({ concurrency: 4 }))) if (--left === 0) break;
	const sent = http.sent.length;
	expect(http.sent.slice(-4).map(({ signal }) => signal?.aborted)).toEqual([true, true, true, true]);
	// 6 pages of the root, the folders of the 100 entries behind them, and those read ahead.
	expect(sent).toBeLessThanOrEqual(1 + 6 + 5 + 2 * 4);
	await turns(50);
	expect(http.sent).toHaveLength(sent);
	expect(http.underWay).toBe(0);
});

test('a slow reader: only a bounded part of the tree is read ahead', async () => {
	const tree = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`D${i}`, files(20)]));
	const http = treeService(tree);
	const entries = readTree(callerWith(http), reading({ concurrency: 2 }));
	for (let i = 0; i < 91; i++) await entries.next();
	await turns(50);
	expect(http.sent.length).toBeGreaterThan(3);
	expect(http.sent.length).toBeLessThanOrEqual(1 + 2 * 3);
	await entries.return(undefined);
});
