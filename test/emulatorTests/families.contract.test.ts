import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { FamiliesClient, md5, signFields, ticketFor } from './familiesClient';
import { isObject } from '../emulator/http/json';
import { sha1, type Fields } from './testClient';

/* Every operation of the new families once: the request is one the contract allows, the answer has the contract's shape and no field more. */

interface Schema {
	$ref?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
	anyOf?: Schema[];
	oneOf?: Schema[];
	additionalProperties?: Schema | boolean;
	required?: string[];
}
interface Media {
	schema: Schema;
}
interface Operation {
	operationId: string;
	tags: string[];
	'x-credential': string;
	'x-unsigned-params'?: string[];
	'x-dateline'?: boolean;
	'x-signed'?: boolean;
	parameters?: Array<{ name: string; required?: boolean; schema: Schema }>;
	requestBody?: { content: Record<string, Media> };
	responses: Record<string, { content?: Record<string, Media> }>;
}
const document = parse(readFileSync(join(__dirname, '../contract/openapi.yaml'), 'utf8')) as {
	paths: Record<string, Record<string, Operation>>;
	components: { schemas: Record<string, Schema> };
};
const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false });
addFormats(ajv);
ajv.addFormat('int64', { type: 'number', validate: (value) => Number.isInteger(value) });
ajv.addSchema(document, 'contract');
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const part = (text: string): string => encodeURIComponent(text.replace(/~/g, '~0').replace(/\//g, '~1'));
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
	Object.entries(methods)
		.filter(([, op]) => op.operationId)
		.map(([method, op]) => ({ path, method, op, at: `contract#/paths/${part(path)}/${method}` })),
);
const families = ['signOn', 'userFile', 'libraryAdmin', 'enterprise', 'partner'];
const named = new Map(
	operations.filter(({ op }) => families.includes(op.tags[0] ?? '')).map((each) => [each.op.operationId, each]),
);

function problems(pointer: string, value: unknown): string[] {
	const check = ajv.compile({ $ref: pointer });
	return check(value)
		? []
		: (check.errors ?? []).map(
				({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
			);
}

/** Members of an answer that the schema does not name. */
function surplus(given: Schema, value: unknown, at = ''): string[] {
	const schema = given.$ref ? (document.components.schemas[given.$ref.split('/').at(-1) ?? ''] ?? {}) : given;
	const choice = (schema.anyOf ?? schema.oneOf)?.find((each) => Array.isArray(value) === (each.items !== undefined));
	if (choice) return surplus(choice, value, at);
	if (Array.isArray(value))
		return value.slice(0, 3).flatMap((item, index) => surplus(schema.items ?? {}, item, `${at}/${index}`));
	if (!isObject(value)) return [];
	return Object.entries(value).flatMap(([name, member]) => {
		const known =
			schema.properties?.[name] ??
			(typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined);
		return known ? surplus(known, member, `${at}/${name}`) : [`${at}/${name} is not in the contract`];
	});
}

/** What clients send and read beyond the document (client-facts 4.7, 5.9). */
const beyond = ['/refresh_expires_in is not in the contract'];

let client: FamiliesClient;
const covered = new Set<string>();
beforeAll(async () => {
	client = await FamiliesClient.start({ seedDemo: true });
	await client.signOn();
});
afterAll(() => client.close());

async function call(id: string, fields: Fields) {
	const found = named.get(id);
	if (!found) throw new Error(`no operation ${id}`);
	const { op, path, method, at } = found;
	const { enterprise, partner } = client.emulator;
	const access = op['x-credential'] === 'partner' ? partner : enterprise;
	const identity: Fields = op['x-credential'] === 'token' ? { token: client.token } : { client_id: access.clientId };
	const all: Fields = { ...identity, ...fields, ...(op['x-dateline'] ? { dateline: client.nowSeconds } : {}) };
	const form = op['x-signed']
		? signFields(all, access.clientSecret, op['x-unsigned-params'])
		: new URLSearchParams(Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value)])));
	const sent = op['x-signed'] ? { ...all, sign: form.get('sign') ?? '' } : all;
	if (op.requestBody?.content[FORM])
		expect(problems(`${at}/requestBody/content/${part(FORM)}/schema`, sent)).toEqual([]);
	for (const { name, required } of op.parameters ?? []) if (required) expect(Object.keys(sent)).toContain(name);
	const answer = await client.send(path, form, method.toUpperCase());
	expect([answer.status, answer.body.error_msg]).toEqual([200, undefined]);
	const schema = op.responses['200']?.content?.[JSON_TYPE]?.schema;
	if (schema) {
		expect(problems(`${at}/responses/200/content/${part(JSON_TYPE)}/schema`, answer.body)).toEqual([]);
		expect(surplus(schema, answer.body).filter((problem) => !beyond.includes(problem))).toEqual([]);
	} else {
		expect(isObject(answer.body)).toBe(true); // fact 3.3: "200" is a JSON object
	}
	covered.add(id);
	return answer.body;
}

