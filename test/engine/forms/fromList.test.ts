import { shareLibrary } from '../support/world';
import { by, node, on } from '../support/library';

/* "From List" of File Library: browsing one library. */

const library = shareLibrary((emulator) => {
	for (const path of ['Docs/2026/é 合同.txt', 'Docs/2026/b.txt', 'Docs/readme.txt', 'top.txt'])
		emulator.seedFile(path, path);
	emulator.seed({ count: 250, folder: 'Many' });
	for (let i = 0; i < 3; i++) emulator.seedFile(`Folders/sub${i}/x.txt`, 'x');
});

const search = async (method: string, filter?: string, token?: string) =>
	await library.search(method, on('file', 'get', { file: by('list', '') }), filter, token);
const names = async (method: string, filter?: string): Promise<string[]> =>
	(await search(method, filter)).results.map(({ name }) => name).sort();

test.each(['entriesByHash', 'entriesByPath', 'foldersByPath'])(
	'%s: every locator of the form that browses has its method',
	(method) => {
		const used = node.description.properties
			.flatMap(({ modes }) => modes ?? [])
			.map(({ typeOptions }) => typeOptions?.searchListMethod)
			.filter(Boolean);
		expect(used).toContain(method);
		for (const name of used) expect(Object.keys(node.methods.listSearch)).toContain(name);
	},
);

test('without a filter: the root of the library, folders with a slash', async () => {
	expect(await names('entriesByPath')).toEqual(['Docs/', 'Folders/', 'Many/', 'top.txt']);
});
test('folders only, the root included', async () =>
	expect(await names('foldersByPath')).toEqual(['/ (Library Root)', 'Docs/', 'Folders/', 'Many/']));
test('a filter "Folder/" shows the content of the folder', async () => {
	expect(await names('entriesByPath', 'Docs/')).toEqual(['Docs/2026/', 'Docs/readme.txt']);
	expect(await names('entriesByPath', 'Docs/2026/')).toEqual(['Docs/2026/b.txt', 'Docs/2026/é 合同.txt']);
	expect(await names('foldersByPath', 'Docs/')).toEqual(['Docs/2026/']);
});
test('a text is searched for in names', async () =>
	expect(await names('entriesByPath', '合同')).toEqual(['Docs/2026/é 合同.txt']));
test.each<[string, string[]]>([
	['entriesByPath', ['Docs/readme.txt']],
	['entriesByHash', ['Docs/readme.txt']],
	['foldersByPath', []],
])('%s: the middle of a name inside a folder, in any case', async (method, found) =>
	expect(await names(method, '/Docs/ADM')).toEqual(found),
);
test.each([['nowhere/'], ['nowhere/at/all'], ['Docs/readme.txt/'], ['Docs/2026/none']])(
	'%s has no entries',
	async (filter) => {
		for (const method of ['entriesByPath', 'entriesByHash', 'foldersByPath'])
			expect(await search(method, filter)).toEqual({ results: [] });
	},
);
test('a library that does not exist is an error, not an empty folder', async () => {
	const credentials = { fileLibraryOrgApi: { ...library.credentials.fileLibraryOrgApi, orgClientId: 'nobody' } };
	const parameters = { resource: 'file', operation: 'get', file: by('list', '') };
	const setup = { node: library.name, parameters, credentials, method: 'entriesByPath' };
	for (const filter of ['', 'nowhere/', 'readme'])
		await expect(library.engine.search({ ...setup, filter })).rejects.toThrow(/error 40\d/);
});

describe('folders among many files', () => {
	beforeAll(() => {
		library.emulator.seed({ count: 150, folder: 'Folders/mixed' });
		for (let n = 0; n < 130; n++) library.emulator.seedFile(`Folders/mixed/part ${n}/x.txt`, 'x');
	});
	test('a filter finds them behind hundreds of files, before and after the slash', async () => {
		for (const filter of ['part 129', 'Folders/mixed/part 129', 'Folders/mixed/ART 129'])
			expect(await names('foldersByPath', filter)).toEqual(['Folders/mixed/part 129/']);
	});
	test('more than a page: the token goes on, all of them, none twice', async () => {
		for (const filter of ['part', 'Folders/mixed/', 'Folders/mixed/part']) {
			const first = await search('foldersByPath', filter);
			expect(first.results).toHaveLength(100);
			const second = await search('foldersByPath', filter, String(first.paginationToken));
			expect(second.paginationToken).toBeUndefined();
			const found = [...first.results, ...second.results].map(({ value }) => value);
			expect([found.length, new Set(found).size]).toEqual([130, 130]);
		}
	});
});

test('who waits for a list waits ten seconds for a service that refuses everything, not five minutes', async () => {
	const after = AbortSignal.timeout.bind(AbortSignal);
	const timeout = jest
		.spyOn(AbortSignal, 'timeout')
		.mockImplementation((ms) => (ms === 10_000 ? AbortSignal.abort() : after(ms)));
	const { faults, requests } = library.emulator;
	faults.add({ match: '/file/ls', action: { status: 429 }, times: 2 });
	const before = requests.length;
	await expect(search('entriesByPath')).rejects.toThrow('Too many requests');
	expect(requests.length - before).toBe(1);
	timeout.mockRestore();
	faults.clear();
});
