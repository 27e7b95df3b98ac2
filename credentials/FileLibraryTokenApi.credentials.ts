import type { IAuthenticate, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';
import {
	baseUrl,
	clientFields,
	connection,
	httpRequestNode,
	refusedSignature,
	testRules,
	WRONG_BASE_URL,
	signInFields,
	storedTokenFields,
} from '../src/n8n/credentials/fields';
import { preAuthenticate, signWith } from '../src/lazy';

/** A user's access token, obtained and renewed automatically; the secret of the client it was issued to signs calls. */
export class FileLibraryTokenApi implements ICredentialType {
	name = 'fileLibraryTokenApi';
	displayName = 'File Library (User Token) API';
	icon = { light: 'file:../icons/fileLibrary.svg', dark: 'file:../icons/fileLibrary.dark.svg' } as const;
	documentationUrl = 'https://github.com/n8n-nodes-file-library/n8n-nodes-file-library#user-token';
	httpRequestNode = httpRequestNode('User Token', '/m-api/1/account/mount');
	properties: INodeProperties[] = [
		baseUrl,
		...clientFields(
			'client',
			'The client_id of the enterprise (management console, authorization management)',
			'The client_secret of the enterprise',
		),
		...signInFields,
		...storedTokenFields,
		...connection,
	];
	preAuthentication = preAuthenticate;
	authenticate: IAuthenticate = signWith('token', 'accessToken', 'clientSecret');
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl.trim().replace(/(?<!\\/)\\/+$/, "")}}',
			url: '/m-api/1/account/mount',
			method: 'GET',
			// The status says all; n8n reads no more of the answer, however long it is.
			encoding: 'stream',
		},
		rules: testRules({
			401: refusedSignature('Client ID and Client Secret', 'the access token or the signature'),
			403: 'The user is signed in, but has no permission to list libraries.',
			404: WRONG_BASE_URL,
		}),
	};
}
