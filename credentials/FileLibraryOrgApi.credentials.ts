import type { IAuthenticate, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';
import { signWith } from '../src/n8n/credentials/authenticate';
import { baseUrl, connection } from '../src/n8n/credentials/connectionFields';

/** Library authorization: opens the files of one library. Its secret signs library file operations. */
export class FileLibraryOrgApi implements ICredentialType {
	name = 'fileLibraryOrgApi';
	displayName = 'File Library (Library Authorization) API';
	icon = { light: 'file:../icons/fileLibrary.svg', dark: 'file:../icons/fileLibrary.dark.svg' } as const;
	documentationUrl = 'https://github.com/n8n-nodes-file-library/n8n-nodes-file-library#credentials';
	properties: INodeProperties[] = [
		baseUrl,
		{
			displayName: 'Library Client ID',
			name: 'orgClientId',
			type: 'string',
			required: true,
			default: '',
			description: 'The org_client_id of the library authorization (management console, library, authorization)',
		},
		{
			displayName: 'Library Client Secret',
			name: 'orgClientSecret',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'The org_client_secret of the library authorization',
		},
		...connection,
	];
	authenticate: IAuthenticate = signWith('org_client_id', 'orgClientId', 'orgClientSecret');
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl.replace(/\\/+$/, "")}}',
			url: '/m-open/1/file/stat',
			method: 'POST',
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						'The service refused the signature. Check Library Client ID and Secret, and that the clock of this n8n is right.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 403,
					message: 'The library authorization is known, but may not use this library.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 400,
					message:
						'The service does not know this call. Check the Base URL: it must be the address of the service, without /m-open.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message: 'Nothing answers at this Base URL. Enter the address of the service, without /m-open.',
				},
			},
		],
	};
}
