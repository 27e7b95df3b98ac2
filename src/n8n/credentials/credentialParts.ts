import type { INodeProperties, ICredentialType, ICredentialTestRequest } from 'n8n-workflow';
import type { LibraryError } from '../../protocol/wire/libraryError';

/** Where the service is: the first field of every credential type. */
export const baseUrl: INodeProperties = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://files.example.com',
	description: 'Address of the service, without /m-open or /m-api',
};

/** The account that signs and its secret, in fields that begin with `name`; the helps say where a person finds them. */
export function clientFields(name: 'client' | 'orgClient', idHelp: string, secretHelp: string): INodeProperties[] {
	const title = name === 'client' ? 'Client' : 'Library Client';
	const text = { type: 'string', required: true, default: '' } as const;
	return [
		{ displayName: `${title} ID`, name: `${name}Id`, ...text, description: idHelp },
		{
			displayName: `${title} Secret`,
			name: `${name}Secret`,
			...text,
			typeOptions: { password: true },
			description: secretHelp,
		},
	];
}

/** How to talk to the service: the last fields of every credential type. */
export const connection: INodeProperties[] = [
	{
		displayName: 'Vendor Prefix',
		name: 'vendorPrefix',
		type: 'string',
		default: 'svc',
		description:
			'Prefix that the deployment uses in header and event names. ' +
			'Keep svc unless the operator of the service says otherwise.',
	},
	{
		displayName: 'Ignore SSL Issues (Insecure)',
		name: 'allowUnauthorizedCerts',
		type: 'boolean',
		default: false,
		description: 'Whether to connect even if SSL certificate validation is not possible',
	},
	{
		displayName: 'Allow HTTP Servers (Insecure)',
		name: 'allowHttpServers',
		type: 'boolean',
		default: false,
		description:
			'Whether upload, download and preview servers may be used without encryption (http) ' +
			'although the Base URL begins with https',
	},
];

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

/** What to check when the service refuses the signature of the test call. `client` names the fields of the client. */
export const refusedSignature = (client: string, refused = 'the signature'): string =>
	`The service refused ${refused}. Check ${client}, and that the clock of this n8n is correct.`;

/** Shown where no service answers. */
export const WRONG_BASE_URL =
	'There is no such service at this Base URL. Enter the address of the service, without /m-open or /m-api.';

/** Rules of a declared credential test: what to show for an HTTP status. */
export const testRules = (messages: Readonly<Record<number, string>>): NonNullable<ICredentialTestRequest['rules']> =>
	Object.entries(messages).map(([status, message]) => ({
		type: 'responseCode',
		properties: { value: Number(status), message },
	}));

/** What happened and how to fix it, where n8n shows one text only. */
export const sentencesOf = ({ message, hint = '' }: LibraryError): string =>
	[message, hint]
		.filter((text) => text !== '')
		.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`))
		.join(' ');
