import assert from 'node:assert/strict';
import { demoCredentials } from '../../../dev/n8n/demoCredentials';
import type { WorkflowNode } from '../n8n/workflow';
import { MANUAL_TRIGGER, workflowInARow } from '../n8n/workflow';
import type { Checks } from './checks';
import type { PreparedN8n } from '../../../dev/n8n/preparedN8n';

/** One call of the service that reads something, and a pattern that its answer must match. */
interface Call {
	readonly path: string;
	readonly params: Readonly<Record<string, string>>;
	readonly answer: RegExp;
}

/** One call for each credential type. */
const CALLS: Readonly<Record<string, Call>> = {
	fileLibraryOrgApi: {
		path: '/m-open/1/file/ls',
		params: { fullpath: '合同 2026', size: '5' },
		answer: /采购合同\.txt/,
	},
	fileLibraryEnterpriseApi: {
		path: '/m-open/1/ent/get_members',
		params: { start: '0', size: '2' },
		answer: /"member_name"/,
	},
	fileLibraryPartnerApi: {
		path: '/m-api/1/thirdparty/ent_list',
		params: { start: '0', size: '2' },
		answer: /"out_id"/,
	},
	fileLibraryTokenApi: { path: '/m-api/1/account/mount', params: {}, answer: /"mount_id"/ },
};

type Parameters = Record<string, unknown>;
const rows = (params: Call['params']) => ({
	parameters: Object.entries(params).map(([name, value]) => ({ name, value })),
});

/** The ways to send parameters with n8n's HTTP Request node. */
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

/** One node for each way, twice in a row: a signature left over in the request would be refused, or sent twice. */
function requestNodes(type: string, id: string | undefined, base: string, { path, params }: Call): WorkflowNode[] {
	return Object.entries(WAYS).flatMap(([way, parametersOf]) =>
		[1, 2].map((turn) => ({
			name: `${way}, ${turn}`,
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			executeOnce: true,
			parameters: {
				url: `${base}${path}`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: type,
				...parametersOf(params),
			},
			credentials: { [type]: id },
		})),
	);
}

/** n8n's HTTP Request node signs with each credential type: queries, forms and JSON, GET and POST, twice in a row. */
export async function checkHttpRequest(checks: Checks, { rest, emulator, credentials }: PreparedN8n): Promise<void> {
	const { options } = emulator.world;
	// By GET and by POST: only one of them is the method of the document.
	options.strict = false;
	for (const { type } of demoCredentials(emulator.url)) {
		await checks.check(
			`HTTP Request signs with ${type}: query, form and JSON, GET and POST, twice`,
			async () => {
				const call = CALLS[type];
				assert.ok(call, `there is no call for ${type}`);
				const requests = requestNodes(type, credentials[type], emulator.url, call);
				const id = await rest.saveWorkflow(
					workflowInARow(`HTTP Request with ${type}`, [MANUAL_TRIGGER, ...requests]),
				);
				const execution = await rest.execute(id, MANUAL_TRIGGER.name, 100_000);
				assert.equal(execution.status, 'success', execution.error);
				for (const { name } of requests) assert.match(JSON.stringify(execution.items(name)), call.answer, name);
			},
			120_000,
		);
	}
	options.strict = true;
}
