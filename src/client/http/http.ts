import { transportFor } from '../../edition/edition';
import type { RequestHelper, SentRequest, Transport } from '../../edition/ports/transport';
import { abortedError } from '../../protocol/wire/libraryError';
import { type Clock, systemClock } from '../async/clock';
import { secureLookup, sendFollowing } from './addresses';
import { answerOf } from './httpAnswer';
import { bodySize } from './tally';
import { newSlack, SILENCE_MS, slackFor, timeFor, TransferGuard } from './slowTransfer';
import { originOf, transportError } from './transportErrors';
import type { Http, HttpAnswer, HttpRequest, HttpSettings } from './types';

/* Sends requests within limits of time, follows redirects and returns answers, whatever their status. */

/** Compressed answers cost time, and those of a download could be neither counted nor resumed. */
const OWN_HEADERS = { 'user-agent': 'n8n-nodes-file-library', 'accept-encoding': 'identity' };

/** The client of these settings. `helper` is n8n's own, for an edition that sends by it. */
export function httpFor(settings: HttpSettings, helper?: RequestHelper): Http {
	const { allowUnauthorizedCerts, egress } = settings;
	const transport = transportFor({
		allowUnauthorizedCerts,
		...(egress ? { egress, lookup: () => secureLookup(egress) } : {}),
		...(helper ? { helper } : {}),
	});
	return httpOver(transport, settings);
}

/** The client of some connections. */
export const httpOver = (transport: Transport, settings: HttpSettings): Http => ({
	request: async (request) =>
		await sendFollowing(
			async (each) => await send(transport, each, settings.clock ?? systemClock),
			settings,
			request,
		),
	close: async () => await transport.close(),
});

async function send(transport: Transport, request: HttpRequest, clock: Clock): Promise<HttpAnswer> {
	const { method, url, body, signal, largeAnswer = false } = request;
	if (signal?.aborted) throw abortedError(signal.reason);
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
		return answerOf(exchange, { request, guard, clock, silenceMs });
	} catch (cause) {
		guard.end();
		throw transportError(guard.why ?? cause, request);
	}
}
