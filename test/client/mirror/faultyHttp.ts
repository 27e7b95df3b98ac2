import { textAnswer } from '../../../src/client/http/httpAnswer';
import type { Http } from '../../../src/client/http/types';
import { LibraryError } from '../../../src/protocol/wire/libraryError';

/**
 * What happens to one request: it does not arrive, its answer does not, or the service fails before or after doing what
 * it was asked for. `crash`: the process ends with this request, which has arrived or not.
 */
export const FAULT_KINDS = [
	'lostBefore',
	'lostAfter',
	'failedBefore',
	'failedAfter',
	'crashBefore',
	'crashAfter',
] as const;

/** A request that something happens to. */
export interface HttpFault {
	/** Number of the request in the run, from 0. */
	readonly at: number;
	readonly kind: (typeof FAULT_KINDS)[number];
	/** Whether all requests after it meet the same. */
	readonly persists: boolean;
}

const lost = (): LibraryError => new LibraryError('network', 'the connection was reset');
const failure = () => textAnswer(500, {}, JSON.stringify({ error_code: 50001, error_msg: 'failed' }));

/** A transport to which faults happen, and how many requests were sent over it. */
export interface FaultyHttp extends Http {
	readonly sent: () => number;
}

/** `onCrash` ends the run, as cancelling an execution does. */
export function faultyHttp(
	http: Http,
	faults: readonly HttpFault[],
	onCrash: () => void = () => undefined,
): FaultyHttp {
	let count = 0;
	const request: Http['request'] = async (asked) => {
		const number = count++;
		const fault = faults.find(({ at, persists }) => at === number || (persists && number > at));
		if (!fault) return await http.request(asked);
		const { kind } = fault;
		if (kind.endsWith('After')) await (await http.request(asked)).discard();
		if (kind.startsWith('crash')) onCrash();
		if (kind.startsWith('failed')) return failure();
		throw lost();
	};
	return { request, close: async () => await http.close(), sent: () => count };
}
