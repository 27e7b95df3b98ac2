import { FILE_NODES, FileNodes, type FileNode } from '../support/fileNodes';
import { by } from '../support/library';
import { useWorld } from '../support/world';

/* Several copies of one request whose names meet: they end as if they were made one after another. */

const nodes = useWorld(new FileNodes());
beforeEach(async () => {
	for (const path of ['R/a.txt', 'S/a.txt', 'S/b.txt']) nodes.seedFile(path, `content of ${path}`);
});

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
const requests = () => nodes.emulator.requests.filter(({ path }) => /copy$|del$/.test(path)).length;

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
		expect(requests()).toBe(0);
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
