import assert from 'node:assert/strict';
import type { Checks } from './checks';
import { demoCredentials } from '../process/emulatorProcess';
import type { Stage } from '../stage';

/** A call of the interface: one read with parameters for each credential type, and what its answer must hold. */
interface Call {
	readonly path: string;
	readonly params: Readonly<Record<string, string>>;
	readonly holds: RegExp;
}

const CALLS: Readonly<Record<string, Call>> = {
	fileLibraryOrgApi: {
		path: '/m-open/1/file/ls',
		params: { fullpath: '合同 2026', size: '5' },
		holds: /采购合同\.txt/,
	},
	fileLibraryEnterpriseApi: {
		path: '/m-open/1/ent/get_members',
		params: { start: '0', size: '2' },
		holds: /"member_name"/,
	},
	fileLibraryPartnerApi: {
		path: '/m-api/1/thirdparty/ent_list',
		params: { start: '0', size: '2' },
		holds: /"out_id"/,
	},
	fileLibraryTokenApi: { path: '/m-api/1/account/mount', params: {}, holds: /"mount_id"/ },
};

type Parameters = Record<string, unknown>;
const rows = (params: Call['params']) => ({
	parameters: Object.entries(params).map(([name, value]) => ({ name, value })),
});

/** The ways in which people send parameters with n8n's HTTP Request node. */
const WAYS: Readonly<Record<string, (params: Call['params']) => Parameters>> = {
	'GET with a query': (params) => ({ method: 'GET', sendQuery: true, queryParameters: rows(params) }),
	'POST with a query': (params) => ({ method: 'POST', sendQuery: true, queryParameters: rows(params) }),
	'POST with a form': (params) => ({
		method: 'POST',
		sendBody: true,
		contentType: 'form-urlencoded',
		bodyParameters: rows(params),
	}),
	'POST with JSON fields': (params) => ({ method: 'POST', sendBody: true, bodyParameters: rows(params) }),
	'POST with a JSON object': (params) => ({
		method: 'POST',
		sendBody: true,
		specifyBody: 'json',
		jsonBody: JSON.stringify(params),
	}),
};

const connect = (names: readonly string[]) =>
	Object.fromEntries(
		names.slice(0, -1).map((name, n) => [name, { main: [[{ node: names[n + 1] ?? '', type: 'main', index: 0 }]] }]),
	);

function workflow(type: string, id: string, base: string, { path, params }: Call) {
	// Twice in a row: a signature that was left in the request would be refused, or repeated.
	const ways = Object.entries(WAYS).flatMap(([name, make]) =>
		[1, 2].map((turn) => ({ name: `${name}, ${turn}`, parameters: make(params) })),
	);
	const requests = ways.map(({ name, parameters }, n) => ({
		id: `r${n}`,
		name,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		position: [220 * (n + 1), 0],
		executeOnce: true,
		parameters: {
			url: `${base}${path}`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: type,
			...parameters,
		},
		credentials: { [type]: { id, name: type } },
	}));
	const start = {
		id: 's',
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	return {
		name: `HTTP Request with ${type}`,
		nodes: [start, ...requests],
		connections: connect(['Start', ...requests.map(({ name }) => name)]),
		settings: { executionOrder: 'v1' },
	};
}

/** n8n's HTTP Request node signs with each credential type: query, form and JSON bodies, GET and POST, twice in a row. */
export async function checkHttpRequest(checks: Checks, { rest, emulator, credentials }: Stage): Promise<void> {
	for (const { type } of demoCredentials(emulator.url)) {
		await checks.check(
			`HTTP Request signs with ${type}: query, form and JSON, GET and POST, twice`,
			async () => {
				const call = CALLS[type];
				assert.ok(call, `no call is known for ${type}`);
				const { id } = await rest.call<{ id: string }>(
					'POST',
					'/rest/workflows',
					workflow(type, credentials[type] ?? '', emulator.url, call),
				);
				const done = await rest.execute(id, 'Start', 60_000);
				assert.equal(done.status, 'success', done.error);
				for (const way of Object.keys(WAYS)) {
					for (const turn of [1, 2])
						assert.match(JSON.stringify(done.items(`${way}, ${turn}`)), call.holds, `${way}, ${turn}`);
				}
			},
			70_000,
		);
	}
}
