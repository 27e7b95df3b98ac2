import type { IAuthenticate, ICredentialType, INodeProperties } from 'n8n-workflow';
import { baseUrl, clientFields, connection, httpRequestNode } from '../src/n8n/credentials/fields';
import { signWith } from '../src/lazy';

/** The client of a partner, who manages many enterprises: its secret signs the partner operations. */
export class FileLibraryPartnerApi implements ICredentialType {
	name = 'fileLibraryPartnerApi';
	displayName = 'File Library (Partner) API';
	icon = { light: 'file:../icons/fileLibrary.svg', dark: 'file:../icons/fileLibrary.dark.svg' } as const;
	documentationUrl = 'https://github.com/n8n-nodes-file-library/n8n-nodes-file-library#partner';
	httpRequestNode = httpRequestNode('Partner', '/m-api/1/thirdparty/ent_list');
	properties: INodeProperties[] = [
		baseUrl,
		...clientFields('client', 'The client_id assigned to the partner', 'The client_secret assigned to the partner'),
		...connection,
	];
	authenticate: IAuthenticate = signWith('client_id', 'clientId', 'clientSecret');
}
