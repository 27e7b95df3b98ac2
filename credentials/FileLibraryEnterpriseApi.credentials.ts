import type { IAuthenticate, ICredentialType, INodeProperties } from 'n8n-workflow';
import { baseUrl, connection } from '../src/n8n/credentials/connectionFields';
import { httpRequestNode } from '../src/n8n/credentials/httpRequestNode';
import { signWith } from '../src/n8n/lazy';

/** The client of an enterprise: its secret signs the operations on libraries, members and departments. */
export class FileLibraryEnterpriseApi implements ICredentialType {
	name = 'fileLibraryEnterpriseApi';
	displayName = 'File Library (Enterprise) API';
	icon = { light: 'file:../icons/fileLibrary.svg', dark: 'file:../icons/fileLibrary.dark.svg' } as const;
	documentationUrl = 'https://github.com/n8n-nodes-file-library/n8n-nodes-file-library#enterprise';
	httpRequestNode = httpRequestNode('Enterprise', '/m-open/1/org/ls');
	properties: INodeProperties[] = [
		baseUrl,
		{
			displayName: 'Client ID',
			name: 'clientId',
			type: 'string',
			required: true,
			default: '',
			description: 'The client_id of the enterprise (management console, development authorization)',
		},
		{
			displayName: 'Client Secret',
			name: 'clientSecret',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'The client_secret of the enterprise',
		},
		...connection,
	];
	authenticate: IAuthenticate = signWith('client_id', 'clientId', 'clientSecret');
}
