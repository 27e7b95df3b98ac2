import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { pause, stopwatch } from '../../client/async/clock';
import { whileUnderWay, RecentMap } from '../../client/async/once';
import type { TokenAccount } from '../../client/service/account';
import type { Caller } from '../../client/service/call';
import { isUsable } from '../../client/service/tokenCache';
import { listMounts } from '../../protocol/catalogue/userLibrary';
import { identityOf, type TokenClient } from '../../protocol/wire/grants';
import { defined } from '../../protocol/wire/json';
import { isTokenRefused, mayHaveTrait } from '../../protocol/wire/errorCodes';
import { isLibraryError, LibraryError, rethrown } from '../../protocol/wire/libraryError';
import { ownsTokens, tokenClientOf } from './data';
import { processTokens, renewThroughN8n, tokenSecretsOf, type TokenContext } from './tokenCredential';

/* The caller of a person: its access token is obtained and renewed through n8n, which stores it. */

type Data = ICredentialDataDecryptedObject;

/** Token steps under way, by account: the others wait until n8n has stored the tokens of the first one. */
const runningSteps = new Map<string, Promise<void>>();

/** How long the tokens of another worker are waited for, in ms. */
const MAX_WAIT_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;
/** Accounts, each with the tokens that nobody has replaced within that time. */
const inVain = new RecentMap<string, true>(1_000);

/**
 * A caller with a valid access token, which it renews when the service refuses it. `data` is the credential as read
 * at `readAt` (Unix milliseconds). Throws LibraryError when no token can be obtained.
 */
export async function tokenCaller(context: TokenContext, data: Data, readAt: number): Promise<Caller> {
	const { baseUrl, vendorPrefix, secret, http } = context.caller.account();
	const accountWith = (token: string): TokenAccount => {
		context.caller.vault.keep(token);
		return { kind: 'token', baseUrl, vendorPrefix, secret, http, token };
	};
	let current = accountWith(await tokenFor(context, data, readAt, ''));
	return {
		...context.caller,
		account: () => current,
		renew: async (error, refused) => {
			if (refused.kind !== 'token' || !isTokenRefused(error)) return undefined;
			if (current.token === refused.token) {
				const now = context.caller.clock.now();
				const token = await tokenFor(context, await context.read(), now, refused.token);
				if (current.token === refused.token) current = accountWith(token);
			}
			return current;
		},
	};
}

/** A token in place of a refused one, '' for none: that of another worker which has renewed it, or a new one. */
async function tokenFor(context: TokenContext, data: Data, readAt: number, refused: string): Promise<string> {
	const client = tokenClientOf(data);
	if (client.grant.type === 'signOnKey') return await signOnToken(client, refused, context.caller);
	const token = usableToken(data, context.caller);
	return token !== undefined && token !== refused ? token : await obtainToken(context, data, refused, readAt);
}

/**
 * The access token of an account that the enterprise signs in. It stays in this process, and every process can obtain
 * one of its own: the account may be an expression that names whoever asks, and n8n would store the token of one person
 * where the next one reads it.
 */
async function signOnToken(client: TokenClient, refused: string, caller: Caller): Promise<string> {
	const latest = processTokens.latest(client);
	if (latest && latest.accessToken !== refused && isUsable(latest, caller.clock.now())) return latest.accessToken;
	const known = defined({ refused: latest?.accessToken, refreshToken: latest?.refreshToken });
	// Without the signal of this execution: others may wait for the same token.
	const { http, clock, vault } = caller;
	return (await processTokens.renew(client, known, { http, clock, vault })).accessToken;
}

/** The access token of a credential, when it belongs to this account and is valid for another minute at least. */
function usableToken(data: Data, { clock }: Caller): string | undefined {
	const token = String(data.accessToken ?? '');
	const expiresAt = Number(data.expiry ?? '');
	const isOurs = token !== '' && ownsTokens(data);
	return isOurs && isUsable(expiresAt > 0 ? { expiresAt } : {}, clock.now()) ? token : undefined;
}

/** A token that n8n obtains, in one step for all callers of an account. `refused` is '' where there was no token. */
async function obtainToken(context: TokenContext, data: Data, refused: string, readAt: number): Promise<string> {
	const client = tokenClientOf(data);
	const previous = refused || String(data.accessToken ?? '');
	const failure: unknown = await whileUnderWay(runningSteps, identityOf(client), async () => {
		await renewThroughN8n(context, data, { refusedToken: refused, readAt });
	})
		.catch((cause: unknown) => cause)
		.finally(() => context.caller.vault.hide(...tokenSecretsOf(client)));
	const known = isLibraryError(failure) ? failure : undefined;
	// Where the call after the token has failed, its answer does not matter.
	const isObtained = failure === undefined || known?.operation === listMounts.id;
	const token = isObtained ? processTokens.latest(client)?.accessToken : undefined;
	if (token !== undefined && token !== refused) return token;
	const isSpent = isGoodOnce(client) && known !== undefined && mayHaveTrait(known, 'refreshTokenSpent');
	const other = isSpent ? await tokenOfAnotherWorker(context, client, previous) : undefined;
	if (other !== undefined) return other;
	if (failure !== undefined) throw rethrown(failure);
	throw new LibraryError('auth', 'The access token could not be renewed', {
		operation: 'tokenIssue',
		hint: 'Open the credential and save it again',
	});
}

/**
 * Whether what the user entered may be used up by another worker: a refresh token, or the code of a third party. By a
 * password and by single sign-on, every worker can obtain a token of its own.
 */
const isGoodOnce = ({ grant }: TokenClient): boolean => grant.type === 'refreshToken' || grant.type === 'exchangeToken';

/**
 * The token of the worker that has used the refresh token or the code of `client` a moment ago; undefined when there
 * is none. Both work once, and that worker's tokens appear in the credential, which all workers share, as soon as it
 * has its answer: the credential is read again, with growing pauses, for up to 10 seconds. Where that was in vain, it
 * is not waited for again.
 */
async function tokenOfAnotherWorker({ read, caller }: TokenContext, client: TokenClient, previous: string) {
	const key = JSON.stringify([identityOf(client), previous]);
	const elapsedMs = stopwatch(caller.clock);
	const longest = inVain.get(key) ? 0 : MAX_WAIT_MS;
	for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
		const token = usableToken(await read(), caller);
		if (token !== undefined && token !== previous) return token;
		const left = longest - elapsedMs();
		if (left <= 0) break;
		await pause(caller.clock, Math.min(wait, left), caller.signal);
	}
	inVain.set(key, true);
	return undefined;
}
