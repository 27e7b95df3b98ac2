import { LIST, useBoundLibrary } from '../support/boundLibrary';
import { LIBRARIES } from '../support/enterpriseServer';
import { by } from '../support/library';

/* "From List" of File Library with the credential of an enterprise: its libraries, and the files of the chosen one. */

const bound = useBoundLibrary();

const search = async (method: string, filter?: string, token?: string, parameters: object = LIST) =>
	await bound.library.engine.search({
		node: bound.library.name,
		credentials: bound.library.credentials,
		method,
		parameters: { ...parameters },
		...(filter === undefined ? {} : { filter }),
		...(token === undefined ? {} : { token }),
	});

test('libraries come in pages', async () => {
	const found = [];
	let token: string | undefined;
	const sizes: number[] = [];
	do {
		const page = await search('libraries', undefined, token);
		found.push(...page.results);
		sizes.push(page.results.length);
		token = page.paginationToken as string | undefined;
	} while (token !== undefined);
	expect(sizes).toEqual([100, 100, 30]);
	expect(found).toEqual(
		LIBRARIES.map(({ org_id: id, org_name: name }) => ({ name: `${name} (${id})`, value: String(id) })),
	);
});

test('libraries whose names contain the filter', async () => {
	const { results, paginationToken } = await search('libraries', ' tracts 2');
	expect(results.map(({ name }) => name)).toEqual([
		'Contracts 20 (1020)',
		'Contracts 200 (1200)',
		'Contracts 210 (1210)',
		'Contracts 220 (1220)',
	]);
	expect(paginationToken).toBeUndefined();
	// Each ID begins with 1.
	expect((await search('libraries', '1')).paginationToken).toBe('100');
});

test('files of the chosen library', async () => {
	const { results } = await search('entriesByPath');
	expect(results).toEqual([{ name: 'of library 1001', value: 'of library 1001' }]);
	bound.server.unbind(1001);
	expect((await search('entriesByHash')).results).toHaveLength(1);
	expect(bound.server.count('/bind')).toBe(2);
});

test('files before a library is chosen', async () => {
	await expect(search('entriesByPath', undefined, undefined, { ...LIST, library: by('list', '') })).rejects.toThrow(
		/Choose a Library first/,
	);
	expect(bound.server.log).toEqual([]);
});
