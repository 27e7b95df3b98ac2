import { FILE_NODES, FileNodes } from '../support/fileNodes';
import { by } from '../support/library';
import { shareWorld } from '../support/world';

/* Create From Text with Append, to a file that others change too. (Writers at the same time: test/client/versions.) */

const nodes = shareWorld(new FileNodes());
let path = '';
let fileName = '';
let count = 0;
beforeEach(() => {
	// What is tried again is tried at once.
	jest.spyOn(Math, 'random').mockReturnValue(0);
	fileName = `${++count}.txt`;
	path = `Texts/${fileName}`;
});
afterEach(() => {
	jest.restoreAllMocks();
	nodes.emulator.faults.choose = undefined;
});

const tryTo = async (text: string, more: object = {}, node: (typeof FILE_NODES)[number] = 'fileLibrary') =>
	await nodes.createText(node, { text, fileName, conflict: 'append', ...more });
const append = async (...given: Parameters<typeof tryTo>) => {
	const { items, error } = await tryTo(...given);
	expect(error).toBeUndefined();
	return items[0]?.json ?? {};
};
const contentNow = async (): Promise<string> => {
	nodes.emulator.faults.choose = undefined;
	return (await nodes.bytesOf(path)).toString();
};
async function write(content: Buffer): Promise<void> {
	const item = await nodes.engine.binaryItem(content, { fileName });
	const upload = { binaryPropertyName: 'data', folder: by('path', 'Texts') };
	await nodes.run('fileLibrary', { resource: 'file', operation: 'upload', ...upload }, [item]);
}

test.each(FILE_NODES)('%s creates the file, and then adds a line at a time', async (node) => {
	await append('one', {}, node);
	const second = await append('two\n', {}, node);
	await append('three', {}, node);
	expect((await nodes.bytesOf(path, node)).toString()).toBe('one\ntwo\nthree');
	expect(second).toMatchObject({ fullpath: path, filesize: 8 });
});

test.each([
	['Windows line breaks', Buffer.from('a\r\nb'), Buffer.from('a\r\nb\r\né')],
	['a line break at the end', Buffer.from('a\r\n'), Buffer.from('a\r\né')],
	['an empty file', Buffer.alloc(0), Buffer.from('é')],
	['a mark of UTF-8', Buffer.from('\ufeffa'), Buffer.from('\ufeffa\né')],
	['a mark of UTF-16 LE', Buffer.from('\ufeffa', 'utf16le'), Buffer.from('\ufeffa\né', 'utf16le')],
	['a mark of UTF-16 BE', Buffer.from('\ufeffa', 'utf16le').swap16(), Buffer.from('\ufeffa\né', 'utf16le').swap16()],
])('%s', async (_name, before, after) => {
	await write(before);
	await append('é');
	expect(await nodes.bytesOf(path)).toEqual(after);
});

test('the mark of the file counts, whatever the encoding of new files', async () => {
	await write(Buffer.from('\ufeffa'));
	await append('日', { options: { encoding: 'windows-1252' } });
	expect(await contentNow()).toBe('\ufeffa\n日');
});

test('what is no text, and a folder, stay as they are', async () => {
	await write(Buffer.from([0xff, 0x00, 0xe9]));
	expect((await tryTo('x')).error?.message).toMatch(/is no text file in UTF-8, so no text can be appended/);
	expect(await nodes.bytesOf(path)).toEqual(Buffer.from([0xff, 0x00, 0xe9]));
	nodes.seedFile('Texts/Folder/x.txt', '');
	const folder = await tryTo('x', { fileName: 'Folder' });
	expect(folder.error?.message).toMatch(/"Texts\/Folder" is a folder, so nothing can be appended/);
});

test('an empty text changes nothing, and creates an empty file', async () => {
	await append('');
	expect(await contentNow()).toBe('');
	await append('one\n');
	await append('two\n');
	expect(await append('')).toMatchObject({ skipped: true, fullpath: path, filesize: 8 });
	expect(await contentNow()).toBe('one\ntwo\n');
});

