import { FileNodes, type FileNode } from '../support/fileNodes';
import { until } from '../../support/until';
import { by } from '../support/library';
import type { RunResult } from '../support/engine';
import { shareWorld } from '../support/world';

/* Folder: Get Many with subfolders: together with filters of the service, and how much is asked for at a time. */

const FILES = ['a.txt', 'B/b.txt', 'B/C/c.txt', 'D/d.jpg'];

const nodes = shareWorld(new FileNodes());
beforeAll(async () => {
	for (const name of FILES) nodes.seedFile(`Tree/${name}`, name);
	for (let n = 0; n < 60; n++) nodes.seedFile(`Wide/${n}/file.txt`, 'x');
});
beforeEach(() => nodes.emulator.faults.clear());

const TREE = { resource: 'folder', operation: 'getMany', folder: by('path', 'Tree'), returnAll: true, recursive: true };
const list = async (
	node: FileNode,
	more: Record<string, unknown>,
	items: Array<{ json: { folder?: string } }> = [{ json: {} }],
): Promise<RunResult> => await nodes.run(node, { ...TREE, ...more }, items);
function paths({ items, error }: RunResult): string[] {
	expect(error).toBeUndefined();
	return items.map(({ json }) => String(json.fullpath).replace(/^Tree\//, '')).sort();
}
/** The parameters of the lists that were asked for since a number of requests. */
const asked = (since: number) =>
	nodes.emulator.requests.slice(since).flatMap(({ path, params }) => (path.endsWith('/file/ls') ? [params] : []));
const requests = (): number => nodes.emulator.requests.length;

test('a tag: the service looks at all levels by itself, and the filters apply', async () => {
	for (const name of ['Tree/a.txt', 'Tree/B/C/c.txt'])
		await nodes.run('fileLibrary', { resource: 'tag', operation: 'add', file: by('path', name), tags: ['signed'] });
	const before = requests();
	const filters = { tag: 'signed' };
	expect(paths(await list('fileLibrary', { filters }))).toEqual(['B/C/c.txt', 'a.txt']);
	expect(asked(before)).toHaveLength(1);
	expect(paths(await list('fileLibrary', { filters: { ...filters, maxDepth: 2 } }))).toEqual(['a.txt']);
	const patterns = { include: ['B/**'] };
	expect(paths(await list('fileLibrary', { filters: { ...filters, ...patterns } }))).toEqual(['B/C/c.txt']);
	const ofLibrary = { folder: by('path', '/'), filters: { ...filters, include: ['Tree/B/**'] } };
	expect(paths(await list('fileLibrary', ofLibrary))).toEqual(['B/C/c.txt']);
	expect(paths(await list('fileLibrary', { filters, recursive: false }))).toEqual(['B/C/c.txt', 'a.txt']);
});

test.each(['tag', 'hashs', 'extensions'])('%s of an expression that gives nothing does not mean all', async (name) => {
	const before = requests();
	const { items, error } = await list('fileLibrary', { filters: { [name]: '={{ $json.nothing }}' } });
	expect([items, requests()]).toEqual([[], before]);
	expect(error?.message).toMatch(/^(Tag|IDs|Extensions): the expression gave nothing/);
});

test('IDs: those entries, at any depth', async () => {
	const all = await list('fileLibrary', {});
	const hashs = all.items.filter(({ json }) => /[ac]\.txt$/.test(String(json.fullpath))).map(({ json }) => json.hash);
	expect(paths(await list('fileLibrary', { filters: { hashs } }))).toEqual(['B/C/c.txt', 'a.txt']);
});

test('a person: folders only are what the service sends, with everything below them', async () => {
	const before = requests();
	expect(paths(await list('fileLibraryUser', { filters: { kind: 'folder' } }))).toEqual(['B', 'B/C', 'D']);
	expect(asked(before).map(({ dir }) => dir)).toEqual(['1', '1', '1', '1']);
});

test('a person: the order applies to each folder', async () => {
	const before = requests();
	const { items } = await list('fileLibraryUser', { options: { order: 'filename' } });
	expect(items).toHaveLength(7);
	expect(new Set(asked(before).map(({ order }) => order))).toEqual(new Set(['filename']));
});

test('a person: kinds of files would leave out the folders, so they are refused', async () => {
	const filters = { fileKind: 'image' };
	const before = requests();
	const { error } = await list('fileLibraryUser', { filters });
	expect(error?.message).toMatch(/^Media Type can't be combined with Include Subfolders/);
	expect(error?.description).toMatch(/Extensions/);
	expect(requests()).toBe(before);
	const flat = await list('fileLibraryUser', { filters, recursive: false, folder: by('path', 'Tree/D') });
	expect(paths(flat)).toEqual(['D/d.jpg']);
});

test('Concurrency limits the requests of all items together', async () => {
	const { faults, requests } = nodes.emulator;
	const before = requests.length;
	const most = (): number => Math.max(0, ...requests.slice(before).map(({ underWay }) => underWay));
	// No list comes before as many as may be are under way.
	faults.choose = async ({ path }) => {
		if (path.endsWith('/file/ls')) await until(() => most() >= 3);
		return undefined;
	};
	const items = Array.from({ length: 4 }, () => ({ json: { folder: 'Wide' } }));
	const folder = by('path', '={{ $json.folder }}');
	const result = await list('fileLibrary', { folder, options: { concurrency: 3 } }, items);
	faults.choose = undefined;
	expect(result.items).toHaveLength(4 * 120);
	const pairs = items.flatMap((_, item) => Array.from({ length: 120 }, () => ({ item })));
	expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(pairs);
	expect(most()).toBe(3);
});
