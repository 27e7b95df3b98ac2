import { hmac } from '../wire/sign';

/** What a ticket says. */
export interface TicketParts {
	/** The account to sign in. */
	readonly account: string;
	/** Six random characters of [A-Za-z0-9], new for each ticket. */
	readonly nonce: string;
	/** Unix seconds as text, the form that two clients of a deployment send (client facts 4.1). */
	readonly time: string;
}

/**
 * The single sign-on ticket before URL encoding: base64 of a JSON text whose `sign` covers account, n and t, joined by
 * LF. In a query it is percent-encoded once (document, Single sign-on ticket; B02).
 */
export function ticket({ account, nonce, time }: TicketParts, clientSecret: string): string {
	const sign = hmac([account, nonce, time].join('\n'), clientSecret);
	return Buffer.from(JSON.stringify({ account, n: nonce, t: time, sign }), 'utf8').toString('base64');
}