describe('others, and failures', () => {
	const NO = { match: '', action: { status: 403, body: { error_code: 40310, error_msg: 'no' } } };
	/** What happens at requests with such an end of their paths: something else for each, by its number from 1. */
	const at = (end: string, happens: (nth: number) => unknown): void => {
		const { choose } = nodes.emulator.faults;
		let seen = 0;
		nodes.emulator.faults.choose = (request) => {
			const before = choose?.(request);
			return request.path.endsWith(end) ? (happens(++seen) as undefined) : before;
		};
	};
	const anotherWrites = (end: string, content = 'one\nfrom another') =>
		at(end, (nth) => (nth === 1 ? nodes.rewrite(path, content) : undefined));
	beforeEach(async () => void (await append('one')));

	test.each(['/file/create_file', '/file/download_url'])(
		'a line that comes just before %s is kept',
		async (request) => {
			anotherWrites(request);
			await append('two');
			expect(await contentNow()).toBe('one\nfrom another\ntwo');
		},
	);

	test('after ten tries it fails, says that the text is not there, and nothing was lost', async () => {
		at('/file/download_url', (nth) => nodes.rewrite(path, `${nth}\n`));
		const { error } = await tryTo('two');
		expect(error?.message).toMatch(/was changed by others again and again\. Your text is not in the file$/);
		expect(await contentNow()).toMatch(/^\d+\n$/);
	});

	test.each([
		['the last step of the upload', '/upload_finish', 'new', false],
		['the announcement of a known content', '/file/create_file', 'known', true],
	])('a lost answer to %s does not make the line come twice', async (_, match, text, isKnown) => {
		if (isKnown) nodes.seedFile('Seeds/known', `one\n${text}`);
		let lost = 0;
		at(match, (nth) => (nth === 1 ? { match, action: 'resetAfter', lost: ++lost } : undefined));
		await append(text);
		expect([lost, await contentNow()]).toEqual([1, `one\n${text}`]);
	});

	test('a failure after the text was stored says so, and which lines of others are missing', async () => {
		at('/file/create_file', (nth) => (nth === 1 ? nodes.rewrite(path, 'one\nfrom another') : NO));
		const { error } = await tryTo('two');
		expect(error?.message).toMatch(
			/40310.*\. Your text is in the file\. Lines of others are missing there: "from another"$/,
		);
		expect(error).toMatchObject({ description: expect.stringContaining('Put them back') as string });
		expect(await contentNow()).toBe('one\ntwo');
	});

	test.each(['/file/create_file', '/upload_finish'])(
		'a failure of %s says that the text is not in the file',
		async (request) => {
			at(request, () => NO);
			const { error } = await tryTo(`never stored by ${request}`);
			expect(error?.message).toMatch(/\. Your text is not in the file$/);
			expect(await contentNow()).toBe('one');
		},
	);

	test('a file that is deleted while a line is put back stays deleted, and the error says so', async () => {
		anotherWrites('/file/create_file');
		const gone = { match: '', action: { status: 404, body: { error_code: 40402 } } };
		at('/file/info', (nth) => (nth === 3 ? gone : undefined));
		expect((await tryTo('two')).error?.message).toMatch(/^"Texts\/\d+\.txt" was deleted meanwhile/);
	});

	test('a file that came to the path while a new one was sent has its name, and the item says so', async () => {
		at('/upload_init', () => nodes.rewrite('Texts/new race.txt', 'from another'));
		const { fullpath, ...item } = await append('mine', { fileName: 'new race.txt' });
		expect(item).toMatchObject({ requested: 'Texts/new race.txt', renamed: true });
		expect((await nodes.bytesOf(String(fullpath))).toString()).toBe('mine');
	});

	test('where the history cannot be read, the item says so', async () => {
		at('/file/history', () => NO);
		const { warning } = await append('two');
		expect(warning).toMatch(/^Whether somebody else wrote to the file meanwhile is not known: /);
		expect(await contentNow()).toBe('one\ntwo');
	});
});
