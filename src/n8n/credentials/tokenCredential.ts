import {
	ApplicationError,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
} from 'n8n-workflow';
import { systemClock } from '../../client/async/clock';
import { RecentMap } from '../../client/async/once';
import { serviceUrl } from '../../client/http/addresses';
import { HELPER_TOTAL_MS, withinTotal } from '../../client/http/slowTransfer';
import type { Caller } from '../../client/service/call';
import { type Tokens, type KnownTokens, makeTokenCache } from '../../client/service/tokenCache';
import { makeSecretVault, type SecretVault } from '../../client/service/secretVault';
import { listMounts } from '../../protocol/catalogue/userLibrary';
import { pathOf } from '../../protocol/operation/define';
import { identityOf, type Grant, type TokenClient } from '../../protocol/wire/grants';
import { PLAIN_ANSWER } from '../../edition/shared/helperTransport';
import { defined } from '../../protocol/wire/json';
import { causesOf, isLibraryError, LibraryError } from '../../protocol/wire/libraryError';
import { scrubbedError } from '../context/runSecrets';
import { credentialScrubber, signaturesWith, ownsTokens, tokenClientOf } from './data';
import { HELPER_SILENCE_MS, helperHttp } from './helperHttp';
import { sentencesOf } from './fields';

/** The tokens of this process: parallel executions share renewals and see each other's tokens. */
export const processTokens = makeTokenCache();

/** What the last requests for tokens contained and were answered, for each user. */
const vaults = new RecentMap<string, SecretVault>(1_000);

function tokenVaultOf(client: TokenClient): SecretVault {
	const key = identityOf(client);
	const vault = vaults.get(key) ?? makeSecretVault();
	vaults.set(key, vault);
	// A token that was refused at once comes back here, and so may the signature that was sent with it.
	vault.note(...vault.all().flatMap(signaturesWith));
	return vault;
}

/** Secrets in the last requests for a user's tokens and in the answers: n8n makes them outside of the run. */
export const tokenSecretsOf = (client: TokenClient): readonly string[] => tokenVaultOf(client).all();

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

function knownTokens(data: ICredentialDataDecryptedObject): KnownTokens {
	const hint: Partial<Record<keyof RenewalHint, unknown>> = data;
	return {
		refused: String(hint.refusedToken ?? '') || String(data.accessToken ?? ''),
		// After an edit of the credential, the stored tokens would sign in the previous account.
		refreshToken: ownsTokens(data) ? String(data.refreshToken ?? '').trim() : '',
		...defined({ readAt: typeof hint.readAt === 'number' ? hint.readAt : undefined }),
	};
}

function storedFields(client: TokenClient, { accessToken, refreshToken = '', expiresAt }: Tokens): IDataObject {
	const grant: Grant =
		client.grant.type === 'refreshToken' && refreshToken ? { type: 'refreshToken', refreshToken } : client.grant;
	return { accessToken, refreshToken, expiry: expiresAt ?? '', tokenFor: identityOf({ ...client, grant }) };
}

/** Not the LibraryError itself, because n8n replaces the message of an error that has a status. */
function shownByN8n(failure: LibraryError, scrub: (text: string) => string): ApplicationError {
	const cause = scrubbedError(failure, scrub);
	return new ApplicationError(sentencesOf(cause), { cause, level: 'warning' });
}

/** What our nodes pass to `preAuthenticate` beside the credential itself; n8n never stores it. */
interface RenewalHint {
	/** The access token that the service refused; empty where there was none. */
	readonly refusedToken: string;
	/** When the credential was read, Unix milliseconds. */
	readonly readAt: number;
}

/** What obtaining a token needs of a running node. */
export interface TokenContext {
	readonly context: { helpers: object };
	readonly type: string;
	/** Reads the credential of the node, as n8n has it now. */
	readonly read: () => Promise<ICredentialDataDecryptedObject>;
	readonly caller: Caller;
}

/**
 * One cheap signed call by n8n's own helper, made only because n8n then stores what `preAuthentication` answers. n8n
 * asks for a token first, because the credential passed to it contains none. What the call itself answers does not
 * matter. Throws LibraryError.
 */
export async function renewThroughN8n(
	{ context, type, caller }: TokenContext,
	data: ICredentialDataDecryptedObject,
	hint: RenewalHint,
): Promise<void> {
	const { httpRequestWithAuthentication } = context.helpers as IExecuteFunctions['helpers'];
	const options: IHttpRequestOptions = {
		method: 'GET',
		url: serviceUrl(caller.account().baseUrl, pathOf(listMounts)).href,
		headers: { accept: 'application/json' },
		...PLAIN_ANSWER,
		timeout: HELPER_SILENCE_MS,
	};
	const credentialsDecrypted = { id: type, name: type, type, data: { ...data, ...hint, accessToken: '' } };
	// n8n asks for a token, makes the call, and where that is refused does both once more.
	const time = { clock: caller.clock, ms: 4 * HELPER_TOTAL_MS, where: new URL(options.url).origin };
	try {
		await withinTotal(time, async (abortSignal) => {
			const limited = { ...options, abortSignal };
			const { body } = (await httpRequestWithAuthentication.call(context as IExecuteFunctions, type, limited, {
				credentialsDecrypted,
			})) as { readonly body?: { destroy?(): void } };
			body?.destroy?.();
		});
	} catch (failure) {
		throw libraryErrorIn(failure);
	}
}

/** The LibraryError inside n8n's wrapping. Any other failure loses its cause, which contains the signed request. */
const libraryErrorIn = (failure: unknown): LibraryError =>
	[...causesOf(failure)].find(isLibraryError) ??
	new LibraryError('network', 'The service could not be reached to check the access token', {
		operation: listMounts.id,
		hint: 'Check the Base URL of the credential and that this n8n can reach the service.',
	});
