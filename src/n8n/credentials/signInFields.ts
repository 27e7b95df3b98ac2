import type { INodeProperties } from 'n8n-workflow';

/* The fields of the User Token credential that say how the person signs in. */

const forGrant = (...grantType: string[]): Pick<INodeProperties, 'displayOptions'> => ({
	displayOptions: { show: { grantType } },
});

const requiredText: Pick<INodeProperties, 'type' | 'required' | 'default'> = {
	type: 'string',
	required: true,
	default: '',
};
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
	{
		displayName: 'User Name',
		name: 'username',
		...requiredText,
		placeholder: 'e.g. name@example.com',
		description: 'Account of the user; DOMAIN\\user for a domain account',
		...forGrant('password'),
	},
	{
		displayName: 'Password',
		name: 'password',
		...requiredText,
		...secret,
		description: 'Password in plain text; the node hashes it before sending',
		...forGrant('password'),
	},
	{
		displayName: 'Refresh Token',
		name: 'refreshToken',
		...requiredText,
		...secret,
		description: 'Replaced by a new one at each renewal, so no other program can use it at the same time',
		...forGrant('refreshToken'),
	},
	{
		displayName: 'Exchange Token',
		name: 'exchangeToken',
		...requiredText,
		...secret,
		description: 'Authorization code or token of the other system',
		...forGrant('exchangeToken'),
	},
	{
		displayName: 'Domain',
		name: 'domain',
		...requiredText,
		description: 'Domain assigned to the other system',
		...forGrant('exchangeToken'),
	},
	{
		displayName: 'Auth',
		name: 'auth',
		type: 'string',
		...secret,
		default: '',
		description: 'Auth value assigned to the other system, if there is one',
		...forGrant('exchangeToken'),
	},
	{
		displayName: 'Account',
		name: 'account',
		...requiredText,
		placeholder: 'e.g. name@example.com',
		description:
			'Account to sign in to; it must have been synchronized from the external directory ' +
			'or added by the member operations',
		...forGrant('signOnKey'),
	},
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
		...forGrant('exchangeToken', 'password', 'signOnKey'),
	},
	{ displayName: 'Expiry', name: 'expiry', type: 'hidden', default: '' },
	{ displayName: 'Token For', name: 'tokenFor', type: 'hidden', default: '' },
];
