import type { IHttpRequestHelper } from 'n8n-workflow';
import { type Clock, systemClock } from '../../client/async/clock';
import { textAnswer } from '../../client/http/httpAnswer';
import { httpOver } from '../../client/http/http';
import { HELPER_TOTAL_MS, withinTotal } from '../../client/http/slowTransfer';
import { originOf } from '../../client/http/transportErrors';
import type { Http } from '../../client/http/types';
import { helperTransport } from '../../edition/shared/helperTransport';
import type { RequestHelper } from '../../edition/ports';

/** How long a helper waits for the beginning of an answer, in ms. */
export const HELPER_SILENCE_MS = 60_000;

/** n8n's request helper as a transport, with its rules for connections; no request takes more than 3 minutes. */
export function helperHttp(
	{ helpers }: IHttpRequestHelper,
	allowUnauthorizedCerts: boolean,
	clock: Clock = systemClock,
): Http {
	const helper: RequestHelper = async (options) => (await helpers.httpRequest(options)) as unknown;
	const http = httpOver(helperTransport({ allowUnauthorizedCerts, helper }), { allowUnauthorizedCerts, clock });
	return {
		...http,
		request: async (request) =>
			await withinTotal({ clock, ms: HELPER_TOTAL_MS, where: originOf(request.url) }, async (signal) => {
				const answer = await http.request({ ...request, headersTimeout: HELPER_SILENCE_MS, signal });
				return textAnswer(answer.status, answer.headers, await answer.text());
			}),
	};
}
