import type { ICredentialTestFunction, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { ActionNode } from './entries';
import type { TestedKind } from './n8n/credentials/credentialTest';
import type { Search } from './n8n/lists/listSearch';
import type * as Forms from './forms';
import { builtFile } from './n8n/context/builtFile';
import { formFrom } from './n8n/form/formJson';
import type { NodeForm } from './n8n/form/nodeForms';
import type * as Runtime from './runtime';

/*
 * What a node does, apart from what it shows: n8n loads all nodes of all packages when it starts, and most are never
 * run. Nodes and credentials reach runtime.ts, and with it everything that does something, through this file only.
 */

export { previewPanel, previewWebhooks } from './features/preview/serve/description';
export { readingTooltip, readingWebhooks } from './features/reading/serve/description';

/** Not import(), which loads a CommonJS file by way of Node's other module system, and which jest does not have. */
const runtime = (): typeof Runtime => module.require('./runtime') as typeof Runtime;

/** `run` of runtime.ts. */
export const run = async (context: IExecuteFunctions, node: ActionNode): Promise<INodeExecutionData[]> =>
	await runtime().run(context, node);

/** `pollLibrary` of features/changes/trigger.ts. */
export const pollLibrary: typeof Runtime.pollLibrary = async (context) => await runtime().pollLibrary(context);

/** `pollActivities` of features/activity/trigger.ts. */
export const pollActivities: typeof Runtime.pollActivities = async (context) => await runtime().pollActivities(context);

/** `previewWebhook` of features/preview/serve/webhook.ts. */
export const previewWebhook: typeof Runtime.previewWebhook = async (context) => await runtime().previewWebhook(context);

/** `readingWebhook` of features/reading/serve/webhook.ts. */
export const readingWebhook: typeof Runtime.readingWebhook = async (context) => await runtime().readingWebhook(context);

/** `signWith` of n8n/credentials/authenticate.ts. */
export const signWith: typeof Runtime.signWith =
	(...signer) =>
	async (credentials, request) =>
		await runtime().signWith(...signer)(credentials, request);

/** `preAuthenticate` of n8n/credentials/tokenCredential.ts. */
export const preAuthenticate: typeof Runtime.preAuthenticate = async function (data) {
	return await runtime().preAuthenticate.call(this, data);
};

const lazyTest = (kind: TestedKind): ICredentialTestFunction =>
	async function ({ data }) {
		return await runtime().testCredential(kind, this, data ?? {});
	};

/** The tests of the credential types that open a library, by the names that the nodes use in `testedBy`. */
const libraryTests = { libraryAuthorizationTest: lazyTest('org'), enterpriseTest: lazyTest('enterprise') };
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

const ENTRIES = [
	...(['entriesByHash', 'entriesByPath', 'foldersByHash', 'foldersByPath'] as const),
	...(['foldersOfSource', 'foldersOfTarget', 'subfoldersByPath'] as const),
];
const OF_ENTERPRISE = ['departmentsById', 'libraries', 'membersById', 'roles'] as const;

/** The search methods of the nodes for one library, by the names that the locators in their catalogue use. */
const librarySearch = lazySearch(
	[...ENTRIES, ...OF_ENTERPRISE, 'deletedByPath', 'openLinks', 'versionsOfFile'],
	() => runtime().librarySearch,
);
/** The methods of the nodes for one library. */
export const libraryMethods = { listSearch: librarySearch, credentialTest: libraryTests };
/** The search methods of File Library User. */
export const userSearch = lazySearch(
	[...ENTRIES, 'enterprises', 'mounts', 'targetFoldersByPath'],
	() => runtime().userSearch,
);
/** The search methods of File Library Admin. */
export const enterpriseSearch = lazySearch(
	[
		...OF_ENTERPRISE,
		...(['departmentsByOutId', 'departmentsByPath', 'departmentsByPathOrTop'] as const),
		...(['membersByAccount', 'membersByOutId'] as const),
	],
	() => runtime().enterpriseSearch,
);
/** The search methods of File Library Partner. */
export const partnerSearch = lazySearch(['enterprises'], () => runtime().partnerSearch);

/** The form of a node, as built or, in the source, as the entries say: a new object each time, since n8n changes it. */
export function nodeForm(node: Forms.NodeName): NodeForm {
	const built = builtFile(`forms/${node}`);
	return built === undefined ? (module.require('./forms') as typeof Forms).nodeForm(node) : formFrom(built);
}

/** What `nodeForm` replaces: n8n's rules want a subtitle in the file of the node. */
export const IN_FORM = '';
