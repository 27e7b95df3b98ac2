import type { IAuthenticate, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';
import { signWith } from '../src/n8n/credentials/authenticate';
import { baseUrl, connection } from '../src/n8n/credentials/connectionFields';

/** Client of an enterprise: its secret signs administration of libraries, members and departments. */
export class FileLibraryEnterpriseApi implements ICredentialType {
	name = 'fileLibraryEnterpriseApi';
	displayName = 'File Library (Enterprise) API';
	icon = { light: 'file:../icons/fileLibrary.svg', dark: 'file:../icons/fileLibrary.dark.svg' } as const;
	documentationUrl = 'https://github.com/n8n-nodes-file-library/n8n-nodes-file-library#credentials';
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
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl.replace(/\\/+$/, "")}}',
			url: '/m-open/1/ent/get_roles',
			method: 'POST',
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						'The service refused the signature. Check Client ID and Secret, and that the clock of this n8n is right.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 403,
					message: 'The client is known, but may not read the roles of the enterprise.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message:
						'Nothing answers at this Base URL. Enter the address of the service, without /m-open or /m-api.',
				},
			},
		],
	};
}
