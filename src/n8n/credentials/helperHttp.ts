import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { type Clock, systemClock } from '../../client/async/clock';
import { textAnswer, streamText } from '../../client/http/httpAnswer';
import { HELPER_TOTAL_MS, withinTotal } from '../../client/http/slowTransfer';
import { originOf, transportError } from '../../client/http/transportErrors';
import type { Http, HttpAnswer, HttpRequest } from '../../client/http/types';
import { failureOf, type HelperAnswer, PLAIN_ANSWER, redirectIn } from '../../protocol/wire/helperAnswer';
import { defined } from '../../protocol/wire/json';
import { isLibraryError, rethrown } from '../../protocol/wire/libraryError';

/* n8n's request helper as the transport of the client layer. */

/** How long a helper waits for the beginning of an answer, in ms. */
export const HELPER_SILENCE_MS = 60_000;

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
			timeout: HELPER_SILENCE_MS,
			skipSslCertificateValidation: allowUnauthorizedCerts,
			...(typeof request.body === 'string' ? { body: request.body } : {}),
		});
		const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
		return textAnswer(statusCode, Object.fromEntries(lowerCase), body);
	},
});

async function answerOf(
	{ helpers, clock }: IHttpRequestHelper & { readonly clock: Clock },
	{ url, operation }: HttpRequest,
	options: IHttpRequestOptions,
): Promise<HelperAnswer<string>> {
	try {
		return await withinTotal({ clock, ms: HELPER_TOTAL_MS, where: originOf(url) }, async (abortSignal) => {
			const asked = helpers.httpRequest({ ...options, abortSignal }) as Promise<HelperAnswer<unknown>>;
			const answer = await asked.catch(redirectIn);
			return { ...answer, body: await streamText(answer.body, url, abortSignal) };
		});
	} catch (cause) {
		if (isLibraryError(cause)) throw rethrown(cause);
		throw transportError(failureOf(cause), { url, ...defined({ operation }) });
	}
}
