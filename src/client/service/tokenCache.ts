import {
	identityOf,
	type TokenClient,
	type Grant,
	grantParams,
	secretsOfGrant,
	type WireGrant,
} from '../../protocol/signOn/grants';
import { recentMap } from '../async/recentMap';
import { issueToken } from '../../protocol/catalogue/signOn';
import { isRefreshTokenSpent } from '../../protocol/wire/errorCodes';
import { defined, fieldsIn, filledText, numberOf } from '../../protocol/wire/json';
import { isLibraryError, LibraryError } from '../../protocol/wire/libraryError';
import type { Clock } from '../async/clock';
import type { Http } from '../http/types';
import { call, type Caller } from './call';
import type { SecretVault } from './secretVault';
import { signOnKey } from './singleSignOn';

/** The tokens that a caller of the cache already knows. */
export interface KnownTokens {
	/** The access token that was refused or is about to expire. */
	readonly refused?: string;
	readonly refreshToken?: string;
	/** When these were read, Unix milliseconds: tokens obtained since then are new to the caller. */
	readonly readAt?: number;
}

/** Obtains tokens and keeps them in memory: for each user of this process at most one renewal at a time. */
export interface TokenCache {
	/**
	 * Tokens that are newer than `known`: those of the cache, or of the renewal that is already under way, else new
	 * ones (`obtainTokens`). Throws LibraryError; a failure is not cached.
	 */
	renew(client: TokenClient, known: KnownTokens, ports: TokenPorts): Promise<Tokens>;
	/** The last tokens obtained for this user, if any. */
	latest(client: TokenClient): Tokens | undefined;
}

/** The cached state of one user. */
interface Entry {
	renewal?: Promise<Tokens>;
	tokens?: Tokens;
	obtainedAt: number;
	/** Tokens that were replaced by newer ones, oldest first. */
	readonly replaced: string[];
}

const MAX_USERS = 1_000;
const MAX_REPLACED = 20;
/** How long before its end a token counts as expired, in ms: it must outlive the call it is used for. */
const EARLY_MS = 60_000;

/** An empty cache. The package has one for the whole process, so that parallel executions share renewals. */
export function makeTokenCache(): TokenCache {
	const entries = recentMap<string, Entry>(MAX_USERS);
	const entryOf = (client: TokenClient): Entry => {
		const key = identityOf(client);
		const entry = entries.get(key) ?? { obtainedAt: -Infinity, replaced: [] };
		entries.set(key, entry);
		return entry;
	};
	return {
		latest: (client) => entries.get(identityOf(client))?.tokens,
		renew: async (client, given, ports) => {
			const known = withOwnToken(client, given);
			const entry = entryOf(client);
			if (entry.renewal) return await entry.renewal;
			if (entry.tokens && isNews(entry, known) && isUsable(entry.tokens, ports.clock.now())) return entry.tokens;
			entry.renewal = renewed(entry, client, known, ports);
			try {
				const tokens = await entry.renewal;
				const rotated = rotatedClient(client, tokens);
				if (rotated) entries.set(identityOf(rotated), entry);
				return tokens;
			} finally {
				delete entry.renewal;
			}
		},
	};
}

/**
 * Whether an access token may still be used: for a minute at least, or until it is refused when its end is not known.
 */
export const isUsable = ({ expiresAt }: Pick<Tokens, 'expiresAt'>, now: number): boolean =>
	expiresAt === undefined || now < expiresAt - EARLY_MS;

/** With the grant Refresh Token, the refresh token of the credential is the one to use. */
const withOwnToken = ({ grant }: TokenClient, known: KnownTokens): KnownTokens =>
	grant.type === 'refreshToken' ? { ...known, refreshToken: grant.refreshToken } : known;

/** With the grant Refresh Token: the client with the rotated token, as the credential names it from now on. */
const rotatedClient = (client: TokenClient, { refreshToken }: Tokens): TokenClient | undefined =>
	client.grant.type === 'refreshToken' && refreshToken
		? { ...client, grant: { type: 'refreshToken', refreshToken } }
		: undefined;

/**
 * Whether the cached tokens are newer than those the caller knows: they replaced one of these, or were obtained since
 * the caller read its own.
 */
