import { FILE_NODES, FileNodes } from '../support/fileNodes';
import { shareWorld } from '../support/world';

/* The folder pickers of both nodes where the search of the service finds nothing, or only the beginnings of names. */

const nodes = shareWorld(new FileNodes());
beforeAll(async () => {
	for (const path of [`${FOLDER}/x.txt`, DRAFT]) nodes.seedFile(path, path);
});
beforeEach(() => nodes.emulator.faults.clear());

const FOLDER = 'Projekte/2026/Müller & Söhne 図面';
const DRAFT = 'Projekte/2026/Meier/Entwurf.txt';
const NOTHING = { status: 200, body: { count: 0, list: [] } };
const silent = () => nodes.emulator.faults.add({ match: '/file/search', action: NOTHING, times: 100 });
const listed = () => nodes.emulator.requests.filter(({ path }) => path.endsWith('/file/ls')).length;

describe.each(FILE_NODES)('%s', (node) => {
	test.each([['Müller'], ['図面']])('a folder three levels down is found by %p', async (text) => {
		silent();
		const { results } = await nodes.search(node, 'foldersByPath', text);
		expect(results).toEqual([{ name: `${FOLDER}/`, value: FOLDER }]);
		const { results: hashes } = await nodes.search(node, 'foldersByHash', text);
		expect(hashes).toEqual([{ name: `${FOLDER}/`, value: expect.stringMatching(/^[0-9a-f]{40}$/) }]);
	});

	test('files too where files can be chosen, and only folders where folders can', async () => {
		silent();
		expect((await nodes.search(node, 'entriesByPath', 'wurf')).results).toEqual([{ name: DRAFT, value: DRAFT }]);
		expect((await nodes.search(node, 'foldersByPath', 'wurf')).results).toEqual([]);
	});
});

test.each(FILE_NODES)('%s: at most 100 folders are read where nothing was found, and 20 else', async (node) => {
	for (let at = 0; at < 130; at++) nodes.seedFile(`Many/${at}/x.txt`, 'x');
	const before = listed();
	await nodes.search(node, 'foldersByPath', '2026');
	expect(listed() - before).toBe(20);
	silent();
	await nodes.search(node, 'foldersByPath', 'no such name anywhere');
	expect(listed() - before).toBe(120);
});
