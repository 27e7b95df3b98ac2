import {
	ApplicationError,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IHttpRequestHelper,
} from 'n8n-workflow';
import { systemClock } from '../../client/async/clock';
import { recentMap } from '../../client/async/recentMap';
import { type Tokens, makeTokenCache, type KnownTokens } from '../../client/service/tokenCache';
import { makeSecretVault, type SecretVault } from '../../client/service/secretVault';
import { identityOf, type Grant, type TokenClient } from '../../protocol/signOn/grants';
import { defined } from '../../protocol/wire/json';
import { isLibraryError, type LibraryError } from '../../protocol/wire/libraryError';
import { scrubbedError } from '../context/runSecrets';
import { credentialScrubber, signaturesWith } from './credentialSecrets';
import { helperHttp } from './helperHttp';
import { sentencesOf } from './testMessages';
import { ownsTokens, tokenClientOf } from './tokenClient';

/** The tokens of this process: parallel executions share renewals and see each other's tokens. */
export const processTokens = makeTokenCache();

/** What the last requests for tokens contained and were answered, for each user. */
const vaults = recentMap<string, SecretVault>(1_000);

function tokenVaultOf(client: TokenClient): SecretVault {
	const key = identityOf(client);
	const vault = vaults.get(key) ?? makeSecretVault();
	vaults.set(key, vault);
	// A token that was refused at once comes back here, and so may the signature that was sent with it.
	vault.note(...vault.all().flatMap(signaturesWith));
	return vault;
}

/**
 * What the last requests for tokens of a user contained and were answered: n8n makes them, and one with the new token,
 * outside of the run that needs it.
 */
export const tokenSecretsOf = (client: TokenClient): readonly string[] => tokenVaultOf(client).all();

/** What our nodes pass to `preAuthenticate` beside the credential itself; n8n never stores it. */
export interface RenewalHint {
	/** The access token that the service refused; empty where there was none. */
	readonly refusedToken: string;
	/** When the credential was read, Unix milliseconds. */
	readonly readAt: number;
}

/**
 * The `preAuthentication` of the credential: n8n calls it when there is no access token or the service refused it,
 * and stores what it returns. Requests go through n8n's own helper, the only one available here. Throws an
 * ApplicationError whose cause is the LibraryError.
 */
export async function preAuthenticate(
	this: IHttpRequestHelper,
	data: ICredentialDataDecryptedObject,
): Promise<IDataObject> {
	try {
		const client = tokenClientOf(data);
		const http = helperHttp(this, data.allowUnauthorizedCerts === true);
		const ports = { http, clock: systemClock, vault: tokenVaultOf(client) };
		const tokens = await processTokens.renew(client, knownTokens(data), ports);
		return storedFields(client, tokens);
	} catch (cause) {
		throw isLibraryError(cause) ? shownByN8n(cause, credentialScrubber(data)) : cause;
	}
}

/** The tokens that the credential has, and what our nodes know about them. */
function knownTokens(data: ICredentialDataDecryptedObject): KnownTokens {
	const hint: Partial<Record<keyof RenewalHint, unknown>> = data;
	return {
		refused: String(hint.refusedToken ?? '') || String(data.accessToken ?? ''),
		// After an edit of the credential, the stored tokens would sign in the previous account.
		refreshToken: ownsTokens(data) ? String(data.refreshToken ?? '').trim() : '',
		...defined({ readAt: typeof hint.readAt === 'number' ? hint.readAt : undefined }),
	};
}

/** Tokens as the fields of the credential in which n8n stores them. */
function storedFields(client: TokenClient, { accessToken, refreshToken = '', expiresAt }: Tokens): IDataObject {
	const grant: Grant =
		client.grant.type === 'refreshToken' && refreshToken ? { type: 'refreshToken', refreshToken } : client.grant;
	return { accessToken, refreshToken, expiry: expiresAt ?? '', tokenFor: identityOf({ ...client, grant }) };
}

/**
 * Not the LibraryError itself, because n8n replaces the message of an error that has a status. The credential test
 * shows the message only, so that says how to fix it too.
 */
function shownByN8n(failure: LibraryError, scrub: (text: string) => string): ApplicationError {
	const cause = scrubbedError(failure, scrub);
	return new ApplicationError(sentencesOf(cause), { cause, level: 'warning' });
}
