import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { identityOf, type Grant, type TokenClient, wirePassword } from '../../protocol/wire/grants';
import type { AuthKind } from '../../protocol/operation/define';
import { defined, filledText } from '../../protocol/wire/json';
import { inputError } from '../../protocol/wire/libraryError';
import { RecentMap } from '../../client/async/once';
import { makeSecretVault, type SecretVault } from '../../client/service/secretVault';

type Data = ICredentialDataDecryptedObject;

/** A field of a credential as text, without blanks around it. Throws inputError, naming the field, when it is empty. */
const requiredField = (data: Data, name: string, label: string): string => requiredSecret(data, name, label).trim();

/** The same exactly as entered: a password may start or end with a blank. */
function requiredSecret(data: Data, name: string, label: string): string {
	const value = String(data[name] ?? '');
	if (value.trim() === '')
		throw inputError(label, 'is missing in the credential', 'Open the credential and fill in this field.');
	return value;
}

/** The text that an expression makes of a person who is not there. No account is called so. */
const NOBODY = /^(undefined|null|nan|\[object \w+\])$/i;

/** The account that the enterprise signs in. Throws inputError where it is empty, or the text of nothing. */
function signOnAccount(data: Data): string {
	const account = typeof data.account === 'object' ? '' : String(data.account ?? '').trim();
	if (account !== '' && !NOBODY.test(account)) return account;
	throw inputError(
		'Account',
		'is missing in the credential',
		'Open the credential and fill in this field. If it is an expression, it found nobody: ' +
			'does the trigger sign users in, and tell who they are?',
	);
}

/** Credential type of each kind of secret, and the names of the fields that contain the account and its secret. */
const CREDENTIALS = {
	org: { type: 'fileLibraryOrgApi', id: 'orgClientId', secret: 'orgClientSecret', label: 'Library Client' },
	enterprise: { type: 'fileLibraryEnterpriseApi', id: 'clientId', secret: 'clientSecret', label: 'Client' },
	token: { type: 'fileLibraryTokenApi', id: 'clientId', secret: 'clientSecret', label: 'Client' },
	partner: { type: 'fileLibraryPartnerApi', id: 'clientId', secret: 'clientSecret', label: 'Client' },
} as const satisfies Record<AuthKind, unknown>;

/** The name of the credential type that signs an operation. */
export const credentialType = (kind: AuthKind): string => CREDENTIALS[kind].type;

/** The service and the client of a credential. Throws inputError for an empty field. */
export function serviceAndClient(kind: AuthKind, data: Data) {
	const { id, secret, label } = CREDENTIALS[kind];
	return {
		baseUrl: requiredField(data, 'baseUrl', 'Base URL'),
		/** Prefix of the deployment in header and event names; `svc` where none is entered. */
		vendorPrefix: String(data.vendorPrefix ?? '').trim() || 'svc',
		clientId: requiredField(data, id, `${label} ID`),
		secret: requiredField(data, secret, `${label} Secret`),
	};
}

/** The client and the grant that a user token credential signs in with. Throws inputError for an empty field. */
export const tokenClientOf = (data: Data): TokenClient => ({
	...serviceAndClient('token', data),
	grant: grantOf(data),
});

function grantOf(data: Data): Grant {
	switch (data.grantType) {
		case 'refreshToken':
			return { type: 'refreshToken', refreshToken: requiredField(data, 'refreshToken', 'Refresh Token') };
		case 'exchangeToken':
			return {
				type: 'exchangeToken',
				exchangeToken: requiredField(data, 'exchangeToken', 'Exchange Token'),
				domain: requiredField(data, 'domain', 'Domain'),
				...defined({ auth: filledText(String(data.auth ?? '').trim()) }),
			};
		case 'signOnKey':
			return { type: 'signOnKey', account: signOnAccount(data) };
		default:
			return {
				type: 'password',
				username: requiredField(data, 'username', 'User Name'),
				password: requiredSecret(data, 'password', 'Password'),
			};
	}
}

/** Whether the stored tokens are of this account: after an edit of the credential they may be of another one. */
export const ownsTokens = (data: Data): boolean => !data.tokenFor || data.tokenFor === identityOf(tokenClientOf(data));

/** Fields that a machine has made up: no file is called so. */
const MADE = ['orgClientSecret', 'clientSecret', 'accessToken', 'refreshToken', 'exchangeToken', 'auth'];

/** Puts the secrets of a credential into a vault, as they are entered and as they are sent. */
export function hideCredential(vault: SecretVault, data: Data): void {
	const spellingsOf = (name: string) => [filledText(data[name]), filledText(data[name])?.trim()];
	vault.keep(...MADE.flatMap(spellingsOf));
	// A person may have chosen it, and called a folder so.
	vault.hide(...spellingsOf('password'));
	const password = filledText(data.password);
	if (password !== undefined) vault.hide(wirePassword(String(data.username ?? ''), password));
}

/** Makes a text without the secrets of a credential, for what n8n shows where no node runs. */
export function credentialScrubber(data: Data): (text: string) => string {
	const vault = makeSecretVault();
	hideCredential(vault, data);
	return vault.forErrors;
}

/** The last signatures of requests that n8n's own helpers sent, by the access token that was sent with them. */
const signatures = new RecentMap<string, readonly string[]>(500);
const EACH = 5;

/** Remembers the signature of a request. */
export const rememberSignature = (token: string, signature: string): void =>
	void signatures.set(token, [...signaturesWith(token), signature].slice(-EACH));

/** The last signatures of requests with a token, which errors of a run may not show either. */
export const signaturesWith = (token: string): readonly string[] => signatures.get(token) ?? [];
