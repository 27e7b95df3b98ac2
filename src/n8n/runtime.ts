/*
 * What nodes and credentials do. src/n8n/lazy.ts loads it when the first of them works: the build makes one file of
 * this (dist/runtime.js), and another one (dist/nodes.js) of what n8n loads at its start.
 */

export { operationsByNode } from '../protocol/catalogue';
export { pollActivities } from './activityTrigger/poll';
export { pollLibrary } from './changeTrigger/poll';
export { signWith } from './credentials/authenticate';
export { testCredential } from './credentials/credentialTest';
export { preAuthenticate } from './credentials/tokenCredential';
export { run } from './execute/run';
export { enterpriseSearch, partnerSearch } from './lists/enterpriseLists';
export { librarySearch } from './lists/libraryLists';
export { userSearch } from './lists/personLists';
export { previewWebhook } from './previewTrigger/webhook';
export { readingWebhook } from './reading/webhook';
