import { FILE_NODES, FileNodes, type FileNode } from '../support/fileNodes';
import { by } from '../support/library';
import { useWorld } from '../support/world';

/* HTTP 404 for a folder that a list has shown: only the code 40402 says that it is gone and may be left out. */

const HTML = { status: 404, body: '<html><body>Not Found</body></html>', headers: { 'content-type': 'text/html' } };
const NO_LIBRARY = { status: 404, body: { error_code: 40401, error_msg: 'no such library' } };
const NO_ENTRY = { status: 404, body: { error_code: 40402, error_msg: 'no such file' } };

const nodes = useWorld(new FileNodes());
const seed = () => ['S/a.txt', 'S/Sub/b.txt', 'T/a.txt', 'T/Extra/c.txt'].forEach((path) => nodes.seedFile(path, path));
beforeEach(seed);

/** Runs something while one of its lists, counted from 1, gets this answer; how many there were. */
async function run(node: FileNode, parameters: object, nth: number, action: typeof NO_ENTRY | typeof HTML) {
	let seen = 0;
	nodes.emulator.faults.choose = ({ path }) =>
		path.endsWith('/file/ls') && ++seen === nth ? { match: '', action } : undefined;
	const result = await nodes.run(node, { ...parameters });
	return { ...result, seen };
}

const LIST = { resource: 'folder', operation: 'getMany', folder: by('path', 'S'), returnAll: true, recursive: true };
const ZIP = { resource: 'folder', operation: 'downloadZip', folder: by('path', 'S') };
const rows = [{ folder: by('path', 'S') }];
const TABLE = { resource: 'permission', operation: 'getTable', folders: { rows }, options: { subfolders: 3 } };
const folders = { sourceFolder: by('path', 'S'), targetFolder: by('path', 'T') };
const mirror = { resource: 'folder', operation: 'mirror', dryRun: false, deleteExtra: true, ...folders };

describe.each(FILE_NODES)('%s', (node) => {
	const library = node === 'fileLibrary' ? {} : { sourceLibrary: by('id', 2101) };

	test.each([
		['a list with subfolders', LIST],
		['a ZIP', ZIP],
	])('%s: a subfolder that is gone is left out, any other 404 is an error', async (_, parameters) => {
		expect((await run(node, parameters, 2, NO_ENTRY)).error).toBeUndefined();
		for (const action of [HTML, NO_LIBRARY])
			expect((await run(node, parameters, 2, action)).error?.message).toMatch(/Not found|40401/);
	});

	test.each([
		['the page of a proxy', HTML],
		['a library that is gone', NO_LIBRARY],
	])('a mirror never takes %s for an empty folder, at whichever look', async (_, action) => {
		const count = (await run(node, { ...mirror, ...library }, 0, action)).seen;
		expect(count).toBeGreaterThan(3);
		for (let nth = 1; nth <= count; nth++) {
			await nodes.restart();
			seed();
			const { error, items, seen } = await run(node, { ...mirror, ...library }, nth, action);
			if (seen < nth) continue;
			const failed = items.some(({ json }) => JSON.stringify(json).match(/Not found|40401/));
			expect([nth, error !== undefined || failed]).toEqual([nth, true]);
		}
	});
});

test('a table of permissions: a folder that is gone is left out, any other 404 is an error', async () => {
	const { seen } = await run('fileLibrary', TABLE, 0, HTML);
	expect(seen).toBeGreaterThan(1);
	for (const action of [HTML, NO_LIBRARY])
		expect((await run('fileLibrary', TABLE, 2, action)).error?.message).toMatch(/Not found|40401/);
});
