import { enterpriseSearch, partnerSearch } from '../../../src/n8n/lists/lists';
import { operationsByNode } from '../../../src/entries';
import { LIST, useBoundLibrary } from '../support/boundLibrary';
import { by } from '../support/library';
import { nodes } from '../support/nodes';

/* "From List" of File Library Admin and Partner, and fields that belong to another choice. */

const strict = nodes({ service: 'strict' });
const { server } = strict;

test.each([
	['admin', operationsByNode.fileLibraryAdmin, enterpriseSearch],
	['partner', operationsByNode.fileLibraryPartner, partnerSearch],
] as const)('every search of the %s catalogue is there, and each is used', (_name, operations, methods) => {
	const fields = operations.flatMap(({ input }) => Object.values(input));
	const modes = fields.flatMap((field) => (field.kind === 'ref' ? Object.values(field.modes) : []));
	const named = new Set(modes.flatMap(({ search }) => search ?? []));
	expect([...named].sort()).toEqual(Object.keys(methods).sort());
});

test.each<[string | undefined, number[]]>([
	[undefined, [1, 2, 1105]],
	['müller', [2]],
	[' verträge ', [1, 2]],
	['1105', [1105]],
	['10', [1105]],
	['nothing', []],
])('libraries whose names or IDs contain %j', async (filter, ids) => {
	server.answers.set('orgList', {
		list: [
			{ org_id: 1, org_name: 'Vertr\u00e4ge' },
			// composed of two characters
			{ org_id: 2, org_name: 'Alte Vertra\u0308ge Mu\u0308ller' },
			{ org_id: 1105, org_name: 'Archive' },
		],
	});
	const found = await strict.search('fileLibraryAdmin', 'libraries', filter);
	expect(found.map(({ value }) => Number(value))).toEqual(ids);
	if (ids[0] === 1) expect(found[0]).toEqual({ name: 'Vertr\u00e4ge (1)', value: '1' });
	expect(server.requests.map(({ operation }) => operation)).toEqual(['orgList']);
	expect(server.problems()).toEqual([]);
});

test('departments: by their path, which the names of their ancestors make', async () => {
	server.answers.set('entGetGroups', [
		{ id: 2, name: 'Europe', out_id: 'd2', parent_id: 1 },
		{ id: 1, name: 'Sales', out_id: '', parent_id: 0 },
	]);
	const [all, name] = [['Sales', 'Sales/Europe'], 'Sales/Europe'];
	const found = async (method: string, filter?: string) => await strict.search('fileLibraryAdmin', method, filter);
	expect(await found('departmentsByPath')).toEqual(all.map((path) => ({ name: path, value: path })));
	expect(await found('departmentsById', 'eur')).toEqual([{ name, value: '2' }]);
	expect(await found('departmentsByOutId')).toEqual([{ name, value: 'd2' }]);
});

test('roles and enterprises', async () => {
	server.answers.set('entGetRoles', [
		{ id: 1, name: 'Manager' },
		{ id: 2, name: 'Reader' },
	]);
	server.answers.set('partnerEntList', [{ id: 1, name: 'Example Ltd', out_id: 'c1' }]);
	expect(await strict.search('fileLibraryAdmin', 'roles', 'read')).toEqual([{ name: 'Reader', value: '2' }]);
	const enterprises = await strict.search('fileLibraryPartner', 'enterprises', 'ltd');
	expect(enterprises).toEqual([{ name: 'Example Ltd (c1)', value: 'c1' }]);
});

test('a limit beyond what the service returns is refused, and nothing is sent', async () => {
	const form = { resource: 'library', operation: 'search', name: by('prefix', 'A'), limit: 1001 };
	const { error } = await strict.run('fileLibraryAdmin', form);
	expect(error?.message).toMatch(/Limit must be at most 1000/);
	expect(server.requests).toEqual([]);
});

/* "From List" of File Library with the credential of an enterprise: its libraries, and the files of the chosen one. */

const bound = useBoundLibrary();

const search = async (method: string, filter?: string, token?: string, parameters: object = LIST) =>
	await bound.search(method, parameters, filter, token);

test('libraries whose names contain the filter', async () => {
	// More than a page has.
	for (let n = 0; n < 95; n++) bound.emulator.addLibrary(`${n % 10 === 0 ? 'Contracts' : 'Library'} ${n}`);
	const { results, paginationToken } = await search('libraries', ' tracts 2');
	expect(results.map(({ name }) => name.replace(/ \(\d+\)$/, ''))).toEqual(['Contracts 20']);
	expect(paginationToken).toBeUndefined();
	// Each ID begins with 1.
	expect((await search('libraries', '1')).paginationToken).toBe('100');
	const { results: rest } = await search('libraries', '1', '100');
	expect([rest.length > 0, rest.length < 100]).toEqual([true, true]);
});

test('files of the chosen library', async () => {
	const { results } = await search('entriesByPath');
	expect(results.map(({ value }) => value)).toEqual(['a.txt', 'of library 1101']);
	bound.unbind();
	expect((await search('entriesByHash')).results).toHaveLength(2);
	expect(bound.binds()).toBe(2);
});

test('files before a library is chosen', async () => {
	const searched = search('entriesByPath', undefined, undefined, { ...LIST, library: by('list', '') });
	await expect(searched).rejects.toThrow(/Choose Library first/);
	expect(bound.emulator.requests).toEqual([]);
});
