import { makeSecretVault } from '../../../src/client/service/secretVault';
import { type Tokens, makeTokenCache, type KnownTokens } from '../../../src/client/service/tokenCache';
import type { Grant, TokenClient } from '../../../src/protocol/wire/grants';
import { fakeClock, fieldsOf, scriptedHttp, type FakeClock, type Reply, type ScriptedHttp } from '../../support/ports';

export const START = 1_700_000_000_000;
const password: Grant = { type: 'password', username: 'anna', password: 'very secret' };

/** A client of user anna, by her password unless another grant is named. */
export const clientFor = (grant: Grant = password, more: Partial<TokenClient> = {}): TokenClient => ({
	baseUrl: 'https://files.example.com',
	vendorPrefix: 'svc',
	clientId: 'CLIENT',
	secret: 'client-secret-value',
	grant,
	...more,
});

/** The answer of the token endpoint with the tokens `access-<n>` and `refresh-<n>`. */
export const grantTo = (n: number | string, more: Record<string, unknown> = {}): Reply => ({
	body: { access_token: `access-${n}`, refresh_token: `refresh-${n}`, expires_in: 21600, ...more },
});

export const refused = (error: string, status = 400): Reply => ({
	status,
	body: { error, error_description: 'said the service' },
});

/** A token cache that asks a scripted service. */
export interface TokenBench {
	readonly cache: ReturnType<typeof makeTokenCache>;
	readonly http: ScriptedHttp;
	readonly clock: FakeClock;
	renew(known?: KnownTokens, client?: TokenClient): Promise<Tokens>;
	grants(): string[];
}

export function tokenBench(...script: Parameters<typeof scriptedHttp>): TokenBench {
	const [cache, http, clock] = [makeTokenCache(), scriptedHttp(...script), fakeClock(START)];
	return {
		cache,
		http,
		clock,
		renew: async (known = {}, client = clientFor()) =>
			await cache.renew(client, known, { http, clock, vault: makeSecretVault() }),
		grants: () => http.sent.map((r) => fieldsOf(r).grant_type ?? 'entgrant'),
	};
}
