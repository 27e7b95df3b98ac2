import { oneCase } from '../../support/runs';
import { FILE_NODES, FileNodes, type FileNode } from '../support/fileNodes';
import { by } from '../support/library';
import { useWorld } from '../support/world';

/* What becomes of a copy, a move or a new name where the name is taken. */

const nodes = useWorld(new FileNodes());

type Parameters = Record<string, unknown>;
/** What was deleted from the folder T, by the paths that it had. */
const recycled = (node: FileNode): string[] =>
	(nodes.libraryOf(node)?.recycleBin.page(0, 100) ?? [])
		.map(({ fullpath }) => fullpath)
		.filter((path) => path.startsWith('T/'));
const sentBy = async (node: FileNode, resource: string, operation: string, parameters: Parameters) =>
	await nodes.run(node, { resource, operation, ...parameters });

const seed = (...paths: string[]): void => paths.forEach((path) => nodes.seedFile(path, `content of ${path}`));
const into = (folder: string): Parameters => ({ destinationFolder: by('path', folder) });

describe.each(FILE_NODES)('%s', (node) => {
	/** Copies several files with one request. */
	const several =
		(...paths: string[]) =>
		async (more: Parameters) =>
			node === 'fileLibrary'
				? await sentBy(node, 'file', 'copyMany', {
						sources: { rows: paths.map((path) => ({ file: by('path', path) })) },
						...more,
					})
				: await sentBy(node, 'file', 'copy', { file: by('paths', paths.join('|')), ...more });

	/** Each way to give a file the name T/a.txt, which another one has. */
	const WAYS: Array<[string, Parameters]> = [
		['copy', { file: by('path', 'S/a.txt'), ...into('T') }],
		['copy', { file: by('path', 'S/b.txt'), ...into('T'), newName: 'a.txt' }],
		['move', { file: by('path', 'S/a.txt'), ...into('T') }],
		['rename', { file: by('path', 'T/b.txt'), newName: 'a.txt' }],
	];

	describe.each(WAYS.filter((_, nth) => oneCase(FILE_NODES, nth).includes(node)))(
		'%s %#',
		(operation, parameters) => {
			beforeEach(() => seed('S/a.txt', 'S/b.txt', 'T/a.txt', 'T/b.txt'));
			const run = async (conflict?: string) =>
				await sentBy(node, 'file', operation, { ...parameters, ...(conflict ? { conflict } : {}) });

			test('Fail: nothing is changed', async () => {
				const { error } = await run('fail');
				expect(error?.message).toMatch(/^"T\/a\.txt" already exists/);
				expect(nodes.changes()).toEqual([]);
			});

			test('Skip: the item is what has the name, and nothing is changed', async () => {
				const { items } = await run('skip');
				const hash = nodes.idOf(node, 'T/a.txt');
				expect(items[0]?.json).toMatchObject({ fullpath: 'T/a.txt', hash, skipped: true });
				expect(items[0]?.json).not.toHaveProperty('renamed');
				expect(nodes.changes()).toEqual([]);
			});

			test('Overwrite: what had the name is in the recycle bin', async () => {
				const before = nodes.idOf(node, 'T/a.txt');
				const { items } = await run('overwrite');
				expect(items[0]?.json).toMatchObject({ fullpath: 'T/a.txt', replaced: true });
				expect(items[0]?.json).not.toHaveProperty('renamed');
				expect(items[0]?.json.hash).toBe(nodes.idOf(node, 'T/a.txt'));
				expect(nodes.idOf(node, 'T/a.txt')).not.toBe(before);
				expect([recycled(node), nodes.idOf(node, 'T/a(2).txt')]).toEqual([['T/a.txt'], undefined]);
			});
		},
	);

	test('a folder is never replaced, and replaces nothing', async () => {
		seed('S/a.txt', 'S/Plans/x.txt', 'T/a.txt/x.txt', 'T/Plans');
		const folder = { file: by('path', 'S/a.txt'), ...into('T'), conflict: 'overwrite' };
		const first = await sentBy(node, 'file', 'move', folder);
		expect(first.error?.message).toMatch(/"T\/a\.txt" is a folder, which is never replaced/);
		const second = await sentBy(node, 'file', 'move', { ...folder, file: by('path', 'S/Plans') });
		expect(second.error?.message).toMatch(/"S\/Plans" is a folder, which never replaces a file/);
		expect(nodes.changes()).toEqual([]);
	});

	test.each([
		['a request that is refused', '/file/m?(copy|move)$', 1, 40302],
		['another deletion that is refused', '/file/del$', 2, 40310],
	])('what was deleted for %s is not lost', async (_, path, nth, code) => {
		seed('S/a.txt', 'S/b.txt', 'T/a.txt', 'T/b.txt');
		let seen = 0;
		const action = { status: 403, body: { error_code: code, error_msg: 'no' } };
		nodes.emulator.faults.choose = (exchange) =>
			new RegExp(path).test(exchange.path) && ++seen === nth ? { match: '', action } : undefined;
		const { error } = await several('S/a.txt', 'S/b.txt')({ ...into('T'), conflict: 'overwrite' });
		expect(error?.message).toContain(String(code));
		// By token there is no request that restores.
		if (node === 'fileLibrary')
			expect([recycled(node), nodes.idOf(node, 'T/a.txt') === undefined]).toEqual([[], false]);
		else expect(error?.message).toMatch(/"T\/a\.txt"(, "T\/b\.txt")? had been deleted for it$/);
	});

	test.each(['move', 'copy'])('%s of a folder into itself: nothing is sent', async (operation) => {
		seed('S/Plans/x.txt');
		const ref = by('path', 'S/Plans');
		for (const folder of ['S/Plans', 'S/Plans/New']) {
			const { error } = await sentBy(node, 'file', operation, { file: ref, ...into(folder) });
			expect(error?.message).toMatch(/^A folder can't be moved or copied into itself .*: "S\/Plans"/);
		}
		expect(nodes.emulator.requests.filter(({ path }) => path.includes('/file/'))).toEqual([]);
	});

	test('a missing source deletes nothing', async () => {
		seed('T/a.txt');
		const move = { file: by('path', 'S/a.txt'), ...into('T'), conflict: 'overwrite' };
		const { error } = await sentBy(node, 'file', 'move', move);
		expect([error?.message.includes('40402'), recycled(node)]).toEqual([true, []]);
	});

	test('the name and the place that something has already is no request', async () => {
		seed('S/a.txt');
		for (const conflict of ['rename', 'fail', 'skip', 'overwrite']) {
			const same = { file: by('path', 'S/a.txt'), newName: 'a.txt', conflict };
			const renamed = await nodes.itemOf(node, 'file', 'rename', same);
			expect(renamed).toMatchObject({ success: true, fullpath: 'S/a.txt', requested: 'S/a.txt' });
		}
		expect(nodes.emulator.requests.filter(({ path }) => path.includes('/file/'))).toEqual([]);
	});
});

/* Uploads of several executions to one path at the same time. */

test.each(FILE_NODES)('%s: each item says where its content is', async (node) => {
	const upload = { resource: 'file', operation: 'upload', binaryPropertyName: 'data', folder: by('path', node) };
	const contents = ['one', 'two', 'three'].map((word) => `${word} of ${node}`);
	const items = await Promise.all(
		contents.map(async (content) => {
			const item = await nodes.engine.binaryItem(Buffer.from(content), { fileName: 'r.txt' });
			return (await nodes.run(node, upload, [item])).items[0]?.json ?? {};
		}),
	);
	const paths = items.map(({ fullpath }) => String(fullpath));
	expect(await Promise.all(paths.map(async (path) => (await nodes.bytesOf(path, node)).toString()))).toEqual(
		contents,
	);
	expect(items.map(({ renamed }) => renamed === true)).toEqual(paths.map((path) => path !== `${node}/r.txt`));
});

/* Several copies of one request whose names meet: they end as if they were made one after another. */
describe('names that meet', () => {
	beforeEach(() => seed('R/a.txt', 'S/a.txt', 'S/b.txt'));
	type Copies = ReadonlyArray<readonly [source: string, folder: string]>;

	async function copied(node: FileNode, copies: Copies, conflict: string) {
		const sources = { rows: copies.map(([source]) => ({ file: by('path', source) })) };
		const folders = { rows: copies.map(([, folder]) => ({ folder: by('path', folder) })) };
		const many =
			node === 'fileLibrary'
				? { operation: 'copyMany', sources, copyTo: 'each', destinationFolders: folders }
				: {
						operation: 'copy',
						file: by('paths', copies.map(([source]) => source).join('|')),
						destinationFolder: by('path', copies[0]?.[1] ?? ''),
					};
		const { items, error } = await nodes.run(node, { resource: 'file', ...many, conflict });
		return { error, items: items.map(({ json }) => [json.fullpath, json.skipped, json.renamed, json.replaced]) };
	}
	const copyRequests = () => nodes.emulator.requests.filter(({ path }) => /copy$|del$/.test(path)).length;

	describe.each(FILE_NODES)('%s', (node) => {
		const COPIES: Copies = [
			['R/a.txt', 'T'],
			['S/b.txt', 'T'],
			['S/a.txt', 'T'],
		];

		test('Skip: the first one has the name', async () => {
			expect(await copied(node, COPIES, 'skip')).toEqual({
				error: undefined,
				items: [
					['T/a.txt', undefined, undefined, undefined],
					['T/b.txt', undefined, undefined, undefined],
					['T/a.txt', true, undefined, undefined],
				],
			});
		});

		test('Overwrite: the last one has the name', async () => {
			expect((await copied(node, COPIES, 'overwrite')).items).toEqual([
				['T/a.txt', undefined, undefined, undefined],
				['T/b.txt', undefined, undefined, undefined],
				['T/a.txt', undefined, undefined, true],
			]);
		});

		test('Fail: nothing is sent', async () => {
			const { error } = await copied(node, COPIES, 'fail');
			expect(error?.message).toMatch(/^Two of them would be "T\/a\.txt"/);
			expect(copyRequests()).toBe(0);
		});
	});

	test('what one copy replaces is copied before', async () => {
		nodes.seedFile('T/a.txt', 'the one that is replaced');
		const copies: Copies = [
			['T/a.txt', 'U'],
			['S/a.txt', 'T'],
		];
		expect((await copied('fileLibrary', copies, 'overwrite')).items).toEqual([
			['U/a.txt', undefined, undefined, undefined],
			['T/a.txt', undefined, undefined, true],
		]);
	});
});
