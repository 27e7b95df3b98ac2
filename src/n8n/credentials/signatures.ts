import { recentMap } from '../../client/async/recentMap';

/** The last signatures of requests that n8n's own helpers sent, by the access token that was sent with them. */
const signatures = recentMap<string, readonly string[]>(500);
const EACH = 5;

/** Remembers the signature of a request. */
export const rememberSignature = (token: string, signature: string): void =>
	signatures.set(token, [...(signatures.get(token) ?? []), signature].slice(-EACH));

/** The last signatures of requests with a token, which errors of a run may not show either. */
export const signaturesWith = (token: string): readonly string[] => signatures.get(token) ?? [];
