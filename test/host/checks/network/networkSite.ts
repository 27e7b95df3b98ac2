import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Execution } from '../../../../dev/n8n/executions';
import { newLogin } from '../../../../dev/n8n/localLogin';
import { startN8n } from '../../../../dev/n8n/n8nServer';
import type { TestKit } from '../../../../dev/n8n/preparedN8n';
import { RestClient } from '../../../../dev/n8n/restClient';
import { killChild } from '../../../../dev/process/childProcess';
import { freePort } from '../../../../dev/process/freePort';
import { step } from '../../../../dev/process/progress';
import { demoAuthorization, type Emulator } from '../../../emulator';
import { MANUAL_TRIGGER, workflowInARow, type WorkflowNode } from '../../n8n/workflow';
import { byPath, changesTrigger, libraryNode } from '../libraryNodes';

const CREDENTIAL = 'fileLibraryOrgApi';

/** What the checks of one network need. */
export interface NetworkSite {
	/** The service, without encryption. */
	readonly emulator: Emulator;
	/** Saves a credential for the service at an address; answers its ID. */
	credential(baseUrl: string, more?: Readonly<Record<string, unknown>>): Promise<string>;
	/** Uploads a new file, downloads it, and asks the HTTP Request node about it. */
	transfer(credential: string, baseUrl: string): Promise<Execution>;
	/** One poll of the trigger. */
	poll(credential: string): Promise<Execution>;
}

const LOGIN = newLogin();
let files = 0;

/** Runs `task` with an n8n that is started in `folder` with these settings, and stopped at the end. */
export async function withN8n(
	{ n8n, temporary }: TestKit,
	{ emulator, title, settings }: { emulator: Emulator; title: string; settings: Record<string, string> },
	task: (site: NetworkSite) => Promise<void>,
): Promise<void> {
	const folder = join(temporary, 'network');
	const logFolder = join(temporary, 'logs', 'network', title.replace(/\W+/g, '-'));
	const server = await step(
		`Starting n8n ${title}`,
		async () => await startN8n(await freePort(), { n8n, userFolder: folder, logFolder, settings }),
	);
	try {
		const rest = new RestClient(server.base, n8n);
		await rest.signIn(LOGIN);
		await task(siteOf(rest, emulator));
	} finally {
		await killChild(server.child);
	}
}

const siteOf = (rest: RestClient, emulator: Emulator): NetworkSite => ({
	emulator,
	credential: async (baseUrl, more = {}) =>
		await rest.saveCredential(`${baseUrl} ${JSON.stringify(more)}`, CREDENTIAL, {
			baseUrl,
			vendorPrefix: 'svc',
			allowUnauthorizedCerts: false,
			...demoAuthorization,
			...more,
		}),
	transfer: async (credential, baseUrl) => {
		const nodes = [MANUAL_TRIGGER, ...transferNodes(`network-${files++}.txt`, credential, baseUrl)];
		const id = await rest.saveWorkflow(workflowInARow('Transfer', nodes));
		return await rest.execute(id, MANUAL_TRIGGER.name, 60_000);
	},
	poll: async (credential) => {
		const id = await rest.saveWorkflow(
			workflowInARow('Poll', [changesTrigger({ credentials: { [CREDENTIAL]: credential } }), NOTHING]),
		);
		return await rest.execute(id, 'Changes', 60_000);
	},
});

const NOTHING: WorkflowNode = { name: 'End', type: 'n8n-nodes-base.noOp', parameters: {} };

function transferNodes(fileName: string, credential: string, baseUrl: string): WorkflowNode[] {
	const credentials = { [CREDENTIAL]: credential };
	const library = (name: string, parameters: object): WorkflowNode => ({
		...libraryNode({ credentials }, name, { resource: 'file', ...parameters }),
		executeOnce: true,
	});
	const text = `${fileName} ${Math.random()}`;
	return [
		library('Upload', { operation: 'createFromText', text, fileName, folder: byPath('Network'), options: {} }),
		library('Download', { operation: 'download', file: byPath(`Network/${fileName}`), options: {} }),
		{
			name: 'Request',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			credentials,
			parameters: {
				method: 'GET',
				url: `${baseUrl}/m-open/1/file/ls`,
				sendQuery: true,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: CREDENTIAL,
				queryParameters: { parameters: [{ name: 'fullpath', value: 'Network' }] },
			},
		},
	];
}

/** Uploads, downloads, asks and polls; each must succeed. */
export async function requireTransfers(site: NetworkSite, credential: string, baseUrl: string): Promise<void> {
	const transferred = await site.transfer(credential, baseUrl);
	assert.equal(transferred.status, 'success', transferred.error);
	assert.equal(transferred.items('Download')[0]?.json.verified, true);
	assert.match(JSON.stringify(transferred.items('Request')), /network-/);
	const polled = await site.poll(credential);
	assert.equal(polled.status, 'success', polled.error);
}

/** A transfer must fail, with a message of this form and without any of `secrets` in what n8n keeps of it. */
export async function requireRefusal(
	site: NetworkSite,
	{ credential, baseUrl, secrets = [] }: { credential: string; baseUrl: string; secrets?: readonly string[] },
	message: RegExp,
): Promise<void> {
	const refused = await site.transfer(credential, baseUrl);
	assert.equal(refused.status, 'error', 'nothing was refused');
	assert.match(refused.error, message);
	for (const secret of secrets) assert.ok(!refused.stored.includes(secret), 'n8n keeps a secret of the proxy');
}
