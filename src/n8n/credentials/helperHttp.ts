import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { type Clock, systemClock } from '../../client/async/clock';
import { textAnswer, textOfStream } from '../../client/http/httpAnswer';
import { HELPER_TOTAL_MS, withinTotal } from '../../client/http/slowTransfer';
import { originOf, transportError } from '../../client/http/transportErrors';
import type { Http, HttpAnswer, HttpRequest } from '../../client/http/types';
import { defined } from '../../protocol/wire/json';
import { causesOf, isLibraryError, rethrown } from '../../protocol/wire/libraryError';

/** What n8n's helpers need to answer every status as it is, as a stream and without following redirects. */
export const PLAIN_ANSWER = {
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
	encoding: 'stream',
	timeout: 60_000,
} as const satisfies Partial<IHttpRequestOptions>;

/**
 * n8n's request helper as the transport of the client layer. Its requests throw what `transportError` makes of a
 * failure; one that has not ended after 3 minutes is a failure too.
 */
export const helperHttp = (
	{ helpers }: IHttpRequestHelper,
	allowUnauthorizedCerts: boolean,
	clock: Clock = systemClock,
): Http => ({
	close: async () => undefined,
	request: async (request: HttpRequest): Promise<HttpAnswer> => {
		const { statusCode, headers, body } = await answerOf({ helpers, clock }, request, {
			method: request.method,
			url: request.url,
			headers: { ...request.headers },
			...PLAIN_ANSWER,
			skipSslCertificateValidation: allowUnauthorizedCerts,
			...(typeof request.body === 'string' ? { body: request.body } : {}),
		});
		const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
		return textAnswer(statusCode, Object.fromEntries(lowerCase), body);
	},
});

interface FullAnswer<Body> {
	readonly body: Body;
	readonly headers: Record<string, unknown>;
	readonly statusCode: number;
}

async function answerOf(
	{ helpers, clock }: IHttpRequestHelper & { readonly clock: Clock },
	{ url, operation }: HttpRequest,
	options: IHttpRequestOptions,
): Promise<FullAnswer<string>> {
	try {
		return await withinTotal({ clock, ms: HELPER_TOTAL_MS, where: originOf(url) }, async (abortSignal) => {
			const asked = helpers.httpRequest({ ...options, abortSignal }) as Promise<FullAnswer<unknown>>;
			const answer = await asked.catch(redirectIn);
			return { ...answer, body: await textOfStream(answer.body, url, abortSignal) };
		});
	} catch (cause) {
		if (isLibraryError(cause)) throw rethrown(cause);
		throw transportError(errorCodeOnly(cause), { url, ...defined({ operation }) });
	}
}

/** Older helpers throw for a redirect, whatever the options say; its answer is an answer like others. */
function redirectIn(failure: unknown): FullAnswer<unknown> {
	const { name, response } = (failure ?? {}) as {
		name?: string;
		response?: { readonly status?: number; readonly headers: Record<string, unknown>; readonly data?: unknown };
	};
	if (!response || name !== 'AxiosError') throw failure;
	return { body: response.data, headers: response.headers, statusCode: response.status ?? 0 };
}

/** Keeps only the error code: every other property may contain the request and its secrets. */
function errorCodeOnly(failure: unknown): { code?: string } {
	for (const cause of causesOf(failure))
		if ('code' in cause && typeof cause.code === 'string') return { code: cause.code };
	return {};
}
