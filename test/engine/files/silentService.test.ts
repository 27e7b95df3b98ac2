import type { IDataObject } from 'n8n-workflow';
import { FILE_NODES, FileNodes } from '../support/fileNodes';
import { by, on } from '../support/library';

/*
 * Where a moved, renamed or copied thing is, with a service that answers 200 and the place, and with one that answers
 * 200 and nothing (document; A06): by its ID, or not said. Somebody else may take the name between look and act.
 */

const cases = FILE_NODES.flatMap((node) => [true, false].map((silent) => ({ node, silent })));

describe.each(cases)('$node, a service that says nothing: $silent', ({ node, silent }) => {
	let nodes: FileNodes;
	beforeEach(async () => {
		nodes = await FileNodes.start('default', { answers: silent ? ['empty-bodies'] : [] });
	});
	afterEach(async () => await nodes.emulator.close());
	const idAt = (path: string) => nodes.idOf(node, path);
	const seed = (path: string, content: string): void => nodes.seedFile(path, content);
	const run = async (parameters: Record<string, unknown>, items: IDataObject[] = [{}]) => {
		const { items: results, error } = await nodes.run(
			node,
			parameters,
			items.map((json) => ({ json })),
		);
		expect(error).toBeUndefined();
		return results.map(({ json }) => json);
	};
	/** Takes a name just before the request of an operation arrives. */
	const takenBefore = (request: string, path: string): void => {
		const { faults } = nodes.emulator;
		let isTaken = false;
		faults.choose = (exchange) => {
			if (exchange.path.endsWith(request) && !isTaken) {
				isTaken = true;
				seed(path, 'of somebody else');
			}
			return undefined;
		};
	};
	const into = (folder: string, newName = '') => ({ destinationFolder: by('path', folder), newName });

	test.each(['file', 'folder'])('a moved %s whose name is taken is where its ID is', async (resource) => {
		for (const folder of ['src', 'dst'])
			seed(resource === 'file' ? `${folder}/x.txt` : `${folder}/x.txt/in`, folder);
		const id = idAt('src/x.txt');
		const [item] = await run(on(resource, 'move', { [resource]: by('path', 'src/x.txt'), ...into('dst') }));
		const fullpath = resource === 'file' ? 'dst/x(2).txt' : 'dst/x.txt(2)';
		expect(item).toMatchObject({ fullpath, hash: id, renamed: true, requested: 'dst/x.txt' });
		expect(idAt(fullpath)).toBe(id);
	});

	test('a moved file with a new name', async () => {
		seed('src/x.txt', 'own');
		seed('dst/y.txt', 'there');
		const id = idAt('src/x.txt');
		const [item] = await run(on('file', 'move', { file: by('path', 'src/x.txt'), ...into('dst', 'y.txt') }));
		expect(item).toMatchObject({ fullpath: 'dst/y(2).txt', hash: id, renamed: true });
	});

	test('a renamed file whose name is taken', async () => {
		seed('src/x.txt', 'own');
		seed('src/y.txt', 'there');
		const id = idAt('src/x.txt');
		const [item] = await run(on('file', 'rename', { file: by('path', 'src/x.txt'), newName: 'y.txt' }));
		expect(item).toMatchObject({ fullpath: 'src/y(2).txt', hash: id, renamed: true });
	});

	test.each(['fail', 'skip', 'rename', 'overwrite'])(
		'a name that is taken meanwhile, and %s: its own ID',
		async (conflict) => {
			seed('src/x.txt', 'own');
			const id = idAt('src/x.txt');
			takenBefore('/file/move', 'dst/x.txt');
			const moving = { file: by('path', 'src/x.txt'), ...into('dst'), conflict };
			const [item] = await run(on('file', 'move', moving));
			const other = idAt('dst/x.txt');
			expect(other).not.toBe(id);
			expect(item).not.toMatchObject({ hash: other });
			expect(item).toMatchObject({ fullpath: 'dst/x(2).txt', hash: id, renamed: true });
		},
	);

	test('four items into one folder: each has its own place', async () => {
		const names = ['1', '2', '3', '4'];
		for (const name of names) seed(`${name}/x.txt`, name);
		const ids = names.map((name) => idAt(`${name}/x.txt`));
		const from = { __rl: true, mode: 'path', value: '={{ $json.from }}' };
		const items = await run(
			on('file', 'move', { file: from, ...into('dst') }),
			names.map((name) => ({ from: `${name}/x.txt` })),
		);
		expect(items.map(({ hash }) => hash)).toEqual(ids);
		for (const { fullpath, hash } of items) expect(idAt(String(fullpath))).toBe(hash);
	});

	test('a copy onto a taken name is the only new entry, and with another new one nothing is said', async () => {
		seed('src/x.txt', 'own');
		seed('dst/x.txt', 'there');
		const copying = on('file', 'copy', { file: by('path', 'src/x.txt'), ...into('dst') });
		const [item] = await run(copying);
		expect(item).toMatchObject({ fullpath: 'dst/x(2).txt', hash: idAt('dst/x(2).txt') });
		takenBefore('/file/copy', 'dst/x(3).txt');
		const [second] = await run(copying);
		expect(second?.hash).not.toBe(idAt('dst/x(3).txt'));
	});
});
