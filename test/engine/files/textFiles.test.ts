import { gzipSync } from 'node:zlib';
import { FILE_NODES, FileNodes } from '../support/fileNodes';
import { shareWorld } from '../support/world';

/* Files as text: File: Create From Text, and Download with Output Text or JSON. */

const nodes = shareWorld(new FileNodes());

describe.each(FILE_NODES)('%s', (node) => {
	test('text becomes a file, and the file text', async () => {
		const text = `# Minutes\r\n\t合同, é, ${'🙂'.repeat(3)}\n`;
		const made = await nodes.createText(node, { text, fileName: `${node}.md` });
		expect(made.error).toBeUndefined();
		const fullpath = `Texts/${node}.md`;
		const filesize = Buffer.byteLength(text);
		expect(made.items[0]?.json).toMatchObject({ fullpath, filename: `${node}.md`, filesize });
		expect((await nodes.bytesOf(fullpath, node)).toString()).toBe(text);
		const { items } = await nodes.download(node, fullpath, { output: 'text' });
		expect(items[0]?.json).toMatchObject({ fullpath, text, encoding: 'utf-8', verified: true });
		expect(items[0]?.binary).toBeUndefined();
	});

	test('JSON becomes data', async () => {
		await nodes.createText(node, { text: '{"customers":[{"name":"Acme"}]}', fileName: `${node}.json` });
		const { items } = await nodes.download(node, `Texts/${node}.json`, { output: 'json' });
		expect(items[0]?.json.data).toEqual({ customers: [{ name: 'Acme' }] });
	});

	test('If the File Exists', async () => {
		const named = { fileName: `${node}-again.txt` };
		await nodes.createText(node, { ...named, text: 'one' });
		const both = await nodes.createText(node, { ...named, text: 'two' });
		expect(both.items[0]?.json.fullpath).toBe(`Texts/${node}-again(2).txt`);
		const over = await nodes.createText(node, { ...named, text: 'three', conflict: 'overwrite' });
		expect(over.items[0]?.json.fullpath).toBe(`Texts/${node}-again.txt`);
		expect((await nodes.bytesOf(`Texts/${node}-again.txt`, node)).toString()).toBe('three');
		const skipped = await nodes.createText(node, { ...named, text: 'four', conflict: 'skip' });
		expect(skipped.items[0]?.json).toMatchObject({ skipped: true });
		const failed = await nodes.createText(node, { ...named, text: 'five', conflict: 'fail' });
		expect(failed.error?.message).toMatch(/already exists/);
		expect((await nodes.bytesOf(`Texts/${node}-again.txt`, node)).toString()).toBe('three');
	});
});

test.each([
	['utf-8-bom', 'a,é', [0xef, 0xbb, 0xbf, 0x61, 0x2c, 0xc3, 0xa9]],
	['utf-16le', 'é', [0xff, 0xfe, 0xe9, 0]],
	['windows-1252', '€', [0x80]],
])('written in %s, and read', async (encoding, text, bytes) => {
	const fileName = `${encoding}.csv`;
	await nodes.createText('fileLibrary', { text, fileName, options: { encoding } });
	expect([...(await nodes.bytesOf(`Texts/${fileName}`))]).toEqual(bytes);
	const options = encoding === 'windows-1252' ? { encoding } : {};
	const { items } = await nodes.download('fileLibrary', `Texts/${fileName}`, { output: 'text', options });
	expect(items[0]?.json.text).toBe(text);
});

test.each(['', '={{ "" }}'])('an empty text (%j) is a file of 0 bytes', async (text) => {
	const form = { text, fileName: 'empty.txt', conflict: 'overwrite' };
	const { items, error } = await nodes.createText('fileLibrary', form);
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ fullpath: 'Texts/empty.txt', filesize: 0 });
	expect(await nodes.bytesOf('Texts/empty.txt')).toHaveLength(0);
});

test.each<[string, string | Uint8Array, RegExp, RegExp]>([
	['a PDF of ASCII', '%PDF-1.4 1 0 obj', /"a PDF of ASCII" is a PDF, not a text file$/, /Extract From File/],
	['UTF-16 cut off', new Uint8Array([0xff, 0xfe, 0x61]), /begins with a byte order mark, but the rest/, /damaged/],
	['UTF-16 without a mark', new Uint8Array([0x61, 0, 0x62, 0]), /looks like UTF-16/, /Choose UTF-16 LE/],
])('%s is no text: what it is, and what to do', async (name, content, message, description) => {
	nodes.emulator.seedFile(`Texts/${name}`, Buffer.from(content as string));
	const { error } = await nodes.download('fileLibrary', `Texts/${name}`, { output: 'text' });
	expect(error?.message).toMatch(message);
	expect(error?.description).toMatch(description);
});

test.each<[string, Record<string, unknown>, RegExp]>([
	['too much', { text: 'a'.repeat(10_000_001), fileName: 'x.txt' }, /^Text can't be longer than 10 MB/],
	[
		'a character without a byte',
		{ text: '合', fileName: 'x.txt', options: { encoding: 'windows-1252' } },
		/^Text contains "合"/,
	],
])('%s: nothing is stored', async (_name, parameters, message) => {
	const before = nodes.emulator.requests.length;
	const { error } = await nodes.createText('fileLibrary', parameters);
	expect(error?.message).toMatch(message);
	expect(nodes.emulator.requests.slice(before)).toEqual([]);
});

test('a text beyond the Size Limit is refused, and read where that is raised', async () => {
	await nodes.createText('fileLibrary', { text: 'a'.repeat(1_100_000), fileName: 'large.txt' });
	const tooLarge = await nodes.download('fileLibrary', 'Texts/large.txt', { output: 'text' });
	expect(tooLarge.error?.message).toMatch(/^Output: "large.txt" has 1100 kB, more than the Size Limit of 1000 kB/);
	const raised = { output: 'text', options: { textLimit: 10_000 } };
	const read = await nodes.download('fileLibrary', 'Texts/large.txt', raised);
	expect(String(read.items[0]?.json.text)).toHaveLength(1_100_000);
});

test.each<[string, Buffer, Record<string, unknown>, RegExp, RegExp]>([
	['binary.gz', gzipSync('content'), { output: 'text' }, /is no text file/, /Set Output to File/],
	['binary.json', gzipSync('content'), { output: 'json' }, /is no text file/, /Set Output to File/],
	['broken.json', Buffer.from('{"a":'), { output: 'json' }, /is not valid JSON/, /Set Output to Text/],
	['latin.txt', Buffer.from([0x63, 0xe9]), { output: 'text' }, /is not in UTF-8/, /Choose its Encoding/],
	[
		'wrong.txt',
		Buffer.from([0xba, 0xff]),
		{ output: 'text', options: { encoding: 'gb18030' } },
		/not in the encoding that is chosen/,
		/Choose another Encoding/,
	],
])('%s: the error says why and what to do', async (path, content, parameters, message, description) => {
	nodes.emulator.seedFile(`Texts/${path}`, content);
	const { error } = await nodes.download('fileLibrary', `Texts/${path}`, parameters);
	expect(error?.message).toMatch(message);
	expect(error?.message).toContain(`"${path}"`);
	expect(error?.description).toMatch(description);
});
