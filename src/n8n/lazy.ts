/* eslint-disable @typescript-eslint/no-require-imports -- loaded when they are needed: an import() of another file of the package would be one of an ES module */
import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestHelper,
	ICredentialDataDecryptedObject,
	INodeExecutionData,
	IPollFunctions,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import type { AnyOperation } from '../protocol/operation/define';
import type { Search } from './lists/listSearch';
import type * as pollFile from './changeTrigger/poll';
import type * as previewFile from './previewTrigger/webhook';
import type * as runFile from './execute/run';
import type * as searchFile from './lists/library';
import type * as enterpriseFile from './lists/enterprise';
import type * as userFile from './lists/user';
import type * as tokenFile from './credentials/tokenCredential';

/*
 * What a node does, behind what it shows: n8n loads all nodes of all packages at its start, and most are never run.
 * Nodes and credentials get to the rest of the package through this file only.
 */

/** `run` of run.ts. */
export const run = async (context: IExecuteFunctions, ops: readonly AnyOperation[]): Promise<INodeExecutionData[]> =>
	await (require('./execute/run') as typeof runFile).run(context, ops);

/** `pollLibrary` of poll.ts. */
export const pollLibrary = async (context: IPollFunctions): Promise<INodeExecutionData[][] | null> =>
	await (require('./changeTrigger/poll') as typeof pollFile).pollLibrary(context);

/** `previewWebhook` of previewTrigger.ts. */
export const previewWebhook = async (context: IWebhookFunctions): Promise<IWebhookResponseData> =>
	await (require('./previewTrigger/webhook') as typeof previewFile).previewWebhook(context);

/** `preAuthenticate` of tokenCredential.ts. */
export async function preAuthenticate(
	this: IHttpRequestHelper,
	data: ICredentialDataDecryptedObject,
): Promise<IDataObject> {
	return await (require('./credentials/tokenCredential') as typeof tokenFile).preAuthenticate.call(this, data);
}

/** Search methods of these names; `load` gives the real ones. */
function searches<N extends string>(names: readonly N[], load: () => Readonly<Record<N, Search>>): Record<N, Search> {
	const later = (name: N): Search =>
		async function (filter, token) {
			return await load()[name].call(this, filter, token);
		};
	return Object.fromEntries(names.map((name) => [name, later(name)])) as Record<N, Search>;
}

/** The search methods of the nodes for one library, by the names that the locators of their catalogue give. */
export const librarySearch = searches(
	['entriesByHash', 'entriesByPath', 'foldersByPath', 'libraries'],
	() => (require('./lists/library') as typeof searchFile).listSearch,
);
/** The search methods of File Library User. */
export const userSearch = searches(
	['entriesByHash', 'entriesByPath', 'enterprises', 'foldersByPath', 'mounts', 'targetFoldersByPath'],
	() => (require('./lists/user') as typeof userFile).userSearch,
);
/** The search methods of File Library Admin. */
export const enterpriseSearch = searches(
	[
		'departmentsById',
		'departmentsByOutId',
		'departmentsByPath',
		'libraries',
		'membersByAccount',
		'membersById',
		'membersByOutId',
		'roles',
	],
	() => (require('./lists/enterprise') as typeof enterpriseFile).enterpriseSearch,
);
/** The search methods of File Library Partner. */
export const partnerSearch = searches(
	['enterprises'],
	() => (require('./lists/enterprise') as typeof enterpriseFile).partnerSearch,
);
