import { FILE_NODES, FileNodes, type FileNode } from '../support/fileNodes';
import { by } from '../support/library';
import { useWorld } from '../support/world';

/* What becomes of a new folder whose name is taken, and whether something exists. */

const nodes = useWorld(new FileNodes());
afterEach(() => void jest.restoreAllMocks());

type Parameters = Record<string, unknown>;
const sentBy = async (node: FileNode, resource: string, operation: string, parameters: Parameters) =>
	await nodes.run(node, { resource, operation, ...parameters });

const seed = (...paths: string[]): void => paths.forEach((path) => nodes.seedFile(path, `content of ${path}`));

describe.each(FILE_NODES)('%s', (node) => {
	test('Folder: Create returns the folder that is there, makes a number, or fails', async () => {
		seed('P/Inbox/x.txt', 'P/note');
		const create = (name: string, conflict?: string): Parameters => ({
			folder: by('path', 'P'),
			name,
			...(conflict ? { conflict } : {}),
		});
		const existing = await nodes.itemOf(node, 'folder', 'create', create('Inbox'));
		expect(existing).toMatchObject({ fullpath: 'P/Inbox', hash: nodes.idOf(node, 'P/Inbox'), skipped: true });
		const failed = await sentBy(node, 'folder', 'create', create('Inbox', 'fail'));
		expect(failed.error?.message).toMatch(/^"P\/Inbox" already exists/);
		expect(nodes.changes()).toEqual([]);
		const beside = await nodes.itemOf(node, 'folder', 'create', create('note'));
		expect(beside).toMatchObject({ fullpath: 'P/note(2)', requested: 'P/note', renamed: true });
		const both = await nodes.itemOf(node, 'folder', 'create', create('Inbox', 'rename'));
		expect(both).toMatchObject({ fullpath: 'P/Inbox(2)', hash: nodes.idOf(node, 'P/Inbox(2)'), renamed: true });
		const made = await nodes.itemOf(node, 'folder', 'create', create('New'));
		expect(made).toMatchObject({ fullpath: 'P/New', hash: nodes.idOf(node, 'P/New') });
		for (const key of ['skipped', 'renamed']) expect(made).not.toHaveProperty(key);
	});

	test('Folder: Create never gives the file that has the name for the folder', async () => {
		await nodes.restart({ seedDemo: true, answers: ['empty-bodies'] });
		seed('P/note');
		const made = await nodes.itemOf(node, 'folder', 'create', { folder: by('path', 'P'), name: 'note' });
		expect(made).toMatchObject({ success: true, requested: 'P/note' });
		const folder = nodes.idOf(node, 'P/note(2)');
		expect([folder === undefined, made.hash ?? folder]).toEqual([false, folder]);
		expect([undefined, 'P/note(2)']).toContain(made.fullpath);
	});

	describe('exists', () => {
		const get = async (resource: string, path: string, ifMissing?: string) =>
			await sentBy(node, resource, 'get', { [resource]: by('path', path), ...(ifMissing ? { ifMissing } : {}) });

		test('is true for what is there, and false where the form wants it', async () => {
			seed('S/a.txt');
			for (const [resource, path] of [
				['file', 'S/a.txt'],
				['folder', 'S'],
			] as const) {
				const there = await get(resource, path);
				expect(there.items[0]?.json).toMatchObject({ fullpath: path, exists: true });
				expect((await get(resource, 'S/none')).error?.message).toMatch(/40402/);
				const missing = await get(resource, 'S/none', 'exists');
				expect(missing.items[0]?.json).toMatchObject({ fullpath: 'S/none', exists: false });
			}
		});

		test.each([
			['another library', { status: 404, body: { error_code: 40401, error_msg: 'gone' } }],
			['no permission', { status: 403, body: { error_code: 40302, error_msg: 'no' } }],
			['a web page', { status: 404, body: '<html>Not Found</html>' }],
			['nothing', { status: 200, body: '' }],
			['a failing service', { status: 500, body: { error_code: 50000, error_msg: 'oops' } }],
		])('%s is still an error, and what looks first changes nothing', async (_name, action) => {
			seed('S/a.txt', 'T/a.txt');
			// What is asked again is asked at once.
			jest.spyOn(Math, 'random').mockReturnValue(0);
			nodes.emulator.faults.add({ match: '/file/info', action, times: 100 });
			expect((await get('file', 'S/none', 'exists')).error).toBeDefined();
			const copy = { file: by('path', 'S/a.txt'), destinationFolder: by('path', 'T') };
			for (const conflict of ['fail', 'skip', 'overwrite']) {
				const { error } = await sentBy(node, 'file', 'copy', { ...copy, conflict });
				expect(error?.message ?? 'already exists').not.toMatch(/already exists/);
			}
			const text = { folder: by('path', 'T'), fileName: 'a.txt', text: 'x', conflict: 'append' };
			expect((await sentBy(node, 'file', 'createFromText', text)).error).toBeDefined();
			const folder = { folder: by('path', '/'), name: 'T' };
			expect((await sentBy(node, 'folder', 'create', folder)).error).toBeDefined();
			expect([nodes.changes(), nodes.idOf(node, 'T/a(2).txt')]).toEqual([[], undefined]);
		});
	});
});
