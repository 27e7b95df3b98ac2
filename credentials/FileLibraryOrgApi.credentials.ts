import type { IAuthenticate, ICredentialType, INodeProperties } from 'n8n-workflow';
import { baseUrl, clientFields, connection, httpRequestNode } from '../src/n8n/credentials/fields';
import { signWith } from '../src/lazy';

/** A library authorization, which opens the files of one library: its secret signs the operations on files. */
export class FileLibraryOrgApi implements ICredentialType {
	name = 'fileLibraryOrgApi';
	displayName = 'File Library (Library Authorization) API';
	icon = { light: 'file:../icons/fileLibrary.svg', dark: 'file:../icons/fileLibrary.dark.svg' } as const;
	documentationUrl = 'https://github.com/n8n-nodes-file-library/n8n-nodes-file-library#library-authorization';
	httpRequestNode = httpRequestNode('Library Authorization', '/m-open/1/file/ls');
	properties: INodeProperties[] = [
		baseUrl,
		...clientFields(
			'orgClient',
			'The org_client_id of the library authorization (management console, library, authorization)',
			'The org_client_secret of the library authorization',
		),
		...connection,
	];
	authenticate: IAuthenticate = signWith('org_client_id', 'orgClientId', 'orgClientSecret');
}
