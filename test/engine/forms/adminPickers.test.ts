import type { IDataObject } from 'n8n-workflow';
import { actionNodes } from '../../contract/actionNodes';
import { enterpriseSearch, partnerSearch } from '../../../src/n8n/lists/lists';
import type { RunResult } from '../support/engine';
import { by } from '../support/library';
import { type ActionNode, nameOf, shareWorld, World } from '../support/world';

/* Forms of File Library Admin and Partner with the sample data: pickers, and what starts empty. */

const world = shareWorld(new World(), { options: { seedDemo: true } });
let before = 0;
beforeEach(() => void (before = world.emulator.requests.length));
const sent = (): string[] => world.lastParts().slice(before);

const setupOf = (node: ActionNode) => ({ node: nameOf(node), credentials: world.credentials });
const run = async (node: ActionNode, parameters: IDataObject, json: IDataObject = {}): Promise<RunResult> =>
	await world.runNode(node, parameters, { items: [{ json }] });

test.each([
	...Object.keys(enterpriseSearch).map((method) => ['fileLibraryAdmin', method] as const),
	...Object.keys(partnerSearch).map((method) => ['fileLibraryPartner', method] as const),
])('%s: the list %s has entries, which are found by the middle of their names', async (node, method) => {
	const { results } = await world.engine.search({ ...setupOf(node), method });
	const { name = '', value } = results.at(-1) ?? {};
	expect(results.length).toBeGreaterThan(2);
	const { results: found } = await world.engine.search({
		...setupOf(node),
		method,
		filter: name.replace(/ \(.*/, '').slice(1),
	});
	expect(found.map((entry) => entry.value)).toContain(value);
});

const carla = 'carla.costa@example.com';
const MEMBERS = { rows: [{ member: by('account', '={{ $json.account }}') }] };
test('members in rows: from a list and by an expression, also of several accounts', async () => {
	const department = by('path', 'Sales');
	const add = { resource: 'departmentMember', operation: 'add', department, members: MEMBERS };
	const { items, error } = await run('fileLibraryAdmin', add, { account: [carla, 'david.dubois@example.com'] });
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ group_path: 'Sales', members: [carla, 'david.dubois@example.com'] });
	const remove = { ...add, operation: 'remove' };
	const { items: removed } = await run('fileLibraryAdmin', remove, { account: carla });
	expect(removed[0]?.json).toMatchObject({ removed: 'departmentMember', account: carla });
	expect(sent()).toEqual(['add_group_member', 'del_group_member']);
});

test('the forms name no bytes, leave nothing unchanged by a choice, and have no ID to begin with', () => {
	const properties = [actionNodes.fileLibraryAdmin, actionNodes.fileLibraryPartner].flatMap(
		({ description }) => description.properties,
	);
	const text = JSON.stringify(properties);
	expect(text).not.toMatch(/\(Bytes\)|Leave Unchanged/);
	expect(text).not.toMatch(
		/"displayName":"[^"]*ID","name":"[^"]*","description":"[^"]*","type":"number","default":\d/,
	);
});
