import { transportFor } from '../../edition/edition';
import type { RequestHelper, SentRequest, Transport } from '../../edition/ports';
import { defined } from '../../protocol/wire/json';
import { type Clock, systemClock } from '../async/clock';
import { stoppedBy } from '../async/onAbort';
import { secureLookup, sendFollowing } from './addresses';
import { answerOf } from './httpAnswer';
import { newSlack, SILENCE_MS, slackFor, timeFor, TransferGuard } from './slowTransfer';
import { originOf, transportError } from './transportErrors';
import type { Http, HttpAnswer, HttpRequest, HttpSettings, Tally } from './types';

/* Sends requests within limits of time, follows redirects and returns answers, whatever their status. */

/** Compressed answers cost time, and those of a download could be neither counted nor resumed. */
const OWN_HEADERS = { 'user-agent': 'n8n-nodes-file-library', 'accept-encoding': 'identity' };

/** The client of these settings. `helper` is n8n's own, for an edition that sends by it. */
export function httpFor(settings: HttpSettings, helper?: RequestHelper): Http {
	const { allowUnauthorizedCerts, egress } = settings;
	const lookup = egress && (() => secureLookup(egress));
	return httpOver(transportFor({ allowUnauthorizedCerts, ...defined({ egress, lookup, helper }) }), settings);
}

/** The client of some connections. */
export function httpOver(transport: Transport, settings: HttpSettings): Http {
	const { clock = systemClock, tally = emptyTally() } = settings;
	const failed = new Set<string>();
	return {
		request: async (request) => {
			const target = targetOf(request);
			tally.requests += 1;
			if (failed.delete(target)) tally.retries += 1;
			tally.sent += bodySize(request.body);
			let isAnswered = false;
			try {
				const sending = async (each: HttpRequest) => await send(transport, each, clock, tally);
				const answer = await sendFollowing(sending, settings, request);
				isAnswered = answer.status !== 429 && answer.status < 500;
				return answer;
			} finally {
				if (!isAnswered) failed.add(target);
			}
		},
	};
}

/** A tally of nothing. */
export const emptyTally = (): Tally => ({ requests: 0, retries: 0, sent: 0, received: 0 });

/** What makes two requests attempts of the same: their address without what is signed anew. */
const targetOf = ({ method, url, operation }: HttpRequest): string =>
	[method, url.split('?', 1)[0], operation].join(' ');

/** Bytes of a request body, without the frame of a form. */
function bodySize(body: HttpRequest['body']): number {
	if (body === undefined) return 0;
	return typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.byteLength(body) : body.file.size;
}

async function send(transport: Transport, request: HttpRequest, clock: Clock, tally: Tally): Promise<HttpAnswer> {
	const { method, url, body, signal, largeAnswer = false } = request;
	if (signal?.aborted) throw stoppedBy(signal);
	const { headersTimeout = SILENCE_MS.request, bodyTimeout: silenceMs = SILENCE_MS.request } = request;
	const sent: SentRequest = {
		method,
		url,
		headersTimeout,
		largeAnswer,
		headers: { ...OWN_HEADERS, ...request.headers },
		...(body === undefined ? {} : { body }),
	};
	const guard = new TransferGuard(clock, originOf(url), signal);
	guard.watch({ slack: newSlack(slackFor(headersTimeout) + timeFor(bodySize(body))) });
	try {
		const exchange = await transport.send(sent, guard);
		guard.watch();
		return answerOf(exchange, request, guard, silenceMs, tally);
	} catch (cause) {
		guard.end();
		throw transportError(guard.why ?? cause, request);
	}
}
