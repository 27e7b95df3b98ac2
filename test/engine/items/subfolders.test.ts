import { FILE_NODES, FileNodes, type FileNode } from '../support/fileNodes';
import { by } from '../support/library';
import type { RunResult } from '../support/engine';
import { shareWorld } from '../support/world';

/* Folder: Get Many with subfolders and filters, in both nodes. */

const nodes = shareWorld(new FileNodes());
beforeAll(async () => {
	for (const [path, size] of Object.entries(FILES)) nodes.seedFile(`Tree/${path}`, 'x'.repeat(size));
	const days = (n: number) => [30, 50, 60][n] ?? 0;
	const month = { operationMs: (n: number) => Date.UTC(2020, n, 1), name: (n: number) => `month-${n + 1}.log` };
	const daysAgo = (n: number) => Date.now() - days(n) * 86_400_000;
	const day = { operationMs: daysAgo, name: (n: number) => `day-${days(n)}.log` };
	for (const mountId of [2101, nodes.emulator.library.mountId]) {
		nodes.emulator.seed({ count: 3, folder: 'Old', ...month }, { ...nodes.emulator.library, mountId });
		nodes.emulator.seed({ count: 3, folder: 'Days', ...day }, { ...nodes.emulator.library, mountId });
	}
});

/** Files with their sizes. */
const FILES: Record<string, number> = {
	'read me.txt': 5,
	'2025/January/invoice-1.pdf': 100,
	'2025/January/INVOICE-2.PDF': 200,
	'2025/invoice-3.docx': 300,
	'2026/invoice-4.pdf': 400,
	'2026/notes.txt': 50,
};
const FOLDERS = ['2025', '2026', '2025/January'];
const ALL = [...Object.keys(FILES), ...FOLDERS].sort();

const TREE = { resource: 'folder', operation: 'getMany', folder: by('path', 'Tree'), returnAll: true };
const list = async (
	node: FileNode,
	{ recursive = true, ...filters }: Record<string, unknown> = {},
	more: Record<string, unknown> = {},
): Promise<RunResult> => await nodes.run(node, { ...TREE, ...more, recursive, filters });
/** The paths of the items inside the folder, in their order. */
function paths({ items, error }: RunResult): string[] {
	expect(error).toBeUndefined();
	return items.map(({ json }) => String(json.fullpath).replace(/^Tree\//, ''));
}
const requests = (): number => nodes.emulator.requests.length;

describe.each(FILE_NODES)('%s', (node) => {
	test('everything, folder by folder, as items like those of one folder', async () => {
		const result = await list(node);
		const found = paths(result);
		expect([...found].sort()).toEqual(ALL);
		const folders = found.map((path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))));
		expect(folders.filter((folder, at) => folder !== folders[at - 1])).toHaveLength(4);
		const flat = await list(node, { recursive: false });
		expect(result.items.slice(0, flat.items.length)).toEqual(flat.items);
		expect(result.items[0]?.pairedItem).toEqual({ item: 0 });
	});

	test.each<[string, Record<string, unknown>, string[]]>([
		['its own entries only', { recursive: false }, ['2025', '2026', 'read me.txt']],
		['depth 2', { maxDepth: 2 }, ALL.filter((path) => path.split('/').length < 3)],
		[
			'patterns of an expression, without others',
			{ include: '={{ ["2025", "*.txt"] }}', exclude: ['January'] },
			ALL.filter((path) => /^2025|txt$/.test(path) && !path.includes('January')),
		],
		['all', { kind: 'file', extensions: ['pdf'], include: ['2026/*'], minSize: 1 }, ['2026/invoice-4.pdf']],
		['nothing', { include: ['no such name'] }, []],
	])('filter: %s', async (_, options, expected) => {
		expect(paths(await list(node, options)).sort()).toEqual([...expected].sort());
	});

	test('times count to the second; the later one is left out', async () => {
		const options = { modifiedAfter: '2020-01-01T00:00:00Z', modifiedBefore: '2020-03-01T00:00:00Z' };
		const { items } = await list(node, { recursive: false, ...options }, { folder: by('path', 'Old') });
		expect(items.map(({ json }) => json.filename).sort()).toEqual(['month-1.log', 'month-2.log']);
	});

	test.each<[string, Record<string, unknown>, string[]]>([
		['both', { modifiedWithin: 55, unmodifiedFor: 40 }, ['Days/day-50.log']],
		[
			'a time instead',
			{ modifiedWithin: 1, modifiedAfter: '2020-01-01', unmodifiedFor: 40 },
			['Days/day-50.log', 'Days/day-60.log'],
		],
	])('days before now: %s', async (_, options, expected) => {
		expect(paths(await list(node, options, { folder: by('path', 'Days') })).sort()).toEqual(expected);
	});

	test('nothing is requested of a folder that is excluded', async () => {
		const before = requests();
		expect(paths(await list(node, { exclude: ['20*'] }))).toEqual(['read me.txt']);
		const asked = nodes.emulator.requests.slice(before).filter(({ path }) => path.endsWith('/file/ls'));
		expect(asked).toHaveLength(1);
	});

	test('Limit counts what passes the filters', async () => {
		const found = paths(await list(node, { extensions: ['pdf'] }, { returnAll: false, limit: 2 }));
		expect(found.map((path) => path.slice(-4).toLowerCase())).toEqual(['.pdf', '.pdf']);
		const first = await list(node, {}, { returnAll: false, limit: 2 });
		expect(paths(first)).toEqual(paths(await list(node)).slice(0, 2));
	});

	test('patterns in the set that earlier versions had for them; what is entered now counts', async () => {
		const found = async (filters: object) => paths(await list(node, { ...filters })).sort();
		const former = { patterns: { include: ['*.pdf'], exclude: ['*-2*'] } };
		expect(await found(former)).toEqual(['2025/January/invoice-1.pdf', '2026/invoice-4.pdf']);
		expect(await found({ ...former, include: ['*.txt'] })).toEqual(['2026/notes.txt', 'read me.txt']);
	});

	test.each<[string, Record<string, unknown>, RegExp]>([
		['sizes', { minSize: 2, maxSize: 1 }, /^Maximum Size \(MB\) is smaller than Minimum Size/],
		['nothing in the former set', { patterns: { include: '={{ $json.none }}' } }, /^Include Names: the expression/],
		['an expression that gives nothing', { exclude: '={{ $json.none }}' }, /^Exclude/],
	])('refused before anything is sent: %s', async (_, options, message) => {
		const before = requests();
		expect((await list(node, options)).error?.message).toMatch(message);
		expect(requests()).toBe(before);
	});
});
