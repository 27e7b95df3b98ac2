import type { WorkflowNode } from '../../n8n/workflow';
import type { PreparedN8n } from '../preparedN8n';

/** A node of File Library, with the library authorization of the demo library. */
export const libraryNode = (
	{ credentials }: PreparedN8n,
	name: string,
	parameters: Readonly<Record<string, unknown>>,
): WorkflowNode => ({
	name,
	type: 'n8n-nodes-file-library.fileLibrary',
	parameters,
	credentials: { fileLibraryOrgApi: credentials.fileLibraryOrgApi },
});

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
		folder: { __rl: true, mode: 'path', value: 'Queue' },
		fileName,
		conflict: 'overwrite',
	});

/** Downloads a file of the folder Queue into the field `data`. */
export const downloadNode = (prepared: PreparedN8n, fileName: string): WorkflowNode =>
	libraryNode(prepared, 'Download', {
		resource: 'file',
		operation: 'download',
		file: { __rl: true, mode: 'path', value: `Queue/${fileName}` },
		binaryPropertyName: 'data',
	});
