import { issueToken } from '../../protocol/catalogue/signOn';
import type { Http } from '../http/types';
import { fieldsIn } from '../../protocol/wire/json';
import { LibraryError, isLibraryError } from '../../protocol/wire/libraryError';
import {
	EARLY_MS,
	grantParams,
	identityOf,
	secretsOfGrant,
	type Grant,
	type TokenClient,
	type WireGrant,
} from '../../protocol/signOn/grants';
import { isRefreshTokenSpent } from '../../protocol/wire/errorCodes';
import { call, type Caller } from './call';
import type { Clock } from '../async/clock';
import { signOnKey } from './signOn';

/** Tokens of one person. Both are secrets. */
export interface Tokens {
	readonly accessToken: string;
	readonly refreshToken?: string;
	/** End of the access token, Unix milliseconds; absent when the service did not say. */
	readonly expiresAt?: number;
}

/** What the caller knows of earlier tokens. */
export interface Known {
	/** The access token that is refused or about to end. */
	readonly refused?: string;
	readonly refreshToken?: string;
	/** When these were read, Unix milliseconds: tokens fetched since then are news to the caller. */
	readonly readAt?: number;
}
export interface TokenPorts {
	readonly http: Http;
	readonly clock: Clock;
	readonly random?: () => number;
}

/** Fetches tokens, at most once at a time for each person in this process. */
export interface TokenKeeper {
	/** New tokens: by the refresh token when there is one, by the full grant when there is none or it is spent. Throws LibraryError. */
	renew(client: TokenClient, known: Known, ports: TokenPorts): Promise<Tokens>;
	/** The last tokens fetched for this person, if any. */
	latest(client: TokenClient): Tokens | undefined;
}

interface Entry {
	flight?: Promise<Tokens>;
	tokens?: Tokens;
	fetchedAt: number;
	readonly used: string[];
}

/** Persons remembered, and replaced tokens of each. */
const MOST = 1_000;
const MOST_USED = 20;

/** Makes a keeper. The package has one for the whole process, so that parallel executions share renewals. */
export function tokenKeeper(): TokenKeeper {
	const entries = new Map<string, Entry>();
	const entryOf = (client: TokenClient): Entry => {
		const key = identityOf(client);
		const entry = entries.get(key) ?? { fetchedAt: -Infinity, used: [] };
		remember(entries, key, entry);
		return entry;
	};
	return {
		latest: (client) => entries.get(identityOf(client))?.tokens,
		renew: async (client, given, ports) => {
			const known =
				client.grant.type === 'refreshToken' ? { ...given, refreshToken: client.grant.refreshToken } : given;
			const entry = entryOf(client);
			if (entry.flight) return await entry.flight;
			if (entry.tokens && isNews(entry, known) && lives(entry.tokens, ports.clock.now())) return entry.tokens;
			entry.flight = renewed(client, entry, known, ports);
			try {
				const tokens = await entry.flight;
				// Whoever reads the credential from now on asks with the rotated refresh token.
				if (client.grant.type === 'refreshToken' && tokens.refreshToken) {
					remember(
						entries,
						identityOf({ ...client, grant: { type: 'refreshToken', refreshToken: tokens.refreshToken } }),
						entry,
					);
				}
				return tokens;
			} finally {
				delete entry.flight;
			}
		},
	};
}

function remember(entries: Map<string, Entry>, key: string, entry: Entry): void {
	entries.delete(key);
	entries.set(key, entry);
	const [oldest] = entries.keys();
	if (entries.size > MOST && oldest !== undefined) entries.delete(oldest);
}

/** Whether a token may be used for a while yet. One without an end is used until it is refused. */
export const lives = ({ expiresAt }: Pick<Tokens, 'expiresAt'>, now: number): boolean =>
	expiresAt === undefined || now < expiresAt - EARLY_MS;

/** Whether the kept tokens came after those the caller knows: they were replaced here, or fetched since the caller read its own. */
function isNews({ tokens, used, fetchedAt }: Entry, { refused, refreshToken, readAt }: Known): boolean {
	if (refused && refused === tokens?.accessToken) return false;
	return (
		[refused, refreshToken].some((token) => token && used.includes(token)) ||
		(readAt !== undefined && readAt <= fetchedAt)
	);
}

async function renewed(
	client: TokenClient,
	entry: Entry,
	{ refused, refreshToken: own }: Known,
	ports: TokenPorts,
): Promise<Tokens> {
	// A refresh token is good once: what was replaced here gives way to what replaced it.
	const refreshToken = own && entry.used.includes(own) ? (entry.tokens?.refreshToken ?? own) : own;
	const before = entry.tokens;
	const tokens = await refreshOrGrant(client, refreshToken, ports);
	entry.used.push(
		...[refused, own, refreshToken, before?.accessToken].filter(
			(token): token is string => Boolean(token) && token !== tokens.refreshToken && token !== tokens.accessToken,
		),
	);
	entry.used.splice(0, entry.used.length - MOST_USED);
	entry.tokens = tokens;
	entry.fetchedAt = ports.clock.now();
	return tokens;
}

async function refreshOrGrant(
	client: TokenClient,
	refreshToken: string | undefined,
	ports: TokenPorts,
): Promise<Tokens> {
	if (!refreshToken) return await granted(client, client.grant, ports);
	try {
		const tokens = await granted(client, { type: 'refreshToken', refreshToken }, ports);
		// Without a new one the old one stays good (ambiguities B08).
		return { refreshToken, ...tokens };
	} catch (cause) {
		if (client.grant.type === 'refreshToken' || !isLibraryError(cause) || !isRefreshTokenSpent(cause.code))
			throw cause;
		return await granted(client, client.grant, ports);
	}
}

async function granted(client: TokenClient, grant: Grant, ports: TokenPorts): Promise<Tokens> {
	const caller: Caller = {
		account: {
			kind: 'enterprise',
			baseUrl: client.baseUrl,
			vendorPrefix: client.vendorPrefix,
			clientId: client.clientId,
			secret: client.secret,
			http: { allowUnauthorizedCerts: false },
		},
		...ports,
	};
	const wire: WireGrant =
		grant.type === 'signOnKey' ? { type: 'signOnKey', key: await signOnKey(caller, grant.account) } : grant;
	const secrets = [...secretsOfGrant(client.grant), ...secretsOfGrant(wire)];
	return tokensIn(
		await call({ ...caller, secrets }, issueToken, grantParams(wire, client.vendorPrefix)),
		ports.clock.now(),
	);
}

function tokensIn(answer: unknown, now: number): Tokens {
	const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn } = fieldsIn(answer);
	if (typeof accessToken !== 'string' || accessToken === '')
		throw new LibraryError('protocol', 'The service answered without an access token', {
			operation: issueToken.id,
			hint: 'Check the Base URL of the credential',
		});
	const seconds = Number(expiresIn ?? NaN);
	return {
		accessToken,
		...(typeof refreshToken === 'string' && refreshToken !== '' ? { refreshToken } : {}),
		...(Number.isFinite(seconds) ? { expiresAt: now + seconds * 1000 } : {}),
	};
}
