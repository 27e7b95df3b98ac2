import type { IAuthenticate, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';
import { signWith } from '../src/n8n/credentials/authenticate';
import { baseUrl, connection, grants, tokens } from '../src/n8n/credentials/connectionFields';
import { preAuthenticate } from '../src/n8n/lazy';

/** A person's access token, got and renewed by itself; n8n keeps it. Calls are signed with the secret of the client that got it. */
export class FileLibraryTokenApi implements ICredentialType {
	name = 'fileLibraryTokenApi';
	displayName = 'File Library (User Token) API';
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
			description: 'The client_id of the enterprise (management console, authorization management)',
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
		...grants,
		// n8n looks for the expirable field itself, and asks preAuthentication when it is empty or refused.
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		...tokens,
		...connection,
	];
	preAuthentication = preAuthenticate;
	authenticate: IAuthenticate = signWith('token', 'accessToken', 'clientSecret');
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl.replace(/\\/+$/, "")}}',
			url: '/m-api/1/account/mount',
			method: 'GET',
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						'The service refused the access token or the signature. Check Client ID and Secret, and that the clock of this n8n is right.',
				},
			},
			{
				type: 'responseCode',
				properties: { value: 403, message: 'The person is signed in, but may not list libraries.' },
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
