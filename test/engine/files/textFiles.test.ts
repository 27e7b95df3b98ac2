import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { putFile } from '../../emulator/store/library/write';
import { FILE_NODES, FileNodes, type FileNode } from '../support/fileNodes';
import { by } from '../support/library';

/* Files as text: File: Create From Text, and Download with Output Text or JSON. */

let nodes: FileNodes;
beforeAll(async () => void (nodes = await FileNodes.start()));
afterAll(async () => await nodes.emulator.close());

const create = async (node: FileNode, parameters: Record<string, unknown>) =>
	await nodes.run(node, {
		resource: 'file',
		operation: 'createFromText',
		folder: by('path', 'Texts'),
		...parameters,
	});
const download = async (node: FileNode, path: string, parameters: Record<string, unknown>) =>
	await nodes.run(node, { resource: 'file', operation: 'download', file: by('path', path), ...parameters });
/** The bytes of a file, as the service has them. */
const bytesOf = async (path: string, node: FileNode = 'fileLibrary'): Promise<Buffer> => {
	const { items } = await download(node, path, { binaryPropertyName: 'data' });
	return await nodes.engine.contentOf(items[0] ?? { json: {} });
};
/** Puts bytes into the library as a file. */
async function seed(path: string, content: Buffer): Promise<void> {
	const item = await nodes.engine.binaryItem(content, { fileName: path });
	const { error } = await nodes.run(
		'fileLibrary',
		{
			resource: 'file',
			operation: 'upload',
			binaryPropertyName: 'data',
			folder: by('path', 'Texts'),
			conflict: 'overwrite',
		},
		[item],
	);
	expect(error).toBeUndefined();
}

/** Somebody else gives a file another content, as a new version. */
function rewrite(path: string, content: string): void {
	// What has been stored under another name can be put to any path.
	nodes.seedFile(`Seeds/${content}`.replaceAll('\n', '-'), content);
	const filehash = createHash('sha1').update(content).digest('hex');
	const write = { path, filehash, filesize: content.length, overwrite: true, actor: { id: 2, name: 'Another' } };
	for (const mountId of [nodes.emulator.library.mountId, 2101]) {
		const library = nodes.emulator.libraries.get(mountId);
		if (library) putFile(library, write);
	}
}

