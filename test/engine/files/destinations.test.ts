import { useLibrary } from '../support/world';
import { by, DIFFICULT, on } from '../support/library';

/* Where copies, moves and renames of File Library put things, and what their items say of it. */

const library = useLibrary();

type Parameters = Record<string, unknown>;
const jsonOf = async (parameters: Parameters, items = [{}]) => {
	const run = await library.run(
		parameters,
		items.map((json) => ({ json })),
	);
	expect(run.error).toBeUndefined();
	return run.items.map(({ json }) => json);
};
const tree = () => library.emulator.libraries.get(library.emulator.library.mountId)?.tree;
const idAt = (path: string): string | undefined => tree()?.find(path)?.hash;
const sent = (end: string) => library.emulator.requests.filter(({ path }) => path.endsWith(end));
const into = (folder: string, newName?: string): Parameters => ({
	destinationFolder: by('path', folder),
	...(newName === undefined ? {} : { newName }),
});
const refused = { status: 404, body: { error_code: 40402, error_msg: 'no such folder' } };

describe.each(['copy', 'move'])('%s', (operation) => {
	const entry = (path: string, more: Parameters) => on('file', operation, { file: by('path', path), ...more });

	test('the root, chosen from the list or written', async () => {
		for (const path of ['Docs/a.txt', 'Docs/b.txt']) library.emulator.seedFile(path, path);
		const listed = { destinationFolder: by('list', '/') };
		expect(await jsonOf(entry('Docs/a.txt', listed))).toMatchObject([{ fullpath: 'a.txt' }]);
		expect(await jsonOf(entry('Docs/b.txt', into('/', 'c.txt')))).toMatchObject([{ fullpath: 'c.txt' }]);
		expect([idAt('a.txt'), idAt('c.txt')]).not.toContain(undefined);
	});

	test('difficult names', async () => {
		library.emulator.seedFile(DIFFICULT, 'x');
		const name = 'ß [2026] 100% ＋é "q" .txt';
		const [item] = await jsonOf(entry(DIFFICULT, into('目标 & Co/#1', name)));
		expect(item).toMatchObject({ from_fullpath: DIFFICULT, fullpath: `目标 & Co/#1/${name}` });
		expect(item?.hash).toBe(idAt(`目标 & Co/#1/${name}`));
	});

	test('a folder that the service does not create is created first, with those around it', async () => {
		library.emulator.seedFile('a.txt', 'a');
		library.emulator.faults.add({ match: `/file/${operation}`, action: refused, times: 1 });
		const [item] = await jsonOf(entry('a.txt', into('New/2026')));
		expect(item).toMatchObject({ fullpath: 'New/2026/a.txt', hash: idAt('New/2026/a.txt') });
		expect(sent('create_folder').map(({ params }) => params.fullpath)).toEqual(['New', 'New/2026']);
	});

	test('a folder with what is in it, into a folder that is created first', async () => {
		library.emulator.seedFile('Drafts/2026/plan.txt', 'plan');
		const before = idAt('Drafts/2026');
		library.emulator.faults.add({ match: `/file/${operation}`, action: refused, times: 1 });
		const [item] = await jsonOf(on('folder', operation, { folder: by('path', 'Drafts/2026'), ...into('New/Old') }));
		expect(item).toMatchObject({ from_fullpath: 'Drafts/2026', fullpath: 'New/Old/2026' });
		expect(item?.hash).toBe(idAt('New/Old/2026'));
		expect(sent('create_folder').map(({ params }) => params.fullpath)).toEqual(['New', 'New/Old']);
		expect(idAt('New/Old/2026/plan.txt')).toBeDefined();
		expect([idAt('Drafts/2026') === before, idAt('New/Old/2026') === before]).toEqual(
			operation === 'move' ? [false, true] : [true, false],
		);
	});

	test('a destination that is a file is named', async () => {
		for (const path of ['a.txt', 'Docs/b.txt', 'Drafts/c.txt']) library.emulator.seedFile(path, path);
		const folder = on('folder', operation, { folder: by('path', 'Drafts'), ...into('Docs/b.txt') });
		for (const parameters of [entry('a.txt', into('Docs/b.txt')), folder]) {
			const { error } = await library.run(parameters);
			expect(error?.message).toMatch(/^Destination Folder: "Docs\/b\.txt" is a file, not a folder/);
		}
		expect([idAt('a.txt'), idAt('Docs/b.txt'), idAt('Drafts/c.txt')]).not.toContain(undefined);
	});
});

test('items keep their order: each takes what the one before has placed', async () => {
	library.emulator.seedFile('1.txt', 'content');
	for (let n = 0; n < 4; n++)
		library.emulator.faults.add({ match: '/file/move', action: 'slow', slowMs: 40 - 10 * n });
	const rows = ['1', '2', '3', '4'].map((n) => ({
		from: n === '1' ? '1.txt' : `D${n}/${n}.txt`,
		to: `D${Number(n) + 1}`,
		name: `${Number(n) + 1}.txt`,
	}));
	const items = await jsonOf(
		on('file', 'move', { file: by('path', '={{ $json.from }}'), ...into('={{ $json.to }}', '={{ $json.name }}') }),
		rows,
	);
	expect(items.map(({ fullpath }) => fullpath)).toEqual(['D2/2.txt', 'D3/3.txt', 'D4/4.txt', 'D5/5.txt']);
});

describe('folders', () => {
	test('the properties of the root', async () => {
		expect(await jsonOf(on('folder', 'get', { folder: by('path', '/') }))).toMatchObject([{ type: 'folder' }]);
	});
});

test('files of a tag: only in a folder, or everywhere', async () => {
	for (const path of ['a.txt', 'Docs/b.txt', 'Docs/Sub/c.txt']) {
		library.emulator.seedFile(path, path);
		await jsonOf(on('tag', 'add', { file: by('path', path), tags: ['old'] }));
	}
	const byTag = (options: Parameters) => on('file', 'deleteByTag', { tags: ['old'], options });
	const [some] = await jsonOf(byTag({ folder: by('path', 'Docs') }));
	expect(some).toEqual({ success: true, tags: ['old'], fullpath: 'Docs', permanently: false });
	expect([idAt('a.txt') === undefined, idAt('Docs/b.txt'), idAt('Docs/Sub/c.txt')]).toEqual([
		false,
		undefined,
		undefined,
	]);
	expect((await jsonOf(byTag({ destroy: true })))[0]).toMatchObject({ fullpath: '/', permanently: true });
	expect(idAt('a.txt')).toBeUndefined();
});

test('many copies: a folder for each source, one of them the root', async () => {
	for (const path of ['a.txt', 'Docs/b.txt']) library.emulator.seedFile(path, path);
	const items = await jsonOf(
		on('file', 'copyMany', {
			sources: { rows: [{ file: by('path', '={{ $json.paths }}') }] },
			copyTo: 'each',
			destinationFolders: { rows: [{ folder: by('path', 'New') }, { folder: by('list', '/') }] },
		}),
		[{ paths: ['a.txt', 'Docs/b.txt'] }],
	);
	expect(items).toMatchObject([
		{ from_fullpath: 'a.txt', fullpath: 'New/a.txt', hash: idAt('New/a.txt') },
		{ from_fullpath: 'Docs/b.txt', fullpath: 'b.txt', hash: idAt('b.txt') },
	]);
});
