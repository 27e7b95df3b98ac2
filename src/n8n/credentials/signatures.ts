/** The last signatures of requests that n8n's own helpers sent, by the access token that was sent with them. */
const signatures = new Map<string, readonly string[]>();
/** Tokens that are remembered, and signatures of each. */
const TOKENS = 500;
const EACH = 5;

/** Remembers the signature of a request. */
export function rememberSignature(token: string, signature: string): void {
	const known = signatures.get(token) ?? [];
	// A Map iterates in insertion order: what was used last is at the end.
	signatures.delete(token);
	signatures.set(token, [...known, signature].slice(-EACH));
	for (const oldest of signatures.keys()) {
		if (signatures.size <= TOKENS) break;
		signatures.delete(oldest);
	}
}

/** The last signatures of requests with a token, which errors of a run may not show either. */
export const signaturesWith = (token: string): readonly string[] => signatures.get(token) ?? [];
