import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { type ActionNode, operationsByNode } from './entries';
import { openLinks } from './features/links';
import { versionsOfFile } from './features/versions';
import { handlerOf } from './handlers';
import { run as runItems } from './n8n/execute/run';
import { librarySearch as searchOfLibrary } from './n8n/lists/lists';

/*
 * What nodes and credentials do. src/lazy.ts loads it when the first of them works: the build makes one file of
 * this (dist/runtime.js), and another one (dist/nodes.js) of what n8n loads at its start.
 */

export { pollActivities } from './features/activity';
export { pollLibrary } from './features/changes';
export { previewWebhook } from './features/preview';
export { readingWebhook } from './features/reading';
export { signWith } from './n8n/credentials/authenticate';
export { testCredential } from './n8n/credentials/credentialTest';
export { preAuthenticate } from './n8n/credentials/tokenCredential';
export { enterpriseSearch, partnerSearch, userSearch } from './n8n/lists/lists';

/** Runs the operation that is chosen in a node. Throws what `run` of src/n8n/execute/run.ts throws. */
export const run = async (context: IExecuteFunctions, node: ActionNode): Promise<INodeExecutionData[]> =>
	await runItems(context, operationsByNode[node], handlerOf);

/** The search methods of the nodes for one library, with those of the features. */
export const librarySearch = { ...searchOfLibrary, openLinks, versionsOfFile };