const own = { mount_id: 2101 };
const rows: ReadonlyArray<readonly [string, Fields]> = [
	['tokenIssue', { grant_type: 'password', username: 'zhang.wei@example.com', password: md5('demo-password') }],
	['entGetMembers', {}],
	['entGetMember', { member_id: 101, show_groups: 1, show_orgs: 1 }],
	['entGetGroups', {}],
	['entGetGroupMembers', { group_path: 'Sales', show_child: 1, size: 5 }],
	['entGetRoles', {}],
	['entAddSyncGroup', { out_id: 'x-1', name: 'X', parent_out_id: 'd-sales', orderby: 3 }],
	[
		'entAddSyncMember',
		{
			out_id: 'x-m',
			member_name: 'X',
			account: 'x@example.com',
			expire: 1900000000,
			group_out_ids: 'x-1',
			leader_account: '',
		},
	],
	['entAddSyncGroupMember', { members: 'x-m,e-0001', group_out_id: 'x-1' }],
	['entDelSyncGroupMember', { members: 'x-m' }],
	['entDelSyncMemberGroup', { members: 'x-m' }],
	['entAddSyncAdmin', { out_id: 'x-m', type: 0 }],
	['entGetMemberByOutId', { out_ids: 'x-m,nobody' }],
	['entGetGroupByOutId', { out_ids: 'x-1' }],
	['entDelSyncGroup', { groups: 'x-1' }],
	['entDelSyncMember', { members: 'x-m' }],
	['entAddGroup', { group_name: 'Y', parent_group_path: 'Sales', state: 1 }],
	['entSetGroup', { group_path: 'Sales/Y', parent_group_path: '' }],
	[
		'entAddMember',
		{ account: 'y@example.com', password: 'initial', member_name: 'Y', group_path: 'Y', create_personal_org: 1 },
	],
	['entSetMember', { account: 'y@example.com', state: 0 }],
	['entAddGroupMember', { group_path: '', members: 'y@example.com' }],
	['entDelGroupMember', { group_path: 'Y', members: 'y@example.com' }],
	['entDelMemberGroup', { members: 'y@example.com' }],
	['entDelGroup', { groups: 'Y' }],
	['entDelMember', { members: 'y@example.com' }],
	['entLog', { size: 5, orderby: 'asc', type: 2 }],
	['orgSet', { org_id: 1101, org_capacity: '' }],
	['orgInfo', { mount_id: 2101 }],
	['orgSearch', { prefix: 'S' }],
	['orgInfoByMember', { member_id: 101 }],
	['orgInfoByMember', { account: 'member01' }],
	['orgSetByMember', { out_id: 'u-01', capacity: -1 }],
	['orgList', { type: 1, member_id: 101 }],
	['orgGetMembers', { org_id: 1101 }],
	['orgGetMember', { org_id: 1101, ids: 'e-0001,nobody', type: 'out_id' }],
	['orgAddMember', { org_id: 1101, member_ids: '1,2', role_id: 2 }],
	['orgSetMemberRole', { org_id: 1101, member_ids: '1', role_id: 3 }],
	['orgDelMember', { org_id: 1101, member_ids: '1,2' }],
	['orgSetOwner', { org_id: 1112, member_id: 101, role_id: '' }],
	['orgGetGroups', { org_id: 1101 }],
	['orgAddGroup', { org_id: 1112, group_id: 1, role_id: 3 }],
	['orgSetGroupRole', { org_id: 1112, group_id: 1, role_id: 0 }],
	['orgDelGroup', { org_id: 1112, group_id: 1 }],
	['userLibraryList', {}],
	['userLibraryCreate', { name: 'Mine', ent_id: 3001 }],
	['userFileList', own],
	['userFileDownloadUrl', { ...own, fullpath: 'Read me.txt' }],
	['userFilePreviewUrl', { ...own, fullpath: 'Read me.txt', watermark: 1 }],
	['userFileInfo', { ...own, fullpath: '2026/Plan.txt' }],
	['userFileAttribute', { ...own, fullpath: '' }],
	['userFileCreateFolder', { ...own, fullpath: 'New' }],
	['userFileCreateFile', { ...own, fullpath: 'a.txt', filehash: sha1('a'), filesize: 1 }],
	['userFileUploadServer', { ...own, fullpath: 'a.txt' }],
	['userFileCopy', { ...own, fullpath: 'Read me.txt', target_fullpath: '', target_mount_id: 2201 }],
	['userFileMove', { ...own, fullpath: '2026/Plan.txt', target_fullpath: 'New' }],
	['userFileRename', { ...own, fullpath: 'New/Plan.txt', newname: 'Plan 2.txt' }],
	['userFavoriteAdd', { ...own, fullpath: 'New', fav_id: -1 }],
	['userFavoriteList', { fav_id: -1 }],
	['userFavoriteRemove', { ...own, fullpath: 'New', fav_id: -1 }],
	['userFileSearch', { keyword: 'plan', mount_id: 0, ext: '["txt"]', scope: '["filename"]' }],
	['userFileDelete', { ...own, fullpath: 'New' }],
	['orgLog', { org_id: 1101, act: '1,4' }],
	['partnerCreateEnt', { out_id: 'new', ent_name: 'New', account: 'admin@new.example.com', __setting_theme: 'dark' }],
	['partnerEntInfo', { out_id: 'new' }],
	['partnerEntList', { order: 'desc' }],
	['partnerOrder', { out_id: 'new', type: 'subscribe', member_count: 5, space: 10, month: 12 }],
	['partnerGetClientId', { out_id: 'new', title: 'n8n' }],
	['partnerEntSsoUrl', { out_id: 'new' }],
	[
		'partnerEntDailyStats',
		{
			out_id: 'customer-002',
			type: 'flow',
			start_date: new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10),
		},
	],
	['partnerSetEntSetting', { out_id: 'new', max_link_flow: -1 }],
];

