import type { ICredentialType } from 'n8n-workflow';

const GUIDE = 'https://github.com/n8n-nodes-file-library/n8n-nodes-file-library#call-any-endpoint';

/**
 * What n8n's HTTP Request node says for a credential type: `name` is how it is listed, `path` that of an endpoint which
 * the credential may call. The base URL is entered in the credential, so there is an example of it only.
 */
export const httpRequestNode = (name: string, path: string): NonNullable<ICredentialType['httpRequestNode']> => ({
	name: `File Library (${name})`,
	docsUrl: GUIDE,
	apiBaseUrlPlaceholder: `e.g. https://files.example.com${path}`,
});
