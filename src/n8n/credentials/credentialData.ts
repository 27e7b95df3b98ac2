import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { identityOf, type Grant, type TokenClient } from '../../protocol/wire/grants';
import { defined, filledText } from '../../protocol/wire/json';
import { inputError } from '../../protocol/wire/libraryError';

/** A field of a credential as text, without blanks around it. Throws inputError, naming the field, when it is empty. */
export const requiredField = (data: ICredentialDataDecryptedObject, name: string, label: string): string =>
	requiredSecret(data, name, label).trim();

/** The same exactly as entered: a password may start or end with a blank. */
function requiredSecret(data: ICredentialDataDecryptedObject, name: string, label: string): string {
	const value = String(data[name] ?? '');
	if (value.trim() === '')
		throw inputError(label, 'is missing in the credential', 'Open the credential and fill in this field.');
	return value;
}

/** Prefix of the deployment in header and event names; `svc` where none is entered. */
export const vendorPrefixOf = (data: ICredentialDataDecryptedObject): string =>
	String(data.vendorPrefix ?? '').trim() || 'svc';

type Data = ICredentialDataDecryptedObject;

/** The client and the grant that a user token credential signs in with. Throws inputError for an empty field. */
export const tokenClientOf = (data: Data): TokenClient => ({
	baseUrl: requiredField(data, 'baseUrl', 'Base URL'),
	vendorPrefix: vendorPrefixOf(data),
	clientId: requiredField(data, 'clientId', 'Client ID'),
	secret: requiredField(data, 'clientSecret', 'Client Secret'),
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
			return { type: 'signOnKey', account: requiredField(data, 'account', 'Account') };
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
