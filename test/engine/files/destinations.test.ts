import { by, on } from '../support/library';
import { useLibrary, useWorld, World } from '../support/world';

/* Where copies, moves and renames put things, and what their items say of it. */

type Parameters = Record<string, unknown>;
const into = (folder: string, newName?: string): Parameters => ({
	destinationFolder: by('path', folder),
	...(newName === undefined ? {} : { newName }),
});
const refused = { status: 404, body: { error_code: 40402, error_msg: 'no such folder' } };

describe.each(['copy', 'move'])('File Library: %s', (operation) => {
	const library = useLibrary();
	const jsonOf = async (parameters: Parameters) => {
		const { items, error } = await library.run(parameters);
		expect(error).toBeUndefined();
		return items.map(({ json }) => json);
	};
	const entry = (path: string, more: Parameters) => on('file', operation, { file: by('path', path), ...more });

	test('the root, chosen from the list or written', async () => {
		for (const path of ['Docs/a.txt', 'Docs/b.txt']) library.emulator.seedFile(path, path);
		const listed = { destinationFolder: by('list', '/') };
		expect(await jsonOf(entry('Docs/a.txt', listed))).toMatchObject([{ fullpath: 'a.txt' }]);
		expect(await jsonOf(entry('Docs/b.txt', into('/', 'c.txt')))).toMatchObject([{ fullpath: 'c.txt' }]);
		expect([library.idAt('a.txt'), library.idAt('c.txt')]).not.toContain(undefined);
	});

	test('a folder with what is in it, into a folder that is created first', async () => {
		library.emulator.seedFile('Drafts/2026/plan.txt', 'plan');
		const before = library.idAt('Drafts/2026');
		library.emulator.faults.add({ match: `/file/${operation}`, action: refused, times: 1 });
		const [item] = await jsonOf(on('folder', operation, { folder: by('path', 'Drafts/2026'), ...into('New/Old') }));
		const hash = library.idAt('New/Old/2026');
		expect(item).toMatchObject({ from_fullpath: 'Drafts/2026', fullpath: 'New/Old/2026', hash });
		const created = library.emulator.requests.filter(({ path }) => path.endsWith('create_folder'));
		expect(created.map(({ params }) => params.fullpath)).toEqual(['New', 'New/Old']);
		expect(library.idAt('New/Old/2026/plan.txt')).toBeDefined();
		expect([library.idAt('Drafts/2026') === before, hash === before]).toEqual(
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
		expect(['a.txt', 'Docs/b.txt', 'Drafts/c.txt'].map((path) => library.idAt(path))).not.toContain(undefined);
	});
});

/* A new name is a request of its own. */
describe('File Library User', () => {
	const world = useWorld(new World(), { options: { seedDemo: true } });
	const MOUNT = 2101;
	const run = async (operation: string, more: Parameters) =>
		await world.runNode('fileLibraryUser', {
			library: by('id', MOUNT),
			...on('file', operation, { file: by('path', 'Contracts/offer.txt'), ...more }),
		});

	describe.each(['copy', 'move'])('%s', (operation) => {
		test('into a folder, which may be missing, under a new name', async () => {
			world.emulator.faults.add({ match: `/file/${operation}`, action: refused, times: 1 });
			const { items } = await run(operation, into('新 Folder/2026', 'é b.txt'));
			const hash = world.idAt('新 Folder/2026/é b.txt', MOUNT);
			expect(items[0]?.json).toEqual({
				success: true,
				fullpath: '新 Folder/2026/é b.txt',
				hash,
				requested: '新 Folder/2026/é b.txt',
				from_fullpath: 'Contracts/offer.txt',
				mount_id: MOUNT,
			});
			expect(hash).toBeDefined();
			expect(world.idAt('新 Folder/2026/offer.txt', MOUNT)).toBeUndefined();
			expect(world.idAt('Contracts/offer.txt', MOUNT) === undefined).toBe(operation === 'move');
		});

		test('a rename that fails says where the thing is', async () => {
			const action = { status: 403, body: { error_code: 40310 } };
			world.emulator.faults.add({ match: '/file/rename', action, times: 9 });
			const { error } = await run(operation, into('Archive', 'new.txt'));
			expect(error?.message).toMatch(/^It is in "Archive\/offer\.txt" now, but could not be renamed: /);
		});
	});

	test('another library: the item names the one in which the copy is', async () => {
		const { mountId: mount } =
			[...world.emulator.libraries.values()]
				.map(({ profile }) => profile)
				.find(({ members, mountId }) => members.has(101) && mountId !== MOUNT) ?? {};
		const { items } = await run('copy', { ...into('New', 'x.txt'), destinationLibrary: by('id', mount) });
		expect(items[0]?.json).toMatchObject({ fullpath: 'New/x.txt', mount_id: mount, from_mount_id: MOUNT });
		expect(items[0]?.json.hash).toBe(world.idAt('New/x.txt', Number(mount)));
	});
});