test.each(rows)('%s %j', async (id, fields) => {
	await call(id, fields);
});

test('a library is made, bound, unbound and destroyed; a ticket becomes a key', async () => {
	const made = await call('orgCreate', { org_name: 'Made', org_capacity: 1000 });
	const bound = await call('orgBind', { mount_id: made.mount_id, title: 'n8n' });
	await call('orgUnbind', { org_client_id: bound.org_client_id });
	await call('orgDestroy', { org_id: made.org_id });
	await call('signOnEntGrant', {
		ticket: ticketFor('zhang.wei@example.com', client.emulator.enterprise.clientSecret),
		format: 'json',
	});
});

// The check itself can fail: planted mistakes are found.
test('a wrong type, a missing and a surplus member are found', () => {
	const { op, at } = named.get('orgInfo') ?? { op: undefined, at: '' };
	const pointer = `${at}/responses/200/content/${part(JSON_TYPE)}/schema`;
	const info = {
		org_id: '1',
		org_name: '',
		org_logo_url: '',
		size_org_total: 1,
		size_org_use: 1,
		file_count: 1,
		mount_id: 1,
		owner_id: 1,
		more: 1,
	};
	expect(problems(pointer, { info }).join()).toMatch(/integer.*dir_count|dir_count.*integer/);
	expect(surplus(op?.responses['200']?.content?.[JSON_TYPE]?.schema ?? {}, { info })).toEqual([
		'/info/more is not in the contract',
	]);
});

test('nothing of the contract is left out', () => {
	expect([...named.keys()].filter((id) => !covered.has(id))).toEqual([]);
});
