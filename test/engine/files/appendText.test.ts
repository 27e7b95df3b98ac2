import { FILE_NODES, FileNodes } from '../support/fileNodes';
import { by } from '../support/library';

/* Create From Text with Append: a text becomes the last lines of a file that others change too. */

let nodes: FileNodes;
beforeAll(async () => void (nodes = await FileNodes.start()));
afterAll(async () => await nodes.emulator.close());

describe.each(FILE_NODES)('%s', (node) => {
	describe('Append', () => {
		let count = 0;
		let fileName: string;
		beforeEach(() => void (fileName = `${node}-${++count}.txt`));
		const append = async (text: string, more: Record<string, unknown> = {}) => {
			const run = await nodes.createText(node, { text, fileName, conflict: 'append', ...more });
			expect(run.error).toBeUndefined();
			return run.items[0]?.json ?? {};
		};
		const contentNow = async () => await nodes.bytesOf(`Texts/${fileName}`, node);
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
					nodes.rewrite(`Texts/${fileName}`, lines[seen - nth] ?? '');
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

		test('the mark of the file counts, whatever the encoding of new files', async () => {
			await write(Buffer.from('\ufeffa'));
			await append('日', { options: { encoding: 'windows-1252' } });
			expect((await contentNow()).toString()).toBe('\ufeffa\n日');
		});

		test('what is no text, and a folder, stay as they are', async () => {
			await write(Buffer.from([0xff, 0x00, 0xe9]));
			const binary = await nodes.createText(node, { text: 'x', fileName, conflict: 'append' });
			expect(binary.error?.message).toMatch(/is no text file in UTF-8, so no text can be appended/);
			expect(await contentNow()).toEqual(Buffer.from([0xff, 0x00, 0xe9]));
			nodes.seedFile('Texts/Folder/x.txt', '');
			const folder = await nodes.createText(node, { text: 'x', fileName: 'Folder', conflict: 'append' });
			expect(folder.error?.message).toMatch(/"Texts\/Folder" is a folder, so nothing can be appended/);
		});

		test('an empty text changes nothing, and creates an empty file', async () => {
			await append('');
			expect(await contentNow()).toEqual(Buffer.alloc(0));
			await append('one\n');
			await append('two\n');
			expect(await append('')).toMatchObject({ skipped: true, fullpath: `Texts/${fileName}`, filesize: 8 });
			expect((await contentNow()).toString()).toBe('one\ntwo\n');
		});

		test('what somebody else writes while it is read is kept', async () => {
			await append('one');
			const link = node === 'fileLibrary' ? '/file/download_url' : '/file/open';
			someoneWrites(link, 1, ['one\nfrom another']);
			await append('two');
			expect((await contentNow()).toString()).toBe('one\nfrom another\ntwo');
		});

		test.each([true, false])('runs at the same time lose no line, where there is a file: %s', async (isThere) => {
			if (isThere) await append('start');
			const lines = ['a', 'b', 'c', 'd'];
			await Promise.all(lines.map(async (line) => await append(line)));
			const expected = isThere ? ['start', ...lines] : lines;
			expect((await contentNow()).toString().split('\n').sort()).toEqual(expected.sort());
		});

		test('after ten tries it fails, says that the text is not there, and nothing was lost', async () => {
			await append('one');
			const link = node === 'fileLibrary' ? '/file/download_url' : '/file/open';
			someoneWrites(
				link,
				1,
				Array.from({ length: 20 }, (_, n) => `${n}\n`),
			);
			const { error } = await nodes.createText(node, { text: 'two', fileName, conflict: 'append' });
			expect(error?.message).toMatch(/was changed by others again and again\. Your text is not in the file$/);
			nodes.emulator.faults.choose = undefined;
			expect((await contentNow()).toString()).toMatch(/^\d+\n$/);
		});
	});
});
