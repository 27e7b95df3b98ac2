import { randomBytes } from 'node:crypto';
import type { EmulatorOptions } from '../world/options';
import type { EnterpriseClient } from './enterprise/apiClients';
import type { Enterprise } from './enterprise/enterprise';

/** Who a token or key stands for, and until when. */
export interface Grantee {
	readonly client: EnterpriseClient;
	readonly memberId: number;
	expiresMs: number;
}

/** A pair of tokens as the token endpoint gives them. */
export interface TokenPair {
	readonly accessToken: string;
	readonly refreshToken: string;
	readonly expiresIn: number;
}

type Lifetimes = Pick<EmulatorOptions, 'tokenSeconds' | 'refreshSeconds' | 'signOnKeySeconds'>;

/** Access tokens, refresh tokens, sign-on keys and the tickets that were used. Expired access tokens are remembered (40102). */
export class TokenDesk {
	private readonly access = new Map<string, Grantee>();
	private readonly refresh = new Map<string, Grantee>();
	private readonly keys = new Map<string, Grantee>();
	private readonly usedTickets = new Map<string, number>();

	constructor(private readonly lives: Lifetimes) {}

	issue(client: EnterpriseClient, memberId: number, nowMs: number): TokenPair {
		const expiresIn = this.lives.tokenSeconds;
		const pair = {
			accessToken: randomBytes(20).toString('hex'),
			refreshToken: randomBytes(20).toString('hex'),
			expiresIn,
		};
		this.access.set(pair.accessToken, { client, memberId, expiresMs: nowMs + expiresIn * 1000 });
		this.refresh.set(pair.refreshToken, { client, memberId, expiresMs: nowMs + this.lives.refreshSeconds * 1000 });
		return pair;
	}

	/** The holder of an access token, expired or not. */
	holder(accessToken: string): Grantee | undefined {
		return this.access.get(accessToken);
	}

	/** Takes a refresh token in. assumed (ambiguity B08): it works once and for its own client; the access token stays valid. */
	takeRefresh(token: string, client: EnterpriseClient, nowMs: number): Grantee | undefined {
		return take(this.refresh, token, client, nowMs);
	}

	/** A sign-on key for an account whose ticket was right. */
	newKey(client: EnterpriseClient, memberId: number, nowMs: number): string {
		const key = randomBytes(16).toString('hex');
		this.keys.set(key, { client, memberId, expiresMs: nowMs + this.lives.signOnKeySeconds * 1000 });
		return key;
	}

	/** Takes a sign-on key in. assumed (ambiguity B05): it works once, for the client whose ticket it came from. */
	takeKey(key: string, client: EnterpriseClient, nowMs: number): Grantee | undefined {
		return take(this.keys, key, client, nowMs);
	}

	/** False when the ticket was used before. assumed (ambiguity B03): tickets are built afresh for every use. */
	useTicket(ticket: string, untilMs: number, nowMs: number): boolean {
		for (const [old, ms] of this.usedTickets) if (ms < nowMs) this.usedTickets.delete(old);
		if (this.usedTickets.has(ticket)) return false;
		this.usedTickets.set(ticket, untilMs);
		return true;
	}

	/** Ends everything a member holds: its tokens become unknown (40101). */
	revoke(enterprise: Enterprise, memberId: number): void {
		for (const held of [this.access, this.refresh, this.keys]) {
			for (const [token, grantee] of held)
				if (grantee.client.enterprise === enterprise && grantee.memberId === memberId) held.delete(token);
		}
	}

	/** Fault: access tokens expire at once (`expired`, 40102) or were never given (`unknown`, 40101). Refresh tokens stay. */
	expireAll(kind: 'expired' | 'unknown'): void {
		if (kind === 'unknown') this.access.clear();
		else for (const grantee of this.access.values()) grantee.expiresMs = 0;
	}
}

function take(held: Map<string, Grantee>, token: string, client: EnterpriseClient, nowMs: number): Grantee | undefined {
	const grantee = held.get(token);
	if (!grantee || grantee.client !== client) return undefined;
	held.delete(token);
	return grantee.expiresMs > nowMs ? grantee : undefined;
}
