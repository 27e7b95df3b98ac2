import { FileNodes } from '../support/fileNodes';

/* Create From Text with Append, while somebody else writes between the last look and the new version. */

let nodes: FileNodes;
beforeAll(async () => void (nodes = await FileNodes.start()));
afterAll(async () => await nodes.emulator.close());

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