describe.each(FILE_NODES)('%s', (node) => {
	test('text becomes a file, and the file text', async () => {
		const text = `# Minutes\r\n\t合同, é, ${'🙂'.repeat(3)}\n`;
		const made = await create(node, { text, fileName: `${node}.md` });
		expect(made.error).toBeUndefined();
		const fullpath = `Texts/${node}.md`;
		expect(made.items[0]?.json).toMatchObject({
			fullpath,
			filename: `${node}.md`,
			filesize: Buffer.byteLength(text),
		});
		expect((await bytesOf(fullpath, node)).toString()).toBe(text);
		const { items } = await download(node, fullpath, { output: 'text' });
		expect(items[0]?.json).toMatchObject({ fullpath, text, encoding: 'utf-8', verified: true });
		expect(items[0]?.binary).toBeUndefined();
	});

	test('JSON becomes data', async () => {
		await create(node, { text: '{"customers":[{"name":"Acme"}]}', fileName: `${node}.json` });
		const { items } = await download(node, `Texts/${node}.json`, { output: 'json' });
		expect(items[0]?.json.data).toEqual({ customers: [{ name: 'Acme' }] });
	});

	test('If the File Exists', async () => {
		const named = { fileName: `${node}-again.txt` };
		await create(node, { ...named, text: 'one' });
		const both = await create(node, { ...named, text: 'two' });
		expect(both.items[0]?.json.fullpath).toBe(`Texts/${node}-again(2).txt`);
		const over = await create(node, { ...named, text: 'three', conflict: 'overwrite' });
		expect(over.items[0]?.json.fullpath).toBe(`Texts/${node}-again.txt`);
		expect((await bytesOf(`Texts/${node}-again.txt`, node)).toString()).toBe('three');
		const skipped = await create(node, { ...named, text: 'four', conflict: 'skip' });
		expect(skipped.items[0]?.json).toMatchObject({ skipped: true });
		const failed = await create(node, { ...named, text: 'five', conflict: 'fail' });
		expect(failed.error?.message).toMatch(/already exists/);
		expect((await bytesOf(`Texts/${node}-again.txt`, node)).toString()).toBe('three');
	});

	describe('Append', () => {
		let count = 0;
		let fileName: string;
		beforeEach(() => void (fileName = `${node}-${++count}.txt`));
		const append = async (text: string, more: Record<string, unknown> = {}) => {
			const run = await create(node, { text, fileName, conflict: 'append', ...more });
			expect(run.error).toBeUndefined();
			return run.items[0]?.json ?? {};
		};
		const contentNow = async () => await bytesOf(`Texts/${fileName}`, node);
		const write = async (content: Buffer): Promise<void> => {
			const item = await nodes.engine.binaryItem(content, { fileName });
			const upload = { binaryPropertyName: 'data', folder: by('path', 'Texts'), conflict: 'overwrite' };
			await nodes.run(node, { resource: 'file', operation: 'upload', ...upload }, [item]);
		};
		/** Somebody else changes the file just before the n-th of these requests. */
		const someoneWrites = (request: string, nth: number, lines: readonly string[]): void => {
			let seen = 0;
			nodes.emulator.faults.choose = ({ path }) => {
				if (path.endsWith(request) && ++seen >= nth && lines[seen - nth] !== undefined)
					rewrite(`Texts/${fileName}`, lines[seen - nth] ?? '');
				return undefined;
			};
		};
		afterEach(() => void (nodes.emulator.faults.choose = undefined));

		test('creates the file, and then adds a line at a time', async () => {
			await append('one');
			const second = await append('two\n');
			await append('three');
			expect((await contentNow()).toString()).toBe('one\ntwo\nthree');
			expect(second).toMatchObject({ fullpath: `Texts/${fileName}`, filesize: 8 });
		});

		test.each([
			['Windows line breaks', Buffer.from('a\r\nb'), Buffer.from('a\r\nb\r\né')],
			['a line break at the end', Buffer.from('a\r\n'), Buffer.from('a\r\né')],
			['an empty file', Buffer.alloc(0), Buffer.from('é')],
			['a mark of UTF-8', Buffer.from('\ufeffa'), Buffer.from('\ufeffa\né')],
			['a mark of UTF-16 LE', Buffer.from('\ufeffa', 'utf16le'), Buffer.from('\ufeffa\né', 'utf16le')],
			[
				'a mark of UTF-16 BE',
				Buffer.from('\ufeffa', 'utf16le').swap16(),
				Buffer.from('\ufeffa\né', 'utf16le').swap16(),
			],
		])('%s', async (_name, before, after) => {
			await write(before);
			await append('é');
			expect(await contentNow()).toEqual(after);
		});

		test('what is no text, and a folder, stay as they are', async () => {
			await write(Buffer.from([0xff, 0x00, 0xe9]));
			const binary = await create(node, { text: 'x', fileName, conflict: 'append' });
			expect(binary.error?.message).toMatch(/is no text file in UTF-8, so no text can be appended/);
			expect(await contentNow()).toEqual(Buffer.from([0xff, 0x00, 0xe9]));
			nodes.seedFile('Texts/Folder/x.txt', '');
			const folder = await create(node, { text: 'x', fileName: 'Folder', conflict: 'append' });
			expect(folder.error?.message).toMatch(/"Texts\/Folder" is a folder, so nothing can be appended/);
		});

		test('what somebody else writes while it is read is kept', async () => {
			await append('one');
			const link = node === 'fileLibrary' ? '/file/download_url' : '/file/open';
			someoneWrites(link, 1, ['one\nfrom another']);
			await append('two');
			expect((await contentNow()).toString()).toBe('one\nfrom another\ntwo');
		});

		test('after three tries it fails, says so, and nothing was lost', async () => {
			await append('one');
			const link = node === 'fileLibrary' ? '/file/download_url' : '/file/open';
			someoneWrites(link, 1, ['1\n', '2\n', '3\n', '4\n']);
			const { error } = await create(node, { text: 'two', fileName, conflict: 'append' });
			expect(error?.message).toMatch(/was changed by others during each of 3 tries/);
			nodes.emulator.faults.choose = undefined;
			expect((await contentNow()).toString()).toBe('3\n');
		});
	});
});

