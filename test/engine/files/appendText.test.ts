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

/* Somebody else writes between the last look and the new version. */
describe('between the look and the new version', () => {
	const appending = { fileName: 'race.txt', conflict: 'append' };
	const contentNow = async (): Promise<string> => (await nodes.bytesOf('Texts/race.txt')).toString();
	/** What somebody else writes just before the first request with such a path, and what before the next such one. */
	const others = (...writes: ReadonlyArray<readonly [request: string, content: string]>): void => {
		const left = [...writes];
		nodes.emulator.faults.choose = ({ path }) => {
			const [next] = left;
			if (next && path.endsWith(next[0])) nodes.rewrite('Texts/race.txt', String(left.shift()?.[1]));
			return undefined;
		};
	};
	beforeEach(async () => {
		await nodes.createText('fileLibrary', { text: 'one', fileName: 'race.txt', conflict: 'overwrite' });
	});
	afterEach(() => {
		nodes.emulator.faults.choose = undefined;
		nodes.emulator.faults.clear();
	});

	test('a line that comes is found in the history and kept', async () => {
		others(['/file/create_file', 'one\nfrom another']);
		const { error } = await nodes.createText('fileLibrary', { ...appending, text: 'two' });
		expect(error).toBeUndefined();
		expect(await contentNow()).toBe('one\nfrom another\ntwo');
	});

	test.each([
		['the last step of the upload', '/upload_finish', 'new', false],
		['the announcement of a known content', '/file/create_file', 'known', true],
	])('a lost answer to %s does not make the line come twice', async (_, match, text, isKnown) => {
		if (isKnown) nodes.seedFile('Seeds/known', `one\n${text}`);
		let lost = 0;
		nodes.emulator.faults.choose = ({ path }) =>
			path.endsWith(match) && ++lost === 1 ? { match, action: 'resetAfter' } : undefined;
		const { error } = await nodes.createText('fileLibrary', { ...appending, text });
		expect(error).toBeUndefined();
		expect([lost > 0, await contentNow()]).toEqual([true, `one\n${text}`]);
	});

	const failing = (request: string, nth: number) => {
		let seen = 0;
		const { choose } = nodes.emulator.faults;
		nodes.emulator.faults.choose = (exchange) => {
			void choose?.(exchange);
			const isHit = exchange.path.endsWith(request) && ++seen >= nth;
			return isHit
				? { match: '', action: { status: 403, body: { error_code: 40310, error_msg: 'no' } } }
				: undefined;
		};
	};

	test('a failure after the text was stored says so, and which lines of others are missing', async () => {
		others(['/file/create_file', 'one\nfrom another']);
		failing('/file/create_file', 2);
		const { error } = await nodes.createText('fileLibrary', { ...appending, text: 'two' });
		nodes.emulator.faults.choose = undefined;
		expect(error?.message).toMatch(
			/40310.*\. Your text is in the file\. Lines of others are missing there: "from another"$/,
		);
		expect(await contentNow()).toBe('one\ntwo');
	});

	test.each([
		['the request that stores it', '/file/create_file', /40310.*\. Your text is not in the file$/],
		['the last step of its upload', '/upload_finish', /\. Your text is not in the file$/],
	])('a failure of %s says that the text is not in the file', async (_, request, message) => {
		failing(request, 1);
		const { error } = await nodes.createText('fileLibrary', { ...appending, text: `never stored by ${request}` });
		nodes.emulator.faults.choose = undefined;
		expect(error?.message).toMatch(message);
		expect(await contentNow()).toBe('one');
	});

	test('a file that is deleted while a line is put back stays deleted, and the error says so', async () => {
		others(['/file/create_file', 'one\nfrom another']);
		const { choose } = nodes.emulator.faults;
		let looks = 0;
		nodes.emulator.faults.choose = (exchange) => {
			void choose?.(exchange);
			const isLast = exchange.path.endsWith('/file/info') && ++looks === 3;
			return isLast ? { match: '', action: { status: 404, body: { error_code: 40402 } } } : undefined;
		};
		const { error } = await nodes.createText('fileLibrary', { ...appending, text: 'two' });
		expect(error?.message).toMatch(/^"Texts\/race\.txt" was deleted meanwhile/);
	});

	test('a file that came to the path while a new one was sent has its name, and the item says so', async () => {
		const fileName = 'new race.txt';
		nodes.emulator.faults.choose = ({ path }) => {
			if (path.endsWith('/upload_init')) nodes.rewrite(`Texts/${fileName}`, 'from another');
			return undefined;
		};
		const { items } = await nodes.createText('fileLibrary', { ...appending, fileName, text: 'mine' });
		const { fullpath, ...item } = items[0]?.json ?? {};
		expect(item).toMatchObject({ requested: `Texts/${fileName}`, renamed: true });
		expect((await nodes.bytesOf(String(fullpath))).toString()).toBe('mine');
	});

	test('where the history cannot be read, the item says so', async () => {
		nodes.emulator.faults.choose = ({ path }) =>
			path.endsWith('/file/history') ? { match: path, action: { status: 403 } } : undefined;
		const { items } = await nodes.createText('fileLibrary', { ...appending, text: 'two' });
		expect(items[0]?.json.warning).toMatch(/^Whether somebody else wrote to the file meanwhile is not known: /);
		expect(await contentNow()).toBe('one\ntwo');
	});
});
