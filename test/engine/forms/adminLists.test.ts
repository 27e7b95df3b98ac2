import { enterpriseSearch, partnerSearch } from '../../../src/n8n/lists/enterpriseLists';
import { adminOperations, partnerOperations } from '../../../src/protocol/catalogue';
import { by } from '../support/library';
import { startNodes, type Nodes } from '../support/nodes';
import { startStrictServer, type StrictServer } from '../support/strictServer';

/* "From List" of File Library Admin and Partner, and fields that belong to another choice. */

let server: StrictServer;
let nodes: Nodes;
beforeAll(async () => {
	server = await startStrictServer();
	nodes = await startNodes(server.url);
});
afterAll(async () => await server.close());
beforeEach(() => server.reset());

test.each([
	['admin', adminOperations, enterpriseSearch],
	['partner', partnerOperations, partnerSearch],
] as const)('every search of the %s catalogue is there, and each is used', (_name, operations, methods) => {
	const named = operations
		.flatMap(({ input }) => Object.values(input))
		.flatMap((field) =>
			field.kind === 'ref' ? Object.values(field.modes).flatMap(({ search }) => search ?? []) : [],
		);
	expect([...new Set(named)].sort()).toEqual(Object.keys(methods).sort());
});

test('libraries: all of them, or those whose name begins with the filter', async () => {
	server.answers.set('orgList', {
		list: [
			{ org_id: 1, org_name: 'A' },
			{ org_id: 2, org_name: 'B' },
		],
	});
	server.answers.set('orgSearch', { list: [{ org_id: 2, org_name: 'B' }] });
	expect(await nodes.search('fileLibraryAdmin', 'libraries')).toEqual([
		{ name: 'A (1)', value: '1' },
		{ name: 'B (2)', value: '2' },
	]);
	expect(await nodes.search('fileLibraryAdmin', 'libraries', 'B')).toEqual([{ name: 'B (2)', value: '2' }]);
	expect(server.sent('orgSearch')[0]).toMatchObject({ prefix: 'B', size: '1000' });
	expect(server.problems()).toEqual([]);
});

test('members: pages are read until the filter matches', async () => {
	const all = Array.from({ length: 250 }, (_, n) => ({
		member_id: n + 1,
		member_name: `Member ${n + 1}`,
		account: `m${n + 1}`,
		out_id: n % 2 ? `e${n + 1}` : '',
	}));
	server.answers.set('entGetMembers', ({ start, size }: Record<string, string>) => ({
		list: all.slice(Number(start), Number(start) + Number(size)),
		count: '250',
	}));
	expect(await nodes.search('fileLibraryAdmin', 'membersById', 'member 249')).toEqual([
		{ name: 'Member 249 (m249)', value: '249' },
	]);
	expect(server.sent('entGetMembers').map(({ start }) => start)).toEqual(['0', '100', '200']);
	// Those without an external ID cannot be chosen by it.
	expect(await nodes.search('fileLibraryAdmin', 'membersByOutId', 'Member 249')).toEqual([]);
	expect((await nodes.search('fileLibraryAdmin', 'membersByAccount'))[0]).toEqual({
		name: 'Member 1 (m1)',
		value: 'm1',
	});
	expect(await nodes.search('fileLibraryAdmin', 'membersById', '', '200')).toHaveLength(50);
});

test('departments: by their path, which the names of their ancestors make', async () => {
	server.answers.set('entGetGroups', [
		{ id: 2, name: 'Europe', out_id: 'd2', parent_id: 1 },
		{ id: 1, name: 'Sales', out_id: '', parent_id: 0 },
	]);
	expect(await nodes.search('fileLibraryAdmin', 'departmentsByPath')).toEqual([
		{ name: 'Sales', value: 'Sales' },
		{ name: 'Sales/Europe', value: 'Sales/Europe' },
	]);
	expect(await nodes.search('fileLibraryAdmin', 'departmentsById', 'eur')).toEqual([
		{ name: 'Sales/Europe', value: '2' },
	]);
	expect(await nodes.search('fileLibraryAdmin', 'departmentsByOutId')).toEqual([
		{ name: 'Sales/Europe', value: 'd2' },
	]);
});

test('roles and enterprises', async () => {
	server.answers.set('entGetRoles', [
		{ id: 1, name: 'Manager' },
		{ id: 2, name: 'Reader' },
	]);
	server.answers.set('partnerEntList', [{ id: 1, name: 'Example Ltd', out_id: 'c1' }]);
	expect(await nodes.search('fileLibraryAdmin', 'roles', 'read')).toEqual([{ name: 'Reader', value: '2' }]);
	expect(await nodes.search('fileLibraryPartner', 'enterprises', 'ltd')).toEqual([
		{ name: 'Example Ltd (c1)', value: 'c1' },
	]);
});

const UPDATE = {
	resource: 'library',
	operation: 'update',
	library: by('id', '1'),
	capacityBytes: 5,
	options: { name: 'Sales' },
};
test.each([
	['keep', undefined],
	['unlimited', ''],
	['set', '5'],
	['={{ "unlimited" }}', ''],
	['={{ "keep" }}', undefined],
])('capacity %s sends %j, whatever was entered before', async (capacity, sent) => {
	const { error } = await nodes.run('fileLibraryAdmin', { ...UPDATE, capacity });
	expect(error).toBeUndefined();
	expect(server.problems()).toEqual([]);
	expect(server.sent('orgSet')[0]?.org_capacity).toBe(sent);
});

test('a limit beyond what the service returns is refused, and nothing is sent', async () => {
	const { error } = await nodes.run('fileLibraryAdmin', {
		resource: 'library',
		operation: 'search',
		name: by('prefix', 'A'),
		limit: 1001,
	});
	expect(error?.message).toMatch(/Limit: must be at most 1000/);
	expect(server.requests).toEqual([]);
});
