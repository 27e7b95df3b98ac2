import type { INodeProperties } from 'n8n-workflow';

/** Where the service is: the first field of every credential type. */
export const baseUrl: INodeProperties = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'https://files.example.com',
	description: 'Address of the service, without /m-open or /m-api',
};

/** How to talk to the service: the last fields of every credential type. */
export const connection: INodeProperties[] = [
	{
		displayName: 'Vendor Prefix',
		name: 'vendorPrefix',
		type: 'string',
		default: 'svc',
		description:
			'Prefix that the deployment uses in header and event names. Leave it at svc unless its operator says otherwise.',
	},
	{
		displayName: 'Ignore SSL Issues (Insecure)',
		name: 'allowUnauthorizedCerts',
		type: 'boolean',
		default: false,
		description: 'Whether to connect even if SSL certificate validation is not possible',
	},
];

const forGrant = (...grantType: string[]): Pick<INodeProperties, 'displayOptions'> => ({
	displayOptions: { show: { grantType } },
});

/** How a person gets an access token, and what each way needs. */
export const grants: INodeProperties[] = [
	{
		displayName: 'Sign In With',
		name: 'grantType',
		type: 'options',
		default: 'password',
		description: 'How the access token is got',
		options: [
			{
				name: 'Account (Sign-On Key)',
				value: 'signOnKey',
				description:
					'Sign in an account of the enterprise with the client secret, without the password of the person',
			},
			{ name: 'Exchange Token', value: 'exchangeToken', description: 'A code or token of another system' },
			{ name: 'Password', value: 'password', description: 'User name and password' },
			{ name: 'Refresh Token', value: 'refreshToken', description: 'A refresh token that another program got' },
		],
	},
	{
		displayName: 'User Name',
		name: 'username',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. name@example.com',
		description: 'Account of the person; DOMAIN\\user for an account of a domain',
		...forGrant('password'),
	},
	{
		displayName: 'Password',
		name: 'password',
		type: 'string',
		typeOptions: { password: true },
		required: true,
		default: '',
		description: 'The password itself, not its MD5',
		...forGrant('password'),
	},
	{
		displayName: 'Refresh Token',
		name: 'refreshToken',
		type: 'string',
		typeOptions: { password: true },
		required: true,
		default: '',
		description: 'Replaced by the newer one at each renewal, so no other program can use it at the same time',
		...forGrant('refreshToken'),
	},
	{
		displayName: 'Exchange Token',
		name: 'exchangeToken',
		type: 'string',
		typeOptions: { password: true },
		required: true,
		default: '',
		description: 'The authorization code or token of the other system',
		...forGrant('exchangeToken'),
	},
	{
		displayName: 'Domain',
		name: 'domain',
		type: 'string',
		required: true,
		default: '',
		description: 'The domain assigned to the other system',
		...forGrant('exchangeToken'),
	},
	{
		displayName: 'Auth',
		name: 'auth',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description: 'The auth value assigned to the other system, if it has one',
		...forGrant('exchangeToken'),
	},
	{
		displayName: 'Account',
		name: 'account',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. name@example.com',
		description:
			'Account of the person to sign in; it must have been synchronized or added by the member interface',
		...forGrant('signOnKey'),
	},
];

/** What n8n keeps beside the access token, for renewing it: never shown. */
export const tokens: INodeProperties[] = [
	// With the grant Refresh Token the field above is the one that is renewed.
	{
		displayName: 'Refresh Token',
		name: 'refreshToken',
		type: 'hidden',
		typeOptions: { password: true },
		default: '',
		...forGrant('exchangeToken', 'password', 'signOnKey'),
	},
	{ displayName: 'Expiry', name: 'expiry', type: 'hidden', default: '' },
	{ displayName: 'Token For', name: 'tokenFor', type: 'hidden', default: '' },
];
