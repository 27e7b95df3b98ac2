import { randomBytes } from 'node:crypto';
import type { Enterprise, EnterpriseClient } from './enterprise/enterprise';

/** The member a token or key stands for, the client that obtained it, and its expiry. */
interface Grantee {
	readonly client: EnterpriseClient;
	readonly memberId: number;
	expiresMs: number;
}

/** doc: `expires_in` of access tokens. */
export const TOKEN_SECONDS = 21_600;

/** doc: refresh tokens are valid for 7 days. */
export const REFRESH_SECONDS = 7 * 86_400;

/** How long a sign-on key is valid. assumed (B05): not shown. */
const SIGN_ON_KEY_SECONDS = 300;

/** Access tokens, refresh tokens, sign-on keys and used tickets. Expired access tokens are kept, to answer 40102. */
export class TokenStore {
	private readonly access = new Map<string, Grantee>();
	private readonly refresh = new Map<string, Grantee>();
	private readonly keys = new Map<string, Grantee>();
	/** Used tickets, with the time in milliseconds until which they are remembered. */
	private readonly usedTickets = new Map<string, number>();

	issue(client: EnterpriseClient, memberId: number, nowMs: number) {
		const accessToken = randomBytes(20).toString('hex');
		const refreshToken = randomBytes(20).toString('hex');
		this.access.set(accessToken, { client, memberId, expiresMs: nowMs + TOKEN_SECONDS * 1000 });
		this.refresh.set(refreshToken, { client, memberId, expiresMs: nowMs + REFRESH_SECONDS * 1000 });
		return { accessToken, refreshToken };
	}

	/** The holder of an access token, expired or not. */
	holder(accessToken: string): Grantee | undefined {
		return this.access.get(accessToken);
	}

	/** Redeems a refresh token. assumed (B08): it is valid once, for its own client; the access token stays valid. */
	redeemRefreshToken(token: string, client: EnterpriseClient, nowMs: number): Grantee | undefined {
		return redeem(this.refresh, token, { client, nowMs });
	}

	/** Issues a sign-on key for an account whose ticket was valid. */
	issueKey(client: EnterpriseClient, memberId: number, nowMs: number): string {
		const key = randomBytes(16).toString('hex');
		this.keys.set(key, { client, memberId, expiresMs: nowMs + SIGN_ON_KEY_SECONDS * 1000 });
		return key;
	}

	/** Redeems a sign-on key. assumed (B05): it is valid once, for the client whose ticket it came from. */
	redeemKey(key: string, client: EnterpriseClient, nowMs: number): Grantee | undefined {
		return redeem(this.keys, key, { client, nowMs });
	}

	/** False when the ticket was used before. assumed (B03): a ticket is built anew for every use. */
	useTicket(ticket: string, untilMs: number, nowMs: number): boolean {
		for (const [used, ms] of this.usedTickets) if (ms < nowMs) this.usedTickets.delete(used);
		if (this.usedTickets.has(ticket)) return false;
		this.usedTickets.set(ticket, untilMs);
		return true;
	}

	/** Revokes all tokens and keys of a member: they become unknown (40101). */
	revoke(enterprise: Enterprise, memberId: number): void {
		for (const grantees of [this.access, this.refresh, this.keys]) {
			for (const [token, grantee] of grantees)
				if (grantee.client.enterprise === enterprise && grantee.memberId === memberId) grantees.delete(token);
		}
	}

	/** Fault: access tokens expire at once (40102) or become unknown (40101). Refresh tokens stay valid. */
	expireAll(kind: 'expired' | 'unknown'): void {
		if (kind === 'unknown') this.access.clear();
		else for (const grantee of this.access.values()) grantee.expiresMs = 0;
	}
}

function redeem(
	grantees: Map<string, Grantee>,
	token: string,
	{ client, nowMs }: { readonly client: EnterpriseClient; readonly nowMs: number },
): Grantee | undefined {
	const grantee = grantees.get(token);
	if (!grantee || grantee.client !== client) return undefined;
	grantees.delete(token);
	return grantee.expiresMs > nowMs ? grantee : undefined;
}
