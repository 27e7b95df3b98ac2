import type { IAuthenticate, ICredentialType, INodeProperties } from 'n8n-workflow';
import { baseUrl, clientFields, connection, httpRequestNode } from '../src/n8n/credentials/fields';
import { signWith } from '../src/lazy';

/** The client of an enterprise: its secret signs the operations on libraries, members and departments. */
export class FileLibraryEnterpriseApi implements ICredentialType {
	name = 'fileLibraryEnterpriseApi';
	displayName = 'File Library (Enterprise) API';
	icon = { light: 'file:../icons/fileLibrary.svg', dark: 'file:../icons/fileLibrary.dark.svg' } as const;
	documentationUrl = 'https://github.com/n8n-nodes-file-library/n8n-nodes-file-library#enterprise';
	httpRequestNode = httpRequestNode('Enterprise', '/m-open/1/org/ls');
	properties: INodeProperties[] = [
		baseUrl,
		...clientFields(
			'client',
			'The client_id of the enterprise (management console, development authorization)',
			'The client_secret of the enterprise',
		),
		...connection,
	];
	authenticate: IAuthenticate = signWith('client_id', 'clientId', 'clientSecret');
}
