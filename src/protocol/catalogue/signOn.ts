import { operation, returns } from '../operation/define';
import { choice, required, shownFor, text } from '../operation/fields';
import { wirePassword } from '../signOn/grants';
import { by, memberAccountRef } from './sharedEnterprise';

const credential = 'enterprise';
/** The person signs on by a ticket, which is made of the account when the request is. */
const person = required({
	...memberAccountRef,
	label: 'Member',
	wire: 'ticket',
	composed: true,
	help: 'The member to sign on. The account must come from the external directory or from the member operations.',
	modes: {
		list: { ...memberAccountRef.modes.list, wire: 'ticket' },
		account: { ...memberAccountRef.modes.account, wire: 'ticket' },
	},
} as const);

export const getKey = operation({
	id: 'signOnEntGrant',
	resource: 'signOn',
	operation: 'getKey',
	name: 'Get Key',
	action: 'Get a sign on key for a member',
	credential,
	summary:
		'Get a key that Token: Issue exchanges for an access token of the member, without a password; it is a secret that works once and for a short time',
	// A ticket is taken once, so the request that carries it is not repeated.
	route: 'GET /account/autologin/entgrant',
	repeatable: false,
	reads: true,
	signed: false,
	dateline: false,
	special: 'signOnKey',
	input: { member: person },
	output: returns<{ account: string; svckey: string }>(),
	example: { member: by('account', 'zhang.wei@example.com') },
});

export const getLoginUrl = operation({
	id: 'signOnLoginUrl',
	resource: 'signOn',
	operation: 'getLoginUrl',
	name: 'Get Login URL',
	action: 'Get a login URL for a member',
	credential,
	summary:
		'Make a URL that signs a member on in a browser, without a password; nothing is sent, and the URL is a secret that works once and for a short time',
	route: getKey.route,
	covers: [getKey],
	repeatable: true,
	reads: true,
	signed: false,
	dateline: false,
	special: 'signOnUrl',
	input: {
		member: person,
		returnUrl: text({
			label: 'Return URL',
			wire: 'returnurl',
			help: 'Address that the browser goes to after signing on; the start page of the service when empty',
			placeholder: 'e.g. https://example.com/start',
		}),
	},
	output: returns<{ url: string }>(),
	example: { member: by('account', 'zhang.wei@example.com') },
});

export const issueToken = operation({
	id: 'tokenIssue',
	resource: 'token',
	operation: 'issue',
	name: 'Issue',
	action: 'Issue an access token',
	credential,
	summary: 'Get or refresh an access token of a member; the answer holds secrets',
	// A refresh token, sign-on key or third-party code may be good once.
	route: 'POST /m-api/oauth2/token2',
	repeatable: false,
	special: 'tokenIssue',
	input: {
		grant: required(
			choice({
				label: 'Grant',
				wire: 'grant_type',
				help: 'By what the member is known',
				fallback: 'password',
				choices: {
					password: { label: 'Password' },
					refreshToken: { label: 'Refresh Token', wire: 'refresh_token' },
					exchangeToken: {
						label: 'Exchange Token',
						wire: 'exchange_token',
						help: 'A code or token of a third party',
					},
					signOnKey: { label: 'Sign On Key', wire: 'svckey', help: 'A key of Sign On: Get Key' },
				},
			}),
		),
		username: shownFor(
			'grant',
			['password'],
			required(text({ label: 'User Name', help: 'Account of the member', placeholder: 'e.g. name@example.com' })),
		),
		password: shownFor(
			'grant',
			['password'],
			required(
				text({
					password: true,
					composed: true,
					help: 'Password of the member, as it is typed at sign-in; it is sent as MD5, or as base64 for an account with a domain',
				}),
			),
		),
		refreshToken: shownFor(
			'grant',
			['refreshToken'],
			required(text({ password: true, help: 'The refresh token of an earlier answer' })),
		),
		exchangeToken: shownFor(
			'grant',
			['exchangeToken'],
			required(text({ password: true, help: 'The code or token that the third party gave' })),
		),
		domain: shownFor(
			'grant',
			['exchangeToken'],
			required(text({ help: 'The domain assigned to the third party', placeholder: 'e.g. example-sso' })),
		),
		auth: shownFor(
			'grant',
			['exchangeToken'],
			text({ password: true, help: 'The authorization assigned to the third party, if there is one' }),
		),
		signOnKey: shownFor(
			'grant',
			['signOnKey'],
			required(
				text({ label: 'Sign On Key', wire: 'svckey', password: true, help: 'The key of Sign On: Get Key' }),
			),
		),
	},
	compose: ({ username, password }): Record<string, string> =>
		username === undefined || password === undefined ? {} : { password: wirePassword(username, password) },
	output: returns<{ access_token: string; expires_in: number; refresh_token: string }>(),
	// Values of the other grants stand ready, as a form keeps them; they are not sent.
	example: {
		grant: 'password',
		username: 'zhang.wei@example.com',
		password: 'demo-password',
		refreshToken: 'refresh-token',
		exchangeToken: 'code:zhang.wei@example.com',
		domain: 'demo-domain',
		signOnKey: 'sign-on-key',
	},
});
