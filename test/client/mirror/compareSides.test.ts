import { requireDisjoint } from '#mirror/plan';
import { compareSides, type MirrorRules, archiveInside, readSide, spelledAs } from '#mirror/work';
import { NOT_FOUND } from '../../support/namedAnswers';
import { callerWith, errorOf, fieldsOf, scriptedHttp } from '../../support/ports';
import { sha1 } from '../../support/hashes';
import type { Tree } from './randomTrees';

/* How often the source is read until a plan can be trusted, and when names that differ only in case are one. */

/** What the service shows of an entry of a tree: no SHA1 of "?"; its ID is its full path, unless it is named. */
const shownAs = (fullpath: string, content: string | null, hash: string | undefined = fullpath) => ({
	hash,
	fullpath,
	filename: fullpath.split('/').at(-1),
	...(content === null
		? { dir: 1 }
		: { dir: 0, filesize: content.length, filehash: content.startsWith('?') ? '' : sha1(content) }),
});

/** What is directly in a folder of a tree at `top`. */
const listOf = (tree: Tree, top: string, folder: string, hash?: string) =>
	Object.entries(tree)
		.map(([path, content]) => shownAs(`${top}/${path}`, content, content === null ? undefined : hash))
		.filter(({ fullpath, filename }) => fullpath === `${folder}/${filename}`);

/** Compares `S`, which is another tree at each reading until the last one given, with `T`. */
async function compared(
	sources: readonly Tree[],
	target: Tree,
	deleteExtra: boolean,
	info: Readonly<Record<string, object>> = {},
	{
		filter = {},
		hashes = [],
		...extra
	}: Parameters<typeof callerWith>[1] & Partial<MirrorRules> & { hashes?: readonly string[] } = {},
) {
	let readings = 0;
	const asked: string[] = [];
	const listed: string[] = [];
	const http = scriptedHttp((request) => {
		const { fullpath = '' } = fieldsOf(request);
		if (new URL(request.url).pathname.endsWith('/info')) {
			asked.push(fullpath);
			return fullpath in info ? { body: info[fullpath] } : NOT_FOUND;
		}
		listed.push(fullpath);
		if (fullpath === 'S') readings++;
		const tree = fullpath.startsWith('S') ? sources[Math.min(readings, sources.length) - 1] : target;
		const hash = hashes[Math.min(readings, hashes.length) - 1];
		const list = listOf(tree ?? {}, fullpath.charAt(0), fullpath, hash);
		return { body: { count: list.length, list } };
	});
	const [source, to] = [
		{ caller: callerWith(http, extra), folder: 'S' },
		{ caller: callerWith(http, extra), folder: 'T' },
	];
	const rules: MirrorRules = { deleteExtra, filter, concurrency: 1 };
	const { plan, doubt } = await compareSides({ source, target: to }, rules);
	const changes = plan.stages.flat().map(({ action, path }) => `${action} ${path}`);
	return { changes, doubt, readings, asked, listed };
}

const restless = (count: number): Tree[] => Array.from({ length: count }, (_, at) => ({ a: 'a', [`new${at}`]: 'n' }));

test.each<[string, readonly Tree[], Tree, string[], number]>([
	['nothing is to be changed', [{ a: 'a' }], { a: 'a' }, [], 1],
	['a file is added', [{ a: 'a', b: 'b' }], { a: 'a' }, ['add b'], 1],
	['something is deleted', [{ a: 'a' }], { a: 'a', b: 'b' }, ['delete b'], 2],
	['something is only moved', [{ b: 'same' }], { a: 'same' }, ['move b'], 2],
	['the source changes once', restless(2), { a: 'a', old: 'o' }, ['add new1', 'delete old'], 3],
	['what was missing comes back', [{ a: 'a' }, { a: 'a', b: 'b' }], { a: 'a', b: 'b' }, [], 2],
	['a file grows whose SHA1 is not shown', [{ a: '?' }, { a: '??' }], { a: '??', old: 'o' }, ['delete old'], 3],
	['a folder comes in place of a file', [{ a: '' }, { a: null }], { a: null, old: 'o' }, ['delete old'], 3],
	['the source settles at last', restless(5), { a: 'a', old: 'o' }, ['add new4', 'delete old'], 6],
])('%s: how often the source is read', async (_, sources, target, changes, readings) => {
	expect(await compared(sources, target, true)).toMatchObject({ changes, readings, doubt: undefined });
});

