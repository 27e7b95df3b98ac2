import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { RecentMap } from '../../client/async/once';
import { makeSecretVault, type SecretVault } from '../../client/service/secretVault';
import { wirePassword } from '../../protocol/wire/grants';
import { filledText } from '../../protocol/wire/json';

/** Fields that a machine has made up: no file is called so. */
const MADE = ['orgClientSecret', 'clientSecret', 'accessToken', 'refreshToken', 'exchangeToken', 'auth'];

/** Puts the secrets of a credential into a vault, as they are entered and as they are sent. */
export function hideCredential(vault: SecretVault, data: ICredentialDataDecryptedObject): void {
	const valuesOf = (names: readonly string[]): string[] =>
		names.flatMap((name) => {
			const value = filledText(data[name]);
			return value === undefined ? [] : [...new Set([value, value.trim()])];
		});
	vault.keep(...valuesOf(MADE));
	// A person may have chosen it, and called a folder so.
	vault.hide(...valuesOf(['password']));
	const password = filledText(data.password);
	if (password !== undefined) vault.hide(wirePassword(String(data.username ?? ''), password));
}

/** Makes a text without the secrets of a credential, for what n8n shows where no node runs. */
export function credentialScrubber(data: ICredentialDataDecryptedObject): (text: string) => string {
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
