import { by, on } from '../support/library';
import { useWorld, World } from '../support/world';

/* Where copies, moves and renames of File Library User put things: a new name is a request of its own. */

const world = useWorld(new World(), { options: { seedDemo: true } });

type Parameters = Record<string, unknown>;
const MOUNT = 2101;
const run = async (parameters: Parameters) =>
	await world.runNode('fileLibraryUser', { library: by('id', MOUNT), ...parameters });
const jsonOf = async (parameters: Parameters) => {
	const { items, error } = await run(parameters);
	expect(error).toBeUndefined();
	return items.map(({ json }) => json);
};
const idAt = (path: string, mount = MOUNT): string | undefined => world.idAt(path, mount);
const file = (operation: string, path: string, more: Parameters = {}) =>
	on('file', operation, { file: by('path', path), ...more });
const into = (folder: string, newName = ''): Parameters => ({ destinationFolder: by('path', folder), newName });
const refused = { status: 404, body: { error_code: 40402, error_msg: 'no such folder' } };

describe.each(['copy', 'move'])('%s', (operation) => {
	test('into a folder, which may be missing, under a new name', async () => {
		world.emulator.faults.add({ match: `/file/${operation}`, action: refused, times: 1 });
		const [item] = await jsonOf(file(operation, 'Contracts/offer.txt', into('新 Folder/2026', 'é b.txt')));
		const hash = idAt('新 Folder/2026/é b.txt');
		expect(item).toEqual({
			success: true,
			fullpath: '新 Folder/2026/é b.txt',
			hash,
			requested: '新 Folder/2026/é b.txt',
			from_fullpath: 'Contracts/offer.txt',
			mount_id: MOUNT,
		});
		expect(hash).toBeDefined();
		expect(idAt('新 Folder/2026/offer.txt')).toBeUndefined();
		expect(idAt('Contracts/offer.txt') === undefined).toBe(operation === 'move');
	});

	test('a rename that fails says where the thing is', async () => {
		world.emulator.faults.add({
			match: '/file/rename',
			action: { status: 403, body: { error_code: 40310 } },
			times: 9,
		});
		const { error } = await run(file(operation, 'Contracts/offer.txt', into('Archive', 'new.txt')));
		expect(error?.message).toMatch(/^It is in "Archive\/offer\.txt" now, but could not be renamed: /);
	});
});

test('another library: the item names the one in which the copy is', async () => {
	const { mountId: mount } =
		[...world.emulator.libraries.values()]
			.map(({ profile }) => profile)
			.find(({ members, mountId }) => members.has(101) && mountId !== MOUNT) ?? {};
	const copied = { ...into('New', 'x.txt'), destinationLibrary: by('id', mount) };
	const [item] = await jsonOf(file('copy', 'Contracts/offer.txt', copied));
	expect(item).toMatchObject({ fullpath: 'New/x.txt', mount_id: mount, from_mount_id: MOUNT });
	expect(item?.hash).toBe(idAt('New/x.txt', Number(mount)));
});

test('folders: copied, moved, renamed, found and deleted, each by what the one before put out', async () => {
	const step = async (operation: string, folder: unknown, more: Parameters = {}) =>
		(await jsonOf(on('folder', operation, { folder: by('path', folder), ...more })))[0] ?? {};
	const copied = await step('copy', 'Drafts/2025', into('Archive', 'Copy'));
	expect(copied).toMatchObject({ fullpath: 'Archive/Copy', hash: idAt('Archive/Copy') });
	const moved = await step('move', copied.fullpath, into('/'));
	expect(moved).toMatchObject({ fullpath: 'Copy', hash: copied.hash });
	const renamed = await step('rename', moved.fullpath, { newName: 'Final' });
	expect(renamed).toMatchObject({ fullpath: 'Final', hash: copied.hash, from_fullpath: 'Copy' });
	expect(await step('get', renamed.fullpath)).toMatchObject({ type: 'folder', hash: copied.hash });
	expect(await step('delete', renamed.fullpath)).toMatchObject({ deleted: true, fullpath: 'Final' });
	expect(idAt('Final')).toBeUndefined();
	for (const operation of ['delete', 'rename', 'move', 'copy']) {
		const { error } = await run(on('folder', operation, { folder: by('path', '/'), ...into('Archive', 'x') }));
		expect(error?.message).toMatch(/Folder: .*the library root can't be used here/);
	}
});