test('a source that is another one at each of six readings leaves a doubt', async () => {
	const { doubt, readings } = await compared(restless(6), { a: 'a', old: 'o' }, true);
	expect({ doubt, readings }).toEqual({ doubt: { kind: 'unsettled' }, readings: 6 });
});

test('the source is read as deep as the filter says, the target one level deeper where it is pruned', async () => {
	const listedOf = async (deleteExtra: boolean, filter: MirrorRules['filter']) =>
		(await compared([FOLDERS], FOLDERS, deleteExtra, {}, { filter })).listed.sort();
	expect(await listedOf(false, { maxDepth: 1 })).toEqual(['S', 'T']);
	expect(await listedOf(true, { maxDepth: 1 })).toEqual(['S', 'T', 'T/B']);
	expect(await listedOf(true, { exclude: ['B'] })).toEqual(['S', 'T']);
	expect(await listedOf(false, {})).toEqual(['S', 'S/B', 'S/B/C', 'T', 'T/B', 'T/B/C']);
});

const FOLDERS: Tree = { a: 'a', B: null, 'B/x': 'x', 'B/C': null, 'B/C/y': 'y' };
const OTHER_CASE: Tree = { a: 'a', b: null, 'b/X': 'x', 'b/c': null, 'b/c/y': 'y' };
const FILE = shownAs('T/A', 'a');

test.each<[string, Tree, Tree, Record<string, object>, string[], string[]]>([
	['it finds the file by the other name', { a: 'a' }, { A: 'a' }, { 'T/a': FILE }, ['T/a'], []],
	['it shows no ID', { a: 'a' }, { A: 'a' }, { 'T/a': { ...FILE, hash: undefined } }, ['T/a'], []],
	['it finds another file', { a: 'a' }, { A: 'a' }, { 'T/a': shownAs('T/a', 'a') }, ['T/a'], ['add a']],
	['it finds nothing', { a: 'a' }, { A: 'a' }, {}, ['T/a'], ['add a']],
	['all names are the same', { a: 'a' }, { a: 'a', b: 'b' }, {}, [], []],
	['the target has both names', { a: 'a', b: 'b' }, { a: 'a', A: 'a', B: 'b' }, {}, [], ['add b']],
	['the source has both names', { a: 'a', A: 'a' }, { A: 'a' }, {}, [], ['add a']],
	['a folder has another case', FOLDERS, OTHER_CASE, { 'T/B': shownAs('T/b', null, 'T/b') }, ['T/B'], []],
])('without Delete Extra, asked whether it ignores case: %s', async (_, source, target, info, asked, changes) => {
	expect(await compared([source], target, false, info)).toMatchObject({ asked, changes });
});

/* Two folders of one library whose paths differ in case only, and a service that takes both for one, or does not. */

/** IDs of what a library has by full path. */
const LIBRARY: Readonly<Record<string, string>> = { S: '1', 'S/In': '2', T: '3', 'T/x': '4', 'T/x/Old': '5' };

/** Sides of a library whose service ignores case, tells it apart, or ignores it and shows no IDs. */
function library(service: 'folds' | 'differs' | 'hides', file = '') {
	const asked: string[] = [];
	const http = scriptedHttp((request) => {
		const { fullpath = '' } = fieldsOf(request);
		asked.push(fullpath);
		if (fullpath === '') return { status: 400 };
		const isIt = (path: string): boolean =>
			service === 'differs' ? path === fullpath : path.toLowerCase() === fullpath.toLowerCase();
		const [found] = Object.entries(LIBRARY).filter(([path]) => isIt(path));
		if (!found) return { status: 404, body: { error_code: 40402, error_msg: 'file not found' } };
		return { body: { dir: found[0] === file ? 0 : 1, ...(service === 'hides' ? {} : { hash: found[1] }) } };
	});
	return { asked, at: (folder: string) => ({ caller: callerWith(http), folder }) };
}

