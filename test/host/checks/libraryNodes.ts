import assert from 'node:assert/strict';
import type { Execution } from '../../../dev/n8n/executions';
import type { PreparedN8n } from '../../../dev/n8n/preparedN8n';
import { by } from '../../support/nodeParameters';
import { MANUAL_TRIGGER, workflowInARow, type WorkflowNode } from '../n8n/workflow';

/** A resource locator with a path. */
export const byPath = (path: string): Readonly<Record<string, unknown>> => by('path', path);

/** A node of File Library, with the library authorization of the demo library. */
export const libraryNode = (
	{ credentials }: Pick<PreparedN8n, 'credentials'>,
	name: string,
	parameters: Readonly<Record<string, unknown>>,
): WorkflowNode => ({
	name,
	type: 'n8n-nodes-file-library.fileLibrary',
	parameters,
	credentials: { fileLibraryOrgApi: credentials.fileLibraryOrgApi },
});

/** The trigger of File Library, which reports every change from now on at its polls. */
export const changesTrigger = ({ credentials }: Pick<PreparedN8n, 'credentials'>): WorkflowNode => ({
	name: 'Changes',
	type: 'n8n-nodes-file-library.fileLibraryTrigger',
	parameters: {
		pollTimes: { item: [{ mode: 'everyMinute' }] },
		authentication: 'libraryAuthorization',
		events: ['any'],
		startFrom: 'now',
		options: {},
	},
	credentials: { fileLibraryOrgApi: credentials.fileLibraryOrgApi },
});

/** Executes nodes in a workflow of their own, as somebody else's would be. Throws the error of the one that fails. */
export async function runNodes({ rest }: PreparedN8n, ...nodes: readonly WorkflowNode[]): Promise<Execution> {
	const names = nodes.map(({ name }) => name).join(', ');
	const id = await rest.saveWorkflow(workflowInARow(names, [MANUAL_TRIGGER, ...nodes]));
	const execution = await rest.execute(id, MANUAL_TRIGGER.name, 60_000);
	assert.equal(execution.status, 'success', execution.error);
	return execution;
}

/** A node that gets a file from `url`, as binary data in the field `data`. */
export const fetchNode = (url: string): WorkflowNode => ({
	name: 'Get the content',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: { url, options: { response: { response: { responseFormat: 'file', outputPropertyName: 'data' } } } },
});

/** Uploads the field `data` into the folder Queue. */
export const uploadNode = (prepared: PreparedN8n, fileName: string): WorkflowNode =>
	libraryNode(prepared, 'Upload', {
		resource: 'file',
		operation: 'upload',
		binaryPropertyName: 'data',
		folder: byPath('Queue'),
		fileName,
		conflict: 'overwrite',
	});

/** Downloads a file of the folder Queue into the field `data`. */
export const downloadNode = (prepared: PreparedN8n, fileName: string): WorkflowNode =>
	libraryNode(prepared, 'Download', {
		resource: 'file',
		operation: 'download',
		file: byPath(`Queue/${fileName}`),
		binaryPropertyName: 'data',
	});
