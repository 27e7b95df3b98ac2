import { issueToken } from '../../protocol/catalogue/signOn';
import {
	type Grant,
	grantParams,
	secretsOfGrant,
	type TokenClient,
	type WireGrant,
} from '../../protocol/signOn/grants';
import { isRefreshTokenSpent } from '../../protocol/wire/errorCodes';
import { defined, fieldsIn, filledText, numberOf } from '../../protocol/wire/json';
import { isLibraryError, LibraryError } from '../../protocol/wire/libraryError';
import type { Clock } from '../async/clock';
import type { Http } from '../http/types';
import { call, type Caller } from './call';
import type { SecretVault } from './secretVault';
import { signOnKey } from './singleSignOn';

/** The tokens of one user. Both are secrets. */
export interface Tokens {
	readonly accessToken: string;
	readonly refreshToken?: string;
	/** When the access token expires, Unix milliseconds; absent when the service did not say. */
	readonly expiresAt?: number;
}

/** What is needed to ask the service for tokens. */
export interface TokenPorts {
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
export async function obtainTokens(
	client: TokenClient,
	refreshToken: string | undefined,
	ports: TokenPorts,
): Promise<Tokens> {
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
