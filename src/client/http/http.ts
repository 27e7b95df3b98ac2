import { transportFor } from '../../edition/edition';
import type { RequestHelper, SentRequest, Transport } from '../../edition/ports/transport';
import { abortedError } from '../../protocol/wire/libraryError';
import { type Clock, systemClock } from '../async/clock';
import { collectedAnswer, requestCollected } from './collectedAnswer';
import type { Limits } from './earlyEnd';
import { secureLookup } from './egress';
import { TEXT_LIMIT } from './httpAnswer';
import { slackFor, timeFor } from './slowTransfer';
import { sendFollowing } from './redirect';
import { requestStreamed, streamedAnswer } from './streamedAnswer';
import type { Dispatch } from './streamedBody';
import { originOf, transportError } from './transportErrors';
import type { Http, HttpAnswer, HttpRequest, HttpSettings } from './types';

/* Sends requests within limits of time, follows redirects and returns answers, whatever their status. */

/** Compressed answers cost time, and those of a download could be neither counted nor resumed. */
const OWN_HEADERS = { 'user-agent': 'n8n-nodes-file-library', 'accept-encoding': 'identity' };
/** Longest silence of a server in ms, unless a request says otherwise. */
export const SILENCE_MS = 60_000;

/** The client of these settings. `helper` is n8n's own, for an edition that sends by it. */
export function httpFor(settings: HttpSettings, helper?: RequestHelper): Http {
	const { allowUnauthorizedCerts, egress, clock = systemClock } = settings;
	const transport = transportFor({
		allowUnauthorizedCerts,
		...(egress ? { egress, lookup: () => secureLookup(egress) } : {}),
		...(helper ? { helper } : {}),
	});
	return {
		request: async (request) =>
			await sendFollowing(async (each) => await send(transport, each, clock), settings, request),
		close: async () => await transport.close(),
	};
}

async function send(transport: Transport, request: HttpRequest, clock: Clock): Promise<HttpAnswer> {
	if (request.signal?.aborted) throw abortedError(request.signal.reason);
	const { method, url, body, largeAnswer = false } = request;
	const { headersTimeout = SILENCE_MS, bodyTimeout: silenceMs = SILENCE_MS } = request;
	const slackMs = slackFor(headersTimeout) + timeFor(sizeOf(body));
	const limits: Limits = { signal: request.signal ?? null, clock, where: originOf(url), silenceMs, slackMs };
	const sent: SentRequest = {
		...{ method, url, headersTimeout, largeAnswer, headers: { ...OWN_HEADERS, ...request.headers } },
		// A large body has a limit of its own: undici's goes on while the reader holds the connection back.
		bodyTimeout: largeAnswer ? 0 : silenceMs,
		...(body === undefined ? {} : { body }),
	};
	const dispatch: Dispatch = (handler) => transport.dispatch(sent, handler);
	try {
		if (largeAnswer) {
			const { statusCode: status, ...answer } = await requestStreamed(dispatch, limits);
			return streamedAnswer({ status, ...answer, request, clock, silenceMs });
		}
		return collectedAnswer(
			await requestCollected(dispatch, limits, request.answerLimit ?? TEXT_LIMIT + 1),
			request,
		);
	} catch (cause) {
		throw transportError(cause, request);
	}
}

/** Bytes of a request body, without the frame of a form. */
function sizeOf(body: HttpRequest['body']): number {
	if (body === undefined) return 0;
	return typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.byteLength(body) : body.file.size;
}
