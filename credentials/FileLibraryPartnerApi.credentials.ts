import type { IAuthenticate, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';
import { signWith } from '../src/n8n/credentials/authenticate';
import { baseUrl, connection } from '../src/n8n/credentials/connectionFields';

/** Client of a partner, who runs many enterprises: its secret signs the partner operations. */
export class FileLibraryPartnerApi implements ICredentialType {
	name = 'fileLibraryPartnerApi';
	displayName = 'File Library (Partner) API';
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
			description: 'The client_id assigned to the partner',
		},
		{
			displayName: 'Client Secret',
			name: 'clientSecret',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'The client_secret assigned to the partner',
		},
		...connection,
	];
	authenticate: IAuthenticate = signWith('client_id', 'clientId', 'clientSecret');
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl.replace(/\\/+$/, "")}}',
			url: '/m-api/1/thirdparty/ent_list',
			method: 'POST',
			body: { size: '1' },
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
				properties: { value: 403, message: 'The client is known, but may not list enterprises.' },
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
