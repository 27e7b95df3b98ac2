import { causesOf } from './libraryError';

/* What n8n's request helper is asked for, returns and throws. */

/** What the helper needs to answer every status as it is, as a stream and without following redirects. */
export const PLAIN_ANSWER = {
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
	encoding: 'stream',
} as const;

/** An answer of the helper. */
export interface HelperAnswer<Body> {
	readonly statusCode: number;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly body: Body;
}

/** Codes of the helper by the ones that mean the same and that the rest of the package knows. */
const CODES: Readonly<Record<string, string>> = {
	// The time limit of axios: no answer began.
	ECONNABORTED: 'UND_ERR_HEADERS_TIMEOUT',
	ERR_STREAM_PREMATURE_CLOSE: 'ECONNRESET',
	// A compressed answer that ended early.
	Z_BUF_ERROR: 'ECONNRESET',
};

/** The names of the errors by which n8n's protection against forged requests refuses an address. */
const REFUSED = /^Ssrf/;

/** A failure of the helper with its code only: every other property may contain the request and its secrets. */
export function failureOf(cause: unknown): Error {
	for (const error of causesOf(cause)) {
		if (REFUSED.test(error.constructor.name))
			return Object.assign(new Error('The request was refused'), { code: 'EACCES' });
		if ('code' in error && typeof error.code === 'string')
			return Object.assign(new Error('The request failed'), { code: CODES[error.code] ?? error.code });
	}
	return new Error('The request failed');
}

/** Older helpers throw for a redirect, whatever the options say; its answer is an answer like others. */
export function redirectIn(failure: unknown): HelperAnswer<unknown> {
	const { name, response } = (failure ?? {}) as {
		name?: string;
		response?: { readonly status?: number; readonly data?: unknown } & Pick<HelperAnswer<unknown>, 'headers'>;
	};
	if (!response || name !== 'AxiosError') throw failure;
	return { body: response.data, headers: response.headers, statusCode: response.status ?? 0 };
}
