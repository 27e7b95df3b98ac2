import { issueToken } from '../../protocol/catalogue/signOn';
import {
	identityOf,
	type TokenClient,
	type Grant,
	grantParams,
	secretsOfGrant,
	signOnKeyParams,
} from '../../protocol/wire/grants';
import { hasTrait } from '../../protocol/wire/errorCodes';
import type { ServiceRequest } from '../../protocol/operation/define';
import { defined, fieldsIn, filledText, type JsonObject, secondsOf } from '../../protocol/wire/json';
import { isLibraryError, LibraryError, rethrown } from '../../protocol/wire/libraryError';
import type { WireParams } from '../../protocol/wire/sign';
import { RecentMap, whileUnderWay } from '../async/once';
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
	const renewals = new Map<Entry, Promise<Tokens>>();
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
			return await whileUnderWay(renewals, entry, async () => {
				const { tokens: latest } = entry;
				if (latest && isNews(entry, known) && isUsable(latest, ports.clock.now())) return latest;
				const tokens = await renewed(entry, client, known, ports);
				// From now on, the credential names the rotated one.
				if (client.grant.type === 'refreshToken' && tokens.refreshToken) {
					const grant = { type: 'refreshToken', refreshToken: tokens.refreshToken } as const;
					entries.set(identityOf({ ...client, grant }), entry);
				}
				return tokens;
			});
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
	ports.vault.hide(...secretsOfGrant(client.grant), ...secretsOfGrant(grant));
	const params =
		grant.type === 'signOnKey'
			? signOnKeyParams(vendorPrefix, await signOnKey(caller, grant.account))
			: grantParams(grant);
	// A password signs in as often as it is sent; every other grant may be good for one answer, even a lost one.
	const repeatable = grant.type === 'password';
	const { access_token: accessToken, ...answer } = await callForTokens(caller, { ...issueToken, repeatable }, params);
	const seconds = secondsOf(answer.expires_in);
	return {
		accessToken,
		...defined({
			refreshToken: filledText(answer.refresh_token),
			expiresAt: seconds === undefined ? undefined : ports.clock.now() + seconds * 1000,
		}),
	};
}

/** The answer of the token endpoint. Throws what `call` throws, and LibraryError protocol for one without a token. */
export async function callForTokens(
	caller: Caller,
	op: ServiceRequest,
	params: WireParams,
): Promise<JsonObject & { access_token: string }> {
	const answer = fieldsIn(await call(caller, op, params));
	const token = filledText(answer.access_token);
	if (token !== undefined) return { ...answer, access_token: token };
	throw new LibraryError('protocol', 'The service answered without an access token', {
		operation: op.id,
		hint: 'Check the Base URL in the credential',
	});
}
