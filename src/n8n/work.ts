/*
 * What nodes and credentials do, by the paths that src/n8n/lazy.ts asks for. The build makes one file of all this,
 * which is loaded when a node first works.
 */

export * as '../protocol/catalogue' from '../protocol/catalogue';
export * as './activityTrigger/poll' from './activityTrigger/poll';
export * as './changeTrigger/poll' from './changeTrigger/poll';
export * as './credentials/authenticate' from './credentials/authenticate';
export * as './credentials/credentialTest' from './credentials/credentialTest';
export * as './credentials/tokenCredential' from './credentials/tokenCredential';
export * as './execute/run' from './execute/run';
export * as './lists/enterpriseLists' from './lists/enterpriseLists';
export * as './lists/entriesOfLibrary' from './lists/entriesOfLibrary';
export * as './lists/personLists' from './lists/personLists';
export * as './previewTrigger/webhook' from './previewTrigger/webhook';
export * as './reading/webhook' from './reading/webhook';
