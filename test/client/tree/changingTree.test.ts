import { readTree } from '../../../src/client/tree/readTree';
import { callerWith, errorOf, fieldsOf, scriptedHttp } from '../../support/ports';
import { expected, files, pathsIn, reading, treeService, turns, type Tree } from './treeService';

/* Trees that change while they are read, and services that fail or state other numbers. */

test.each([
	['nothing', () => undefined],
	['the length of the page', (_: number, shown: number) => shown],
])('the service states %s: everything is read', async (_, count) => {
	const tree: Tree = { A: files(100), B: files(101), C: files(200), D: files(250), E: files(5) };
	const http = treeService(tree, { count });
	expect(await pathsIn(http)).toEqual(expected(tree));
});

test('a folder that vanishes has no entries any more, and is named', async () => {
	const tree: Tree = { A: files(3), B: { C: files(3) }, D: files(2) };
	const before = (answers: number): void => {
		if (answers === 1) delete tree.B;
	};
	const whole = structuredClone(tree);
	const http = treeService(tree, { before });
	const vanished: string[] = [];
	const found = await pathsIn(http, { concurrency: 1, onVanished: (hash) => vanished.push(hash) });
	expect(found).toEqual(expected(whole).filter((path) => !path.startsWith('B/')));
	expect(vanished).toEqual(['hash of B']);
});

test('a folder that vanishes between two of its pages', async () => {
	const tree: Tree = { A: files(30), B: files(2) };
	const before = (answers: number): void => {
		if (answers === 2) delete tree.A;
	};
	const http = treeService(tree, { before, most: 10 });
	const vanished: string[] = [];
	const found = await pathsIn(http, { concurrency: 1, onVanished: (hash) => vanished.push(hash) });
	expect(vanished).toEqual(['hash of A']);
	expect(found.slice(0, 2)).toEqual(['A', 'B']);
	expect(found.slice(-2)).toEqual(['B/f0', 'B/f1']);
});

test('the folder that was named has to be there', async () => {
	expect(await errorOf(pathsIn(treeService({ A: {} }), { folder: 'X' }))).toMatchObject({ kind: 'notFound' });
});

test('a failure comes at the place of its folder, after everything before it', async () => {
	const good = treeService({ A: files(2), B: files(2), C: files(2) });
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
	expect(found).toEqual(['A', 'B', 'C', 'A/f0', 'A/f1']);
});

test('a cancelled execution', async () => {
	const stop = new AbortController();
	const tree = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`D${i}`, files(20)]));
	const http = treeService(tree, { before: (answers) => (answers === 5 ? stop.abort() : undefined) });
	expect(await errorOf(pathsIn(http, {}, { signal: stop.signal }))).toMatchObject({ kind: 'aborted' });
	expect(http.sent.length).toBeLessThan(15);
});

test('a cancel while no request is under way is an error too', async () => {
	const stop = new AbortController();
	const entries = readTree(
		callerWith(treeService({ A: files(250) }), { signal: stop.signal }),
		reading({ folder: 'A', concurrency: 1 }),
	);
	for (let read = 0; read < 100; read++) await entries.next();
	stop.abort();
	expect(await errorOf(entries.next())).toMatchObject({ kind: 'aborted' });
});

test('a folder inside itself is not entered again', async () => {
	const list = [{ hash: 'h1', dir: 1, fullpath: 'A', filename: 'A' }];
	expect(await pathsIn(scriptedHttp({ body: { count: 1, list } }))).toEqual(['A', 'A/A']);
});

test('the list of a folder changes while it is read: a notice, once', async () => {
	const tree: Tree = { A: files(300), B: files(300), C: files(300) };
	const before = (answers: number): void => {
		for (const name of ['A', 'B', 'C']) (tree[name] as Tree)[`new ${answers}`] = 1;
	};
	const notices: string[] = [];
	const found = await pathsIn(treeService(tree, { before }), { onNotice: ({ kind }) => void notices.push(kind) });
	expect(notices).toEqual(['changed']);
	for (const path of expected({ A: files(300), B: files(300), C: files(300) })) expect(found).toContain(path);
	expect(new Set(found).size).toBe(found.length);
});

test('folders without end are given up after 500 levels, with everything before them', async () => {
	let folders = 0;
	const http = scriptedHttp(() => {
		const name = `f${folders++}`;
		return { body: { count: 1, list: [{ filename: name, fullpath: name, hash: `h${folders}`, dir: 1 }] } };
	});
	const error = await errorOf(pathsIn(http));
	const hint = 'Set Maximum Depth, or report this to the operator of the service';
	expect(error).toMatchObject({ kind: 'protocol', hint });
	expect(error.message).toMatch(/more than 500 levels/);
	expect(folders).toBe(500);
});
