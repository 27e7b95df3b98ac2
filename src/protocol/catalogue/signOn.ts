import { operation, ownOperation, returns } from '../operation/define';
import { required, requiredFor, shownFor, text } from '../operation/fields';
import { wirePassword } from '../wire/grants';
import { by } from './shared';
import { memberAccountRef } from './sharedEnterprise';

/* Signing members on without a password, and access tokens. */

/** The member signs on with a ticket, which is made from the account together with the request. */
const person = required.ref(
	'The member to sign on. The account must come from the external directory or from the member operations.',
	{ ...memberAccountRef, wire: 'ticket', composed: true },
);

export const getKey = operation('signOnEntGrant', 'signOn.getKey', {
	action: 'Get a sign on key for a member',
	forModel: 'Get a secret key for an access token of a member of File Library.',
	summary:
		'Get a key that Token: Issue exchanges for an access token of the member, without a password; ' +
		'it is a secret that is meant to be used once, and soon',
	// The service accepts a ticket once, so the request that carries it is not repeated.
	signsIn: true,
	special: true,
	input: { member: person },
	caution: 'secret',
	items: returns<{ account: string; svckey: string }>(),
	secrets: ['svckey'],
	example: { member: by('account', 'zhang.wei@example.com') },
});

export const getLoginUrl = ownOperation('signOnLoginUrl', 'signOn.getLoginUrl', getKey, {
	menu: 'default',
	name: 'Get Login URL',
	action: 'Get a login URL for a member',
	forModel: 'Make a secret URL that signs a member on to File Library.',
	summary:
		'Create a URL that signs a member on in a browser, without a password; nothing is sent, ' +
		'and the URL is a secret that is meant to be used once, and soon',
	signed: false,
	dateline: false,
	input: {
		member: person,
		returnUrl: text(
			'Address that the browser opens after signing on; the start page of the service when left empty',
			{ label: 'Return URL', wire: 'returnurl', placeholder: 'e.g. https://example.com/start' },
		),
	},
	caution: 'secret',
	items: returns<{ url: string }>(),
	secrets: ['url'],
	example: { member: by('account', 'zhang.wei@example.com') },
});

export const issueToken = operation('tokenIssue', 'token.issue', {
	menu: 'default',
	action: 'Issue an access token',
	summary: 'Get or refresh an access token of a member; the answer contains secrets',
	// A refresh token, sign-on key or third-party code may be valid only once.
	signsIn: true,
	special: true,
	input: {
		grant: required.choice('How the member signs in', {
			wire: 'grant_type',
			choices: {
				password: 'Password',
				refreshToken: { label: 'Refresh Token', wire: 'refresh_token' },
				exchangeToken: {
					label: 'Exchange Token',
					wire: 'exchange_token',
					help: 'A code or token of a third party',
				},
				signOnKey: { label: 'Sign-On Key', wire: 'svckey', help: 'A key from Sign On: Get Key' },
			},
		}),
		member: requiredFor('grant', 'password').ref('The member to sign in, by account', {
			...memberAccountRef,
			wire: 'username',
		}),
		password: requiredFor('grant', 'password').text(
			'Password of the member in plain text; it is sent as MD5, ' + 'or as base64 for an account with a domain',
			{ password: true, composed: true },
		),
		refreshToken: requiredFor('grant', 'refreshToken').text('The refresh token from an earlier answer', {
			claims: 'scope',
			password: true,
		}),
		exchangeToken: requiredFor('grant', 'exchangeToken').text('The code or token issued by the third party', {
			claims: 'scope',
			password: true,
		}),
		domain: requiredFor('grant', 'exchangeToken').text('The domain assigned to the third party', {
			placeholder: 'e.g. example-sso',
		}),
		auth: text('The authorization assigned to the third party, if there is one', {
			...shownFor('grant', 'exchangeToken'),
			password: true,
		}),
		signOnKey: requiredFor('grant', 'signOnKey').text(['Sign-On Key', 'The key from Sign On: Get Key'], {
			claims: 'scope',
			wire: 'svckey',
			password: true,
		}),
	},
	compose: ({ member, password }): Record<string, string> =>
		member === undefined || password === undefined ? {} : { password: wirePassword(member.value, password) },
	caution: 'secret',
	secrets: ['access_token', 'refresh_token'],
	// As a form does, it keeps values of the other grants; they are not sent.
	example: {
		grant: 'password',
		member: by('account', 'zhang.wei@example.com'),
		password: 'demo-password',
		refreshToken: 'refresh-token',
		exchangeToken: 'code:zhang.wei@example.com',
		domain: 'demo-domain',
		signOnKey: 'sign-on-key',
	},
});
