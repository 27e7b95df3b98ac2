import { issueToken } from '../../protocol/catalogue/signOn';
import {
	identityOf,
	type TokenClient,
	type Grant,
	grantParams,
	secretsOfGrant,
	type WireGrant,
} from '../../protocol/wire/grants';
import { hasTrait } from '../../protocol/wire/errorCodes';
import { defined, fieldsIn, filledText, secondsOf } from '../../protocol/wire/json';
import { isLibraryError, LibraryError, rethrown } from '../../protocol/wire/libraryError';
import { RecentMap } from '../async/once';
import { call, type Caller } from './call';
import { signOnKey } from './singleSignOn';

/** The tokens that a caller of the cache already knows. */
export interface KnownTokens {
	/** The access token that was refused or is about to expire. */
	readonly refused?: string;
	readonly refreshToken?: string;
	/** When these were read, Unix milliseconds: tokens obtained since then are new to the caller. */
	readonly readAt?: number;
}

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

/** An empty cache of tokens, one for the whole process: each user has at most one renewal at a time. */
export function makeTokenCache() {
	const entries = new RecentMap<string, Entry>(MAX_USERS);
	return {
		latest: (client: TokenClient): Tokens | undefined => entries.get(identityOf(client))?.tokens,
		/**
		 * Tokens that are newer than `given`: those of the cache, or of the renewal that is already under way, else new
		 * ones. Throws LibraryError; a failure is not cached.
		 */
		renew: async (client: TokenClient, given: KnownTokens, ports: TokenPorts): Promise<Tokens> => {
			// With the grant Refresh Token, that of the credential is the one to use.
			const own = client.grant.type === 'refreshToken' ? { refreshToken: client.grant.refreshToken } : {};
			const known = { ...given, ...own };
			const key = identityOf(client);
			const entry: Entry = entries.get(key) ?? { obtainedAt: -Infinity, replaced: [] };
			entries.set(key, entry);
			if (entry.renewal) return await entry.renewal;
			if (entry.tokens && isNews(entry, known) && isUsable(entry.tokens, ports.clock.now())) return entry.tokens;
			entry.renewal = renewed(entry, client, known, ports);
			try {
				const tokens = await entry.renewal;
				// From now on, the credential names the rotated one.
				if (client.grant.type === 'refreshToken' && tokens.refreshToken) {
					const grant = { type: 'refreshToken', refreshToken: tokens.refreshToken } as const;
					entries.set(identityOf({ ...client, grant }), entry);
				}
				return tokens;
			} finally {
				delete entry.renewal;
			}
		},
	};
}

/** Whether a token may be used for another minute; one whose end is not known, until it is refused. */
export const isUsable = ({ expiresAt }: Pick<Tokens, 'expiresAt'>, now: number): boolean =>
	expiresAt === undefined || now < expiresAt - EARLY_MS;

/** Whether the cached tokens replaced one that the caller knows, or were obtained since it read its own. */
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

type TokenPorts = Pick<Caller, 'http' | 'clock' | 'vault'>;

/** New tokens: by `refreshToken`, or by the full grant where there is none or it is of no use. Throws LibraryError. */
async function obtainTokens(client: TokenClient, refreshToken: string | undefined, ports: TokenPorts): Promise<Tokens> {
	if (!refreshToken) return await requestTokens(client, client.grant, ports);
	try {
		const tokens = await requestTokens(client, { type: 'refreshToken', refreshToken }, ports);
		// When the answer contains no new refresh token, the old one stays valid (B08).
		return { refreshToken, ...tokens };
	} catch (cause) {
		const isSpent = isLibraryError(cause) && hasTrait(cause, 'refreshTokenSpent');
		if (client.grant.type === 'refreshToken' || !isSpent) throw rethrown(cause);
		return await requestTokens(client, client.grant, ports);
	}
}

async function requestTokens(client: TokenClient, grant: Grant, ports: TokenPorts): Promise<Tokens> {
	const { baseUrl, vendorPrefix, clientId, secret } = client;
	// Its settings of HTTP have no effect: the connection is that of `ports.http`.
	const http = { allowUnauthorizedCerts: false };
	const account = { kind: 'enterprise', baseUrl, vendorPrefix, clientId, secret, http } as const;
	const caller: Caller = { account: () => account, ...ports };
	const wire: WireGrant =
		grant.type === 'signOnKey' ? { type: 'signOnKey', key: await signOnKey(caller, grant.account) } : grant;
	ports.vault.hide(...secretsOfGrant(client.grant), ...secretsOfGrant(wire));
	// A password signs in as often as it is sent; every other grant may be good for one answer, even a lost one.
	const repeatable = wire.type === 'password';
	const params = grantParams(wire, vendorPrefix);
	const answer = await call(caller, { ...issueToken, repeatable }, params);
	return tokensIn(answer, ports.clock.now());
}

function tokensIn(answer: unknown, now: number): Tokens {
	const fields = fieldsIn(answer);
	const accessToken = filledText(fields.access_token);
	if (accessToken === undefined)
		throw new LibraryError('protocol', 'The service answered without an access token', {
			operation: issueToken.id,
			hint: 'Check the Base URL in the credential',
		});
	const seconds = secondsOf(fields.expires_in);
	return {
		accessToken,
		...defined({
			refreshToken: filledText(fields.refresh_token),
			expiresAt: seconds === undefined ? undefined : now + seconds * 1000,
		}),
	};
}