test.each([
	['utf-8-bom', 'a,é', [0xef, 0xbb, 0xbf, 0x61, 0x2c, 0xc3, 0xa9]],
	['utf-16le', 'é', [0xff, 0xfe, 0xe9, 0]],
	['windows-1252', '€', [0x80]],
])('written in %s, and read', async (encoding, text, bytes) => {
	const fileName = `${encoding}.csv`;
	await create('fileLibrary', { text, fileName, options: { encoding } });
	expect([...(await bytesOf(`Texts/${fileName}`))]).toEqual(bytes);
	const options = encoding === 'windows-1252' ? { encoding } : {};
	const { items } = await download('fileLibrary', `Texts/${fileName}`, { output: 'text', options });
	expect(items[0]?.json.text).toBe(text);
});

test.each<[string, Record<string, unknown>, RegExp]>([
	['no text', { text: '={{ "" }}', fileName: 'x.txt' }, /^Text: is required/],
	['no name', { text: 'a', fileName: '={{ "" }}' }, /^File Name: is required/],
	['a path as the name', { text: 'a', fileName: 'a/b.txt' }, /^File Name: "a\/b.txt" contains a "\/"/],
	['too much', { text: 'a'.repeat(10_000_001), fileName: 'x.txt' }, /^Text: is longer than 10 MB/],
	['half of a character', { text: '={{ "\\ud83d" }}', fileName: 'x.txt' }, /^Text: contains U\+D83D/],
	[
		'a character without a byte',
		{ text: '合', fileName: 'x.txt', options: { encoding: 'windows-1252' } },
		/^Text: contains "合"/,
	],
])('%s: nothing is stored', async (_name, parameters, message) => {
	const before = nodes.emulator.requests.length;
	const { error } = await create('fileLibrary', parameters);
	expect(error?.message).toMatch(message);
	expect(nodes.emulator.requests.slice(before)).toEqual([]);
});

test('ten million characters are no problem', async () => {
	const { items } = await create('fileLibrary', { text: 'a'.repeat(10_000_000), fileName: 'large.txt' });
	expect(items[0]?.json.filesize).toBe(10_000_000);
	const tooLarge = await download('fileLibrary', 'Texts/large.txt', { output: 'text' });
	expect(tooLarge.error?.message).toMatch(/^Output: "large.txt" has 10000 kB, more than the Size Limit of 1000 kB/);
	const read = await download('fileLibrary', 'Texts/large.txt', { output: 'text', options: { textLimit: 10_000 } });
	expect(String(read.items[0]?.json.text)).toHaveLength(10_000_000);
});

test.each<[string, Buffer, Record<string, unknown>, RegExp, RegExp]>([
	['binary.gz', gzipSync('content'), { output: 'text' }, /is no text file/, /Set Output to File/],
	['binary.json', gzipSync('content'), { output: 'json' }, /is no text file/, /Set Output to File/],
	['broken.json', Buffer.from('{"a":'), { output: 'json' }, /is no valid JSON/, /Set Output to Text/],
	['latin.txt', Buffer.from([0x63, 0xe9]), { output: 'text' }, /is not in UTF-8/, /Choose its Encoding/],
	[
		'wrong.txt',
		Buffer.from([0xba, 0xff]),
		{ output: 'text', options: { encoding: 'gb18030' } },
		/not in the encoding that is chosen/,
		/Choose another Encoding/,
	],
])('%s: the error says why and what to do', async (path, content, parameters, message, description) => {
	await seed(path, content);
	const { error } = await download('fileLibrary', `Texts/${path}`, parameters);
	expect(error?.message).toMatch(message);
	expect(error?.message).toContain(`"${path}"`);
	expect(error?.description).toMatch(description);
});

test('a line that comes between the look and the new version is found in the history and kept', async () => {
	const appending = { fileName: 'race.txt', conflict: 'append' };
	await create('fileLibrary', { ...appending, text: 'one' });
	nodes.emulator.faults.choose = ({ path }) => {
		if (!path.endsWith('/file/create_file')) return undefined;
		nodes.emulator.faults.choose = undefined;
		rewrite('Texts/race.txt', 'one\nfrom another');
		return undefined;
	};
	const { error } = await create('fileLibrary', { ...appending, text: 'two' });
	expect(error).toBeUndefined();
	expect((await bytesOf('Texts/race.txt')).toString()).toBe('one\nfrom another\ntwo');
});
