import type { IDataObject } from 'n8n-workflow';
import { FileLibraryEnterpriseApi } from '../../../credentials/FileLibraryEnterpriseApi.credentials';
import { FileLibraryPartnerApi } from '../../../credentials/FileLibraryPartnerApi.credentials';
import { FileLibraryAdmin } from '../../../nodes/FileLibraryAdmin/FileLibraryAdmin.node';
import { FileLibraryPartner } from '../../../nodes/FileLibraryPartner/FileLibraryPartner.node';
import { enterpriseSearch, partnerSearch } from '../../../src/n8n/lists/enterpriseLists';
import { startEmulator, type Emulator } from '../../emulator';
import { createEngine, type Engine, type RunResult } from '../support/engine';
import { by } from '../support/library';

/* Forms of File Library Admin and Partner with the sample data: pickers, and what starts empty. */

let engine: Engine;
let emulator: Emulator;
let nodes: Record<'admin' | 'partner', string>;
beforeAll(async () => {
	engine = await createEngine();
	nodes = {
		admin: engine.register(new FileLibraryAdmin(), new FileLibraryEnterpriseApi()),
		partner: engine.register(new FileLibraryPartner(), new FileLibraryPartnerApi()),
	};
	emulator = await startEmulator({ seedDemo: true });
});
afterAll(async () => await emulator.close());
let before = 0;
beforeEach(() => {
	before = emulator.requests.length;
});
const sent = (): string[] => emulator.requests.slice(before).map(({ path }) => path.slice(path.lastIndexOf('/') + 1));

const setupOf = (node: 'admin' | 'partner') => {
	const connection = { baseUrl: emulator.url, vendorPrefix: 'svc', allowUnauthorizedCerts: false };
	return {
		node: nodes[node],
		credentials: {
			fileLibraryEnterpriseApi: { ...connection, ...emulator.enterprise },
			fileLibraryPartnerApi: { ...connection, ...emulator.partner },
		},
	};
};
const run = async (node: 'admin' | 'partner', parameters: IDataObject, json: IDataObject = {}): Promise<RunResult> =>
	await engine.run({ ...setupOf(node), parameters, items: [{ json }] });

test.each([
	...Object.keys(enterpriseSearch).map((method) => ['admin', method] as const),
	...Object.keys(partnerSearch).map((method) => ['partner', method] as const),
])('%s: the list %s has entries, which are found by the middle of their names', async (node, method) => {
	const { results } = await engine.search({ ...setupOf(node), method });
	const { name = '', value } = results.at(-1) ?? {};
	expect(results.length).toBeGreaterThan(2);
	const { results: found } = await engine.search({
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
	const { items, error } = await run('admin', add, { account: [carla, 'david.dubois@example.com'] });
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ group_path: 'Sales', members: [carla, 'david.dubois@example.com'] });
	const remove = { ...add, operation: 'remove' };
	const { items: removed } = await run('admin', remove, { account: carla });
	expect(removed[0]?.json).toMatchObject({ removed: 'departmentMember', account: carla });
	expect(sent()).toEqual(['add_group_member', 'del_group_member']);
});

test.each<[string, 'admin' | 'partner', IDataObject, RegExp]>([
	['no order type', 'partner', {}, /Choose an Order Type first|has issues/],
	[
		'an expression without an order type',
		'partner',
		{ type: '={{ "" }}' },
		/^Order Type: the expression gave nothing for this item/,
	],
	['no number of members', 'partner', { type: 'subscribe', space: 5, month: 1 }, /^Fill in Members first/],
	['no space', 'partner', { type: 'subscribe', memberCount: 5, month: 1 }, /^Fill in Space \(GB\) first/],
	['no months', 'partner', { type: 'renew' }, /^Fill in Months first/],
	['no days', 'partner', { type: 'trial.extend' }, /^Fill in Days first/],
	['an upgrade of nothing', 'partner', { type: 'upgrade' }, /^Members and Space \(GB\) are both empty or 0/],
])('an order with %s is refused before anything is sent', async (_name, node, parameters, message) => {
	const order = { resource: 'enterprise', operation: 'order', enterprise: by('outId', 'customer-001') };
	const { error } = await run(node, { ...order, ...parameters });
	expect(error?.message).toMatch(message);
	expect(sent()).toEqual([]);
});

test.each<[string, IDataObject, RegExp]>([
	['nothing in Update Fields', { updateFields: {} }, /^Choose at least one field to update: Name/],
	['an empty capacity', { updateFields: { capacityGb: '' } }, /^Capacity \(GB\) can't be empty/],
	['words for a capacity', { updateFields: { capacityGb: '={{ "ten" }}' } }, /^Capacity \(GB\) must be a number/],
	['Unlimited Capacity off', { updateFields: { unlimited: false } }, /^Choose at least one field to update/],
])('an update of a library with %s is refused', async (_name, parameters, message) => {
	const update = { resource: 'library', operation: 'update', library: by('id', '1102') };
	expect((await run('admin', { ...update, ...parameters })).error?.message).toMatch(message);
	expect(sent()).toEqual([]);
});

test('the forms name no bytes, leave nothing unchanged by a choice, and have no ID to begin with', () => {
	const properties = [new FileLibraryAdmin(), new FileLibraryPartner()].flatMap(
		({ description }) => description.properties,
	);
	const text = JSON.stringify(properties);
	expect(text).not.toMatch(/\(Bytes\)|Leave Unchanged/);
	expect(text).not.toMatch(
		/"displayName":"[^"]*ID","name":"[^"]*","description":"[^"]*","type":"number","default":\d/,
	);
});
