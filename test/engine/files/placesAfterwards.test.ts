import type { ShapeName } from '../../emulator';
import { someWays } from '../support/drawnValues';
import { FILE_NODES, FileNodes } from '../support/fileNodes';
import { by } from '../support/library';
import { shareWorld } from '../support/world';

/* Where things are after a copy, a move or a new name, by services that answer the place and by those that do not. */

const nodes = shareWorld(new FileNodes());

type Parameters = Record<string, unknown>;
const seed = (...paths: string[]): void => paths.forEach((path) => nodes.seedFile(path, `content of ${path}`));
const into = (folder: string): Parameters => ({ destinationFolder: by('path', folder) });
const file = (path: string): Parameters => ({ resource: 'file', file: by('path', path) });
const folder = (path: string): Parameters => ({ resource: 'folder', folder: by('path', path) });

/** A request that gives something a name in T, and the name that it asks for. */
type Way = readonly [parameters: Parameters, source: string, wanted: string];
const MOVED: readonly Way[] = [
	[{ operation: 'move', ...file('S/a.txt'), ...into('T') }, 'S/a.txt', 'a.txt'],
	[{ operation: 'move', ...file('S/b.txt'), ...into('T'), newName: 'a.txt' }, 'S/b.txt', 'a.txt'],
	[{ operation: 'rename', ...file('T/b.txt'), newName: 'a.txt' }, 'T/b.txt', 'a.txt'],
	[{ operation: 'move', ...folder('S/Plans'), ...into('T') }, 'S/Plans', 'Plans'],
	[{ operation: 'move', ...folder('S/Notes'), ...into('T'), newName: 'Plans' }, 'S/Notes', 'Plans'],
	[{ operation: 'rename', ...folder('T/Notes'), newName: 'Plans' }, 'T/Notes', 'Plans'],
];
const COPIED: readonly Way[] = [
	[{ operation: 'copy', ...file('S/a.txt'), ...into('T') }, 'S/a.txt', 'a.txt'],
	[{ operation: 'copy', ...file('S/b.txt'), ...into('T'), newName: 'a.txt' }, 'S/b.txt', 'a.txt'],
	[{ operation: 'copy', ...folder('S/Plans'), ...into('T') }, 'S/Plans', 'Plans'],
];
const ALL = [...MOVED, ...COPIED];
/** The name with a number that the emulator gives. */
const second = (name: string): string => (name.endsWith('.txt') ? 'a(2).txt' : `${name}(2)`);

const SERVICES: ReadonlyArray<readonly [string, ShapeName[]]> = [
	['a service that answers the place', []],
	['a service that answers 200 and nothing', ['empty-bodies']],
];

describe.each(SERVICES)('%s', (_, answers) => {
	beforeEach(async () => {
		await nodes.restart({ seedDemo: true, answers });
		seed('S/a.txt', 'S/b.txt', 'S/Plans/p.txt', 'S/Notes/n.txt', 'T/b.txt', 'T/Notes/n.txt');
	});

	/** Somebody else takes a name in the moment before something is copied, moved or renamed. */
	function takeBeforeAct(path: string): void {
		let isTaken = false;
		nodes.emulator.faults.choose = (request) => {
			if (!isTaken && /\/file\/(m?copy|move|rename)$/.test(request.path)) {
				isTaken = true;
				seed(path);
			}
			return undefined;
		};
	}

	describe.each(FILE_NODES)('%s', (node) => {
		test.each(ALL)('Keep Both where the name is taken: %j', async (parameters, source, wanted) => {
			seed(`T/${wanted}${wanted === 'Plans' ? '/x.txt' : ''}`);
			const before = nodes.idOf(node, source);
			const { items, error } = await nodes.run(node, parameters);
			expect(error).toBeUndefined();
			const path = `T/${second(wanted)}`;
			expect(items[0]?.json).toMatchObject({
				fullpath: path,
				hash: nodes.idOf(node, path),
				requested: `T/${wanted}`,
				renamed: true,
			});
			if (parameters.operation !== 'copy') expect(items[0]?.json.hash).toBe(before);
		});

		describe.each(['rename', 'fail', 'skip'])('the name is taken between look and act, %s', (conflict) => {
			test.each(someWays(MOVED))('the ID tells the place: %j', async (parameters, source, wanted) => {
				const before = nodes.idOf(node, source);
				takeBeforeAct(`T/${wanted}${wanted === 'Plans' ? '/x.txt' : ''}`);
				const { items, error } = await nodes.run(node, { ...parameters, conflict });
				expect(error).toBeUndefined();
				const path = `T/${second(wanted)}`;
				expect(items[0]?.json).toMatchObject({ fullpath: path, hash: before, renamed: true });
			});

			test.each(someWays(COPIED))(
				'a copy is never the entry of somebody else: %j',
				async (parameters, _source, wanted) => {
					takeBeforeAct(`T/${wanted}${wanted === 'Plans' ? '/x.txt' : ''}`);
					const { items, error } = await nodes.run(node, { ...parameters, conflict });
					expect(error).toBeUndefined();
					const [other, copy] = [`T/${wanted}`, `T/${second(wanted)}`].map((path) => nodes.idOf(node, path));
					expect([other, copy]).not.toContain(undefined);
					const { fullpath, hash, requested } = items[0]?.json ?? {};
					expect([requested, hash ?? copy]).toEqual([`T/${wanted}`, copy]);
					expect([undefined, `T/${second(wanted)}`]).toContain(fullpath);
					// The task of the library's own copy, and an answered place, tell it.
					if (answers.length === 0 || node === 'fileLibrary') expect(fullpath).toBeDefined();
				},
			);
		});

		test.each(['copy', 'move'])('%s with a new name replaces nothing that has the old one', async (operation) => {
			const other = nodes.idOf(node, 'T/b.txt');
			const named = { ...file('S/b.txt'), ...into('T'), newName: 'a.txt', conflict: 'overwrite' };
			const { items, error } = await nodes.run(node, { operation, ...named });
			expect(error).toBeUndefined();
			expect([items[0]?.json.fullpath, nodes.idOf(node, 'T/b.txt')]).toEqual(['T/a.txt', other]);
		});

		test('Overwrite where the name was free and is taken between look and act', async () => {
			const before = nodes.idOf(node, 'S/a.txt');
			takeBeforeAct('T/a.txt');
			const parameters = { operation: 'move', ...file('S/a.txt'), ...into('T'), conflict: 'overwrite' };
			const { items } = await nodes.run(node, parameters);
			expect(items[0]?.json).toMatchObject({ fullpath: 'T/a(2).txt', hash: before, renamed: true });
			expect(items[0]?.json).not.toHaveProperty('replaced');
		});
	});
});

test.each(MOVED.map((way) => way[0]).concat(COPIED.slice(0, 1).map((way) => way[0])))(
	'where the place is answered, one look is all that is asked: %j',
	async (parameters) => {
		await nodes.restart({ seedDemo: true });
		seed('S/a.txt', 'S/b.txt', 'S/Plans/p.txt', 'S/Notes/n.txt', 'T/b.txt', 'T/Notes/n.txt');
		const { error } = await nodes.run('fileLibraryUser', parameters);
		expect(error).toBeUndefined();
		const looks = nodes.lastParts().filter((name) => ['info', 'ls'].includes(name));
		expect(looks.length).toBeLessThanOrEqual(1);
	},
);
