import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunction,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestHelper,
	INodeExecutionData,
	IPollFunctions,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import type { ActionNode } from '../protocol/catalogue';
import type { Authenticate, signWith as realSignWith } from './credentials/authenticate';
import type { TestedKind } from './credentials/credentialTest';
import type { Search } from './lists/listSearch';
import { load } from './parts';

/*
 * What a node does, apart from what it shows: n8n loads all nodes of all packages when it starts, and most are never
 * run. Nodes and credentials reach what the package does through this file only.
 */

/** `run` of execute/run.ts, with the operations of a node. */
export const run = async (context: IExecuteFunctions, node: ActionNode): Promise<INodeExecutionData[]> =>
	await load('./execute/run').run(context, load('../protocol/catalogue').operationsByNode[node]);

/** `signWith` of credentials/authenticate.ts. */
export const signWith =
	(...signer: Parameters<typeof realSignWith>): Authenticate =>
	async (credentials, request) =>
		await load('./credentials/authenticate').signWith(...signer)(credentials, request);

/** `pollLibrary` of changeTrigger/poll.ts. */
export const pollLibrary = async (context: IPollFunctions): Promise<INodeExecutionData[][] | null> =>
	await load('./changeTrigger/poll').pollLibrary(context);

/** `pollActivities` of activityTrigger/poll.ts. */
export const pollActivities = async (context: IPollFunctions): Promise<INodeExecutionData[][] | null> =>
	await load('./activityTrigger/poll').pollActivities(context);

/** `previewWebhook` of previewTrigger/webhook.ts. */
export const previewWebhook = async (context: IWebhookFunctions): Promise<IWebhookResponseData> =>
	await load('./previewTrigger/webhook').previewWebhook(context);

/** `readingWebhook` of reading/webhook.ts. */
export const readingWebhook = async (context: IWebhookFunctions): Promise<IWebhookResponseData> =>
	await load('./reading/webhook').readingWebhook(context);

/** `preAuthenticate` of credentials/tokenCredential.ts. */
export async function preAuthenticate(
	this: IHttpRequestHelper,
	data: ICredentialDataDecryptedObject,
): Promise<IDataObject> {
	return await load('./credentials/tokenCredential').preAuthenticate.call(this, data);
}

const lazyTest = (kind: TestedKind): ICredentialTestFunction =>
	async function ({ data }) {
		return await load('./credentials/credentialTest').testCredential(kind, this, data ?? {});
	};

/** The tests of the credential types that open a library, by the names that the nodes use in `testedBy`. */
export const libraryTests = { libraryAuthorizationTest: lazyTest('org'), enterpriseTest: lazyTest('enterprise') };
/** The test of the credential type of an enterprise. */
export const enterpriseTests = { enterpriseTest: lazyTest('enterprise') };
/** The test of the credential type of a partner. */
export const partnerTests = { partnerTest: lazyTest('partner') };

/** Search methods of these names, which load the real ones when they are first used. */
function lazySearch<N extends string>(names: readonly N[], real: () => Readonly<Record<N, Search>>): Record<N, Search> {
	const lazy = (name: N): Search =>
		async function (filter, token) {
			return await real()[name].call(this, filter, token);
		};
	return Object.fromEntries(names.map((name) => [name, lazy(name)])) as Record<N, Search>;
}

/** The search methods of the nodes for one library, by the names that the locators in their catalogue use. */
export const librarySearch = lazySearch(
	[
		'deletedByPath',
		'departmentsById',
		'entriesByHash',
		'entriesByPath',
		'foldersByHash',
		'foldersByPath',
		'foldersOfSource',
		'foldersOfTarget',
		'libraries',
		'openLinks',
		'membersById',
		'roles',
		'subfoldersByPath',
		'versionsOfFile',
	],
	() => load('./lists/entriesOfLibrary').librarySearch,
);
/** The search methods of File Library User. */
export const userSearch = lazySearch(
	[
		'enterprises',
		'entriesByHash',
		'entriesByPath',
		'foldersByHash',
		'foldersByPath',
		'foldersOfSource',
		'foldersOfTarget',
		'mounts',
		'subfoldersByPath',
		'targetFoldersByPath',
	],
	() => load('./lists/personLists').userSearch,
);
/** The search methods of File Library Admin. */
export const enterpriseSearch = lazySearch(
	[
		'departmentsById',
		'departmentsByOutId',
		'departmentsByPath',
		'departmentsByPathOrTop',
		'libraries',
		'membersByAccount',
		'membersById',
		'membersByOutId',
		'roles',
	],
	() => load('./lists/enterpriseLists').enterpriseSearch,
);
/** The search methods of File Library Partner. */
export const partnerSearch = lazySearch(['enterprises'], () => load('./lists/enterpriseLists').partnerSearch);