function isNews({ tokens, replaced, obtainedAt }: Entry, { refused, refreshToken, readAt }: KnownTokens): boolean {
	if (refused && refused === tokens?.accessToken) return false;
	const knowsReplaced = [refused, refreshToken].some((token) => token && replaced.includes(token));
	return knowsReplaced || (readAt !== undefined && readAt <= obtainedAt);
}

async function renewed(
	entry: Entry,
	client: TokenClient,
	{ refused, refreshToken: own }: KnownTokens,
	ports: TokenPorts,
): Promise<Tokens> {
	// A refresh token is valid once: one that was replaced here gives way to its replacement.
	const refreshToken = own && entry.replaced.includes(own) ? (entry.tokens?.refreshToken ?? own) : own;
	const before = entry.tokens?.accessToken;
	const tokens = await obtainTokens(client, refreshToken, ports);
	rememberReplaced(entry, [refused, own, refreshToken, before], tokens);
	entry.tokens = tokens;
	entry.obtainedAt = ports.clock.now();
	return tokens;
}

function rememberReplaced({ replaced }: Entry, old: ReadonlyArray<string | undefined>, tokens: Tokens): void {
	for (const token of new Set(old))
		if (token && token !== tokens.refreshToken && token !== tokens.accessToken) replaced.push(token);
	replaced.splice(0, replaced.length - MAX_REPLACED);
}

/** The tokens of one user. Both are secrets. */
export interface Tokens {
	readonly accessToken: string;
	readonly refreshToken?: string;
	/** When the access token expires, Unix milliseconds; absent when the service did not say. */
	readonly expiresAt?: number;
}

/** What is needed to ask the service for tokens. */
interface TokenPorts {
	readonly http: Http;
	readonly clock: Clock;
	/** A number in [0, 1) for the jitter. Default: Math.random. */
	readonly random?: () => number;
	/** Learns what is sent and obtained. */
	readonly vault?: SecretVault;
}

/**
 * New tokens from the service: by `refreshToken` where there is one, by the full grant where there is none or where it
 * is of no use any more. Throws LibraryError.
 */
async function obtainTokens(client: TokenClient, refreshToken: string | undefined, ports: TokenPorts): Promise<Tokens> {
	if (!refreshToken) return await requestTokens(client, client.grant, ports);
	try {
		const tokens = await requestTokens(client, { type: 'refreshToken', refreshToken }, ports);
		// When the answer contains no new refresh token, the old one stays valid (B08).
		return { refreshToken, ...tokens };
	} catch (cause) {
		const isSpent = isLibraryError(cause) && isRefreshTokenSpent(cause.code);
		if (client.grant.type === 'refreshToken' || !isSpent) throw cause;
		return await requestTokens(client, client.grant, ports);
	}
}

async function requestTokens(client: TokenClient, grant: Grant, ports: TokenPorts): Promise<Tokens> {
	const caller = callerOf(client, ports);
	const wire: WireGrant =
		grant.type === 'signOnKey' ? { type: 'signOnKey', key: await signOnKey(caller, grant.account) } : grant;
	const secrets = [...secretsOfGrant(client.grant), ...secretsOfGrant(wire)];
	// A password signs in as often as it is sent; every other grant may be good for one answer, even a lost one.
	const repeatable = wire.type === 'password';
	const params = grantParams(wire, client.vendorPrefix);
	const answer = await call({ ...caller, secrets }, { ...issueToken, repeatable }, params);
	return tokensIn(answer, ports.clock.now());
}

const callerOf = ({ baseUrl, vendorPrefix, clientId, secret }: TokenClient, ports: TokenPorts): Caller => ({
	account: {
		kind: 'enterprise',
		baseUrl,
		vendorPrefix,
		clientId,
		secret,
		// Of no effect: the connection is that of `ports.http`.
		http: { allowUnauthorizedCerts: false },
	},
	...ports,
});

function tokensIn(answer: unknown, now: number): Tokens {
	const fields = fieldsIn(answer);
	const accessToken = filledText(fields.access_token);
	if (accessToken === undefined)
		throw new LibraryError('protocol', 'The service answered without an access token', {
			operation: issueToken.id,
			hint: 'Check the Base URL in the credential',
		});
	const seconds = numberOf(fields.expires_in);
	return {
		accessToken,
		...defined({
			refreshToken: filledText(fields.refresh_token),
			expiresAt: seconds === undefined ? undefined : now + seconds * 1000,
		}),
	};
}
