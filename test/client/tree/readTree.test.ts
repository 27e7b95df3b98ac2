import fc from 'fast-check';
import { textAnswer } from '../../../src/client/http/httpAnswer';
import type { Http, HttpRequest } from '../../../src/client/http/types';
import { readTree, type TreeReading } from '../../../src/client/tree/readTree';
import { abortedError } from '../../../src/protocol/wire/libraryError';
import { callerWith, fieldsOf, errorOf, scriptedHttp } from '../../support/ports';
import { runs } from '../../support/runs';

/* A service with a tree of folders in memory that answers after a random number of turns of the event loop. */

/** A folder by the names in it; a file is a number, its size. */
interface Tree {
	[name: string]: Tree | number;
}

interface TreeService extends Http {
	readonly sent: HttpRequest[];
	/** The paths of the folders that were listed, one for each request. */
	readonly listed: string[];
	/** The most requests that were under way at the same time. */
	readonly most: number;
	readonly underWay: number;
}

interface TreeServiceOptions {
	/** How many turns of the event loop an answer takes. */
	readonly latency?: () => number;
	/** Called before each answer, with the number of answers so far. */
	readonly before?: (answers: number) => void;
	readonly most?: number;
	/** What the answer states as the number of entries; the true one when absent. */
	readonly count?: (length: number, shown: number) => number | undefined;
}

const folderIn = (tree: Tree, path: string): Tree | undefined => {
	let at: Tree | number | undefined = tree;
	for (const name of path === '' ? [] : path.split('/')) at = typeof at === 'object' ? at[name] : undefined;
	return typeof at === 'object' ? at : undefined;
};

/** An entry as the service sends it. Its ID is made of its path. */
const entryOf = (path: string, name: string, node: Tree | number) => ({
	hash: `hash of ${path === '' ? name : `${path}/${name}`}`,
	dir: typeof node === 'object' ? 1 : 0,
	fullpath: `${path === '' ? name : `${path}/${name}`}${typeof node === 'object' ? '/' : ''}`,
	filename: name,
	filesize: typeof node === 'number' ? node : 0,
});

function listing(tree: Tree, fields: Record<string, string>, options: TreeServiceOptions) {
	const { fullpath = '', start = '0', size = '100' } = fields;
	const folder = folderIn(tree, fullpath);
	if (!folder) return textAnswer(404, {}, JSON.stringify({ error_code: 40402, error_msg: 'file not found' }));
	const all = Object.entries(folder).map(([name, node]) => entryOf(fullpath, name, node));
	const list = all.slice(Number(start), Number(start) + Math.min(Number(size), options.most ?? Infinity));
	const count = options.count ? options.count(all.length, list.length) : all.length;
	return textAnswer(200, {}, JSON.stringify({ count, list }));
}

async function turns(count: number): Promise<void> {
	for (let at = 0; at < count; at++) await new Promise((resolve) => setImmediate(resolve));
}

function treeService(tree: Tree, options: TreeServiceOptions = {}): TreeService {
	const sent: HttpRequest[] = [];
	let [underWay, most, answers] = [0, 0, 0];
	return {
		sent,
		get listed() {
			return sent.map((request) => fieldsOf(request).fullpath ?? '');
		},
		get most() {
			return most;
		},
		get underWay() {
			return underWay;
		},
		request: async (request) => {
			sent.push(request);
			most = Math.max(most, ++underWay);
			try {
				await turns(1 + (options.latency?.() ?? 0));
				options.before?.(answers++);
				if (request.signal?.aborted) throw abortedError(request.signal.reason);
				return listing(tree, fieldsOf(request), options);
			} finally {
				underWay--;
			}
		},
	};
}

/** The entries of a tree in the order that is promised, written down without any concurrency. */
function expected(tree: Tree, maxDepth = Infinity, path = '', depth = 1): string[] {
	const inside = Object.keys(tree).map((name) => (path === '' ? name : `${path}/${name}`));
	if (depth >= maxDepth) return inside;
	const below = Object.entries(tree).flatMap(([name, node], at) =>
		typeof node === 'object' ? expected(tree[name] as Tree, maxDepth, inside[at] ?? '', depth + 1) : [],
	);
	return [...inside, ...below];
}

const files = (n: number): Tree => Object.fromEntries(Array.from({ length: n }, (_, i) => [`f${i}`, i]));

/** What is read of the whole library, four requests at a time unless said otherwise. */
const reading = (more: Partial<TreeReading> = {}): TreeReading => ({ folder: '', concurrency: 4, ...more });

async function pathsIn(http: Http, more: Partial<TreeReading> = {}, extra = {}): Promise<string[]> {
	const found: string[] = [];
	for await (const { path } of readTree(callerWith(http, extra), reading(more))) found.push(path);
	return found;
}

const SMALL: Tree = { 'a.txt': 1, B: { 'b.txt': 2, C: { 'c.txt': 3 }, E: {} }, 'd.txt': 4, D: { 'e.txt': 5 } };

test('folder by folder, parents before what is in them', async () => {
	const http = treeService(SMALL);
	const found = [];
	for await (const { path, entry } of readTree(callerWith(http), reading()))
		found.push(`${path} ${String(entry.filesize)}`);
	expect(found).toEqual([
		...['a.txt 1', 'B 0', 'd.txt 4', 'D 0', 'B/b.txt 2', 'B/C 0', 'B/E 0', 'B/C/c.txt 3', 'D/e.txt 5'],
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

	test('are few ahead of a reader that takes few entries', async () => {
		const http = treeService(folders(100, 5));
		for await (const { path } of readTree(callerWith(http), reading({ concurrency: 2 })))
			if (path === 'D1/f0') {
				await turns(1000);
				break;
			}
		expect(http.sent.length).toBeLessThan(20);
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
