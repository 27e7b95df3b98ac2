import { hmac } from '../wire/sign';

export interface TicketParts {
	account: string;
	/** Six characters of [A-Za-z0-9], fresh for each ticket. */
	nonce: string;
	/** Unix seconds, as text: the form that two clients of a deployment send (client facts 4.1). */
	time: string;
}

/**
 * The single sign-on ticket before URL encoding: base64 of a JSON text signed over account, n and t joined by LF.
 * Put into a query it is percent-encoded once (document, Single sign-on ticket; ambiguities B02).
 */
export function ticket({ account, nonce, time }: TicketParts, clientSecret: string): string {
	const sign = hmac([account, nonce, time].join('\n'), clientSecret);
	return Buffer.from(JSON.stringify({ account, n: nonce, t: time, sign }), 'utf8').toString('base64');
}