type Service = Parameters<typeof library>[0];

test.each<[Service, string, string, string[], string | undefined]>([
	['folds', 'S', 's', ['s', 'S'], 'Target Folder is the source folder'],
	['hides', 'S', 's', ['s', 'S'], 'Target Folder is the source folder'],
	['folds', 'S', 's/new/one', ['s', 'S'], 'Target Folder is inside the source folder, "S"'],
	['folds', 'S/In', 's/IN/deep', ['s/IN', 'S/In'], 'Target Folder is inside the source folder, "S/In"'],
	['folds', 'S', 'S/in', [], 'Target Folder is inside the source folder, "S"'],
	['differs', 'S', 's', ['s', 'S'], undefined],
])('a service that %s: a mirror from %s to %s', async (service, source, target, asked, message) => {
	const { at, ...sent } = library(service);
	const found = spelledAs(at(target), at(source)).then((folder) => requireDisjoint(source, folder));
	const failure = await found.catch((error: unknown) => error);
	expect(sent.asked).toEqual(asked);
	if (message === undefined) expect(failure).toBeUndefined();
	else expect(failure).toMatchObject({ kind: 'input', message: expect.stringContaining(message) as string });
});

test.each<[Service, string, string, string | undefined]>([
	['folds', 'T', 'T/x/Old', 'x/Old'],
	['folds', 'T', 't/X/old', 'X/old'],
	['folds', '', 'T/x/Old', 'T/x/Old'],
	['folds', 'T', '', undefined],
])('a service that %s: what a mirror to "%s" leaves for the archive "%s"', async (service, target, archive, path) => {
	const { at } = library(service);
	expect(await archiveInside(at(target), at(archive))).toBe(path);
});

test.each([
	['T', 't', 'Archive Folder is the target folder'],
	['', '', 'Archive Folder is the target folder'],
	['T', 'T/x', 'Archive Folder: "T/x" is a file, not a folder'],
])('a mirror to "%s" is refused the archive "%s"', async (target, archive, message) => {
	const { at } = library('folds', 'T/x');
	const failure = await errorOf(archiveInside(at(target), at(archive)));
	expect(failure).toMatchObject({ kind: 'input', message, hint: expect.stringContaining('of its own') as string });
});

/* What is in a folder of a mirror: how its entries are read, and when they may not be all of them. */

test('entries by their paths inside the folder; sizes, SHA1 and times as far as the service shows them', async () => {
	const file = { hash: 'h1', dir: 0, filename: 'a', fullpath: 'S/a', filesize: 7, filehash: 'ABCDEF0123' };
	const folder = { hash: 'h2', dir: 1, filename: 'B', filesize: 99, filehash: 'unused', last_dateline: 5 };
	const inner = { hash: 'h3', dir: 0, filename: 'c', last_dateline: '1700000000' };
	const lists: Record<string, object[]> = { S: [file, folder], 'S/B': [inner] };
	const http = scriptedHttp((request) => {
		const list = lists[fieldsOf(request).fullpath ?? ''];
		return list ? { body: { count: list.length, list } } : NOT_FOUND;
	});
	const side = { caller: callerWith(http), folder: 'S' };
	expect(await readSide(side, { concurrency: 2 })).toStrictEqual({
		entries: [
			{ path: 'a', dir: false, filesize: 7, filehash: 'abcdef0123', hash: 'h1' },
			{ path: 'B', dir: true, filesize: 0, filehash: '', hash: 'h2', modified: 5 },
			{ path: 'B/c', dir: false, filesize: undefined, filehash: '', hash: 'h3', modified: 1_700_000_000 },
		],
	});
	const gone = { ...side, folder: 'gone' };
	expect(await errorOf(readSide(gone, { concurrency: 2 }))).toMatchObject({ kind: 'notFound' });
});
