import { FILE_NODES, FileNodes, type FileNode } from '../support/fileNodes';
import { hintsOf } from '../support/engine';
import { by } from '../support/library';
import { complaintsAbout, entriesOf } from '../../support/zipReader';
import { shareWorld } from '../support/world';

/* Folder: Download as ZIP. */

const LARGE = 'L'.repeat(5_000_000);
const FILES: Readonly<Record<string, string>> = {
	'a.txt': 'first',
	'B/b.txt': 'second',
	'B/empty.txt': '',
	'B/C/日本 😀.txt': 'third',
	'B.txt': 'beside',
	'large.bin': LARGE,
};

const TOTAL = Object.values(FILES).reduce((size, content) => size + Buffer.byteLength(content), 0);

const nodes = shareWorld(new FileNodes(), { binaryMode: 'filesystem' });
beforeAll(async () => {
	for (const [path, content] of Object.entries(FILES)) nodes.seedFile(`Zip/${path}`, content);
	for (const node of FILE_NODES)
		await nodes.run(node, { resource: 'folder', operation: 'create', folder: by('path', 'Zip'), name: 'Nothing' });
});
beforeEach(() => nodes.emulator.faults.clear());

const zip = async (node: FileNode, more: Record<string, unknown> = {}) =>
	await nodes.run(node, { resource: 'folder', operation: 'downloadZip', folder: by('path', 'Zip'), ...more });
async function archive(node: FileNode, more: Record<string, unknown> = {}) {
	const { items, error, ...rest } = await zip(node, more);
	expect(error).toBeUndefined();
	const [item] = items;
	if (!item) throw new Error('no item');
	const content = await nodes.engine.contentOf(item, String(more.binaryPropertyName ?? 'data'));
	return { ...rest, item, content, names: entriesOf(content).map(({ name }) => name) };
}

describe.each(FILE_NODES)('%s', (node) => {
	test('everything in the folder, with names, contents and times, as other programs read it', async () => {
		// The limit is what may be reached.
		const { item, content, ...run } = await archive(node, { options: { maxMegabytesInAll: TOTAL / 1e6 } });
		expect(hintsOf({ ...run, items: [item] })).toEqual([]);
		expect(complaintsAbout(content)).toEqual([]);
		const entries = entriesOf(content);
		const folders = ['B/', 'B/C/', 'Nothing/'];
		expect(entries.map(({ name }) => name).sort()).toEqual([...Object.keys(FILES), ...folders].sort());
		for (const { name, content: bytes, mode } of entries) {
			expect(bytes.toString() === (FILES[name] ?? '')).toBe(true);
			expect(mode.toString(8)).toBe(name.endsWith('/') ? '40755' : '100644');
		}
		const { items } = await nodes.run(node, { resource: 'file', operation: 'get', file: by('path', 'Zip/a.txt') });
		const modified = new Date(String(items[0]?.json.modified)).getTime();
		const { time, dosTime } = entries.find(({ name }) => name === 'a.txt') ?? {};
		expect(new Date(time ?? '').getTime()).toBe(modified);
		expect(new Date(dosTime ?? '').getTime()).toBe(modified - (modified % 2000));
		expect(item.json).toMatchObject({
			filename: 'Zip.zip',
			fullpath: 'Zip',
			filesize: content.length,
			file_count: 6,
			folder_count: 3,
			bytes_received: TOTAL,
			failed: 0,
			failures: [],
		});
		expect(item.binary?.data).toMatchObject({ fileName: 'Zip.zip', mimeType: 'application/zip' });
	});

	test('a file that cannot be read ends it, or is left out and listed', async () => {
		const refused = { status: 403, body: { error_code: 40310, error_msg: 'no permission' } };
		const fails = () =>
			nodes.emulator.faults.add({ match: /download_url|file\/open/, action: refused, after: 1, times: 1 });
		fails();
		const options = { concurrency: 1 };
		const { error } = await zip(node, { options });
		expect(error?.message).toMatch(/permission.*failed to add "Zip\/B\/C\/日本 😀.txt" to the archive/);
		nodes.emulator.faults.clear();
		fails();
		const run = await archive(node, { options: { ...options, ifFileFails: 'skip' } });
		const { item, names, content } = run;
		expect(hintsOf({ ...run, items: [item] })).toContain('1 file could not be read and is not in the archive');
		expect(complaintsAbout(content)).toEqual([]);
		expect(names).not.toContain('B/C/日本 😀.txt');
		expect(item.json).toMatchObject({ file_count: 5, failed: 1 });
		expect(item.json.failures).toEqual([
			{ fullpath: 'Zip/B/C/日本 😀.txt', error: expect.stringMatching(/permission/) },
		]);
	});
});

test('filters, and a name', async () => {
	const filters = { include: ['*.txt', 'Nothing'], exclude: ['C'] };
	const options = { fileName: 'texts' };
	// A service that does not show the SHA1 of its files.
	const rewrite = (text: string): string => text.replaceAll(/"filehash":"\w+"/g, '"filehash":"unknown"');
	nodes.emulator.faults.add({ match: '/file/ls', times: 9, action: { rewrite } });
	const { names, item } = await archive('fileLibrary', { filters, options, binaryPropertyName: 'zip' });
	nodes.emulator.faults.clear();
	expect(names).toEqual(['B.txt', 'B/b.txt', 'B/empty.txt', 'Nothing/', 'a.txt']);
	expect(item.json.filename).toBe('texts.zip');
	expect((await archive('fileLibrary', { filters: { extensions: ['none'] } })).names).toEqual([]);
});
