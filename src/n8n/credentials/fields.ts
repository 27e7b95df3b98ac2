import type { INodeProperties, ICredentialType, ICredentialTestRequest } from 'n8n-workflow';
import { asSentence, type LibraryError } from '../../protocol/wire/libraryError';

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
		.map(asSentence)
		.join(' ');

/* The fields of the User Token credential that say how the person signs in. */

/** A text field that one way to sign in needs. */
const ofGrant = (
	grantType: string,
	{ displayName, name, ...more }: Omit<INodeProperties, 'type' | 'default'>,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	required: true,
	default: '',
	...more,
	displayOptions: { show: { grantType: [grantType] } },
});
const secret: Pick<INodeProperties, 'typeOptions'> = { typeOptions: { password: true } };

/** How a user signs in, and what each way needs. */
export const signInFields: INodeProperties[] = [
	{
		displayName: 'Sign In With',
		name: 'grantType',
		type: 'options',
		default: 'password',
		description: 'How the node obtains the access token',
		options: [
			{
				name: 'Account (Sign-On Key)',
				value: 'signOnKey',
				description:
					"Sign in to an account of the enterprise with the client secret, without the user's password",
			},
			{
				name: 'Exchange Token',
				value: 'exchangeToken',
				description: 'Exchange an authorization code or token of another system',
			},
			{ name: 'Password', value: 'password', description: 'Sign in with user name and password' },
			{
				name: 'Refresh Token',
				value: 'refreshToken',
				description: 'Use a refresh token that another program obtained',
			},
		],
	},
	ofGrant('password', {
		displayName: 'User Name',
		name: 'username',
		placeholder: 'e.g. name@example.com',
		description: 'Account of the user; DOMAIN\\user for a domain account',
	}),
	ofGrant('password', {
		displayName: 'Password',
		name: 'password',
		...secret,
		description: 'Password in plain text; the node hashes it before sending',
	}),
	ofGrant('refreshToken', {
		displayName: 'Refresh Token',
		name: 'refreshToken',
		...secret,
		description: 'Replaced by a new one at each renewal, so no other program can use it at the same time',
	}),
	ofGrant('exchangeToken', {
		displayName: 'Exchange Token',
		name: 'exchangeToken',
		...secret,
		description: 'Authorization code or token of the other system',
	}),
	ofGrant('exchangeToken', {
		displayName: 'Domain',
		name: 'domain',
		description: 'Domain assigned to the other system',
	}),
	{
		displayName: 'Auth',
		name: 'auth',
		type: 'string',
		...secret,
		default: '',
		description: 'Auth value assigned to the other system, if there is one',
		displayOptions: { show: { grantType: ['exchangeToken'] } },
	},
	ofGrant('signOnKey', {
		displayName: 'Account',
		name: 'account',
		placeholder: 'e.g. name@example.com',
		description:
			'Account to sign in to; it must have been synchronized from the external directory ' +
			'or added by the member operations',
	}),
];

/** The access token, and what n8n stores beside it to renew it: never shown. */
export const storedTokenFields: INodeProperties[] = [
	// n8n finds the expirable field by itself, and calls preAuthentication when it is empty or was refused.
	{
		displayName: 'Access Token',
		name: 'accessToken',
		type: 'hidden',
		typeOptions: { expirable: true, password: true },
		default: '',
	},
	// With the grant Refresh Token, the field that the user filled in is the one that is renewed.
	{
		displayName: 'Refresh Token',
		name: 'refreshToken',
		type: 'hidden',
		...secret,
		default: '',
		displayOptions: { show: { grantType: ['exchangeToken', 'password', 'signOnKey'] } },
	},
	{ displayName: 'Expiry', name: 'expiry', type: 'hidden', default: '' },
	{ displayName: 'Token For', name: 'tokenFor', type: 'hidden', default: '' },
];
