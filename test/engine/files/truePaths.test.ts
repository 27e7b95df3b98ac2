import { EmulatedLibrary } from '../support/world';
import { by, on } from '../support/library';

/* Where a copy or a restored entry is: the name may have been taken, and then it has another one. */

const library = new EmulatedLibrary();
const start = async (queueDelayMs = 0): Promise<void> => await library.open({ queueDelayMs });
afterEach(async () => await library.close());

type Parameters = Record<string, unknown>;
const jsonOf = async (parameters: Parameters) => {
	const { items, error } = await library.run(parameters);
	expect(error).toBeUndefined();
	return items.map(({ json }) => json);
};
/** The ID of the entry at a path, as the service has it. */
const idAt = (path: string): string | undefined => library.idAt(path);

test.each([120, 0])('copies onto taken names have numbers and their own IDs, queued for %d ms', async (delay) => {
	await start(delay);
	for (const path of ['a.txt', 'x/a.txt', 'b.txt', 'Docs/a.txt']) library.emulator.seedFile(path, path);
	const items = await jsonOf(
		on('file', 'copyMany', {
			sources: { rows: [{ file: by('path', '={{ ["a.txt", "x/a.txt"] }}') }, { file: by('path', 'b.txt') }] },
			destinationFolder: by('path', 'Docs'),
		}),
	);
	expect(items).toMatchObject([
		{ from_fullpath: 'a.txt', fullpath: 'Docs/a(2).txt', hash: idAt('Docs/a(2).txt') },
		{ from_fullpath: 'x/a.txt', fullpath: 'Docs/a(3).txt', hash: idAt('Docs/a(3).txt') },
		{ from_fullpath: 'b.txt', fullpath: 'Docs/b.txt', hash: idAt('Docs/b.txt') },
	]);
});

test('a file has the path that the service says, whatever was asked for', async () => {
	await start();
	library.libraryAt().tree.ignoresCase = true;
	library.emulator.seedFile('Docs/a.txt', 'a');
	const [item] = await jsonOf(on('file', 'get', { file: by('path', 'DOCS/A.TXT') }));
	expect(item?.fullpath).toBe('Docs/a.txt');
});

describe('restored entries', () => {
	const restore = async (...paths: string[]) =>
		await jsonOf(on('recycleBin', 'restore', { file: by('path', paths) }));
	const remove = async (path: string) => await jsonOf(on('file', 'delete', { file: by('path', path) }));

	test('are where they were, or have a number where the name was taken', async () => {
		await start();
		for (const path of ['r.txt', 'Docs/s.txt', 'Docs/t.txt']) library.emulator.seedFile(path, `old ${path}`);
		const ids = ['r.txt', 'Docs/s.txt', 'Docs/t.txt'].map(idAt);
		for (const path of ['r.txt', 'Docs/s.txt', 'Docs/t.txt']) await remove(path);
		library.emulator.seedFile('r.txt', 'new');
		library.emulator.seedFile('Docs/t.txt', 'new');
		expect(await restore('/r.txt', 'Docs/s.txt', 'Docs/t.txt')).toEqual([
			{ success: true, requested: 'r.txt', fullpath: 'r(2).txt', hash: ids[0] },
			{ success: true, requested: 'Docs/s.txt', fullpath: 'Docs/s.txt', hash: ids[1] },
			{ success: true, requested: 'Docs/t.txt', fullpath: 'Docs/t(2).txt', hash: ids[2] },
		]);
		expect(['r(2).txt', 'Docs/s.txt', 'Docs/t(2).txt'].map(idAt)).toEqual(ids);
	});

	test.each([
		[
			[{ fullpath: 'x(2).txt' }, { fullpath: 'y.txt' }],
			['x(2).txt', 'y.txt'],
		],
		[[{ fullpath: 'x(2).txt' }], ['x.txt', 'y.txt']],
		[
			[{ fullpath: 'y.txt' }, { fullpath: 'x.txt' }],
			['x.txt', 'y.txt'],
		],
	])('are where the service says, if it says it of each: %j', async (answer, paths) => {
		await start();
		for (const path of ['x.txt', 'y.txt']) library.emulator.seedFile(path, path);
		for (const path of ['x.txt', 'y.txt']) await remove(path);
		const action = { rewrite: () => JSON.stringify(answer) };
		library.emulator.faults.add({ match: '/file/recover', action });
		expect((await restore('x.txt', 'y.txt')).map(({ fullpath }) => fullpath)).toEqual(paths);
	});

	test('what cannot be found out is not claimed, and no failure: it was restored', async () => {
		await start();
		library.emulator.seedFile('r.txt', 'old');
		await remove('r.txt');
		const refused = { status: 403, body: { error_code: 40310, error_msg: 'no' } };
		library.emulator.faults.add({ match: '/file/ls', action: refused, times: 9 });
		const [item] = await restore('r.txt');
		expect(item).toMatchObject({ success: true, requested: 'r.txt', fullpath: null, hash: null });
		expect(item?.warning).toMatch(/was restored, but its path is not known: .*40310/);
		expect(idAt('r.txt')).toBeDefined();
	});
});
