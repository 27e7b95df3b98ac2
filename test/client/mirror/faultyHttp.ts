import { textAnswer } from '../../../src/client/http/httpAnswer';
import type { Http, HttpRequest } from '../../../src/client/http/types';
import { LibraryError } from '../../../src/protocol/wire/libraryError';

/** `crash`: the process ends with this request; `refused`: the account lacks the permission, so no second attempt. */
export const FAULT_KINDS = [
	'lostBefore',
	'lostAfter',
	'failedBefore',
	'failedAfter',
	'crashBefore',
	'crashAfter',
] as const;

export interface HttpFault {
	/** Number of the request in the run, from 0. */
	readonly at: number;
	readonly kind: (typeof FAULT_KINDS)[number] | 'refused';
	/** Whether all requests after it meet the same; a number: so many of them. */
	readonly persists: boolean | number;
}

export interface HttpEvents {
	/** Ends the run, as cancelling an execution does. */
	readonly onCrash?: () => void;
	/** Called with each request before it is sent. */
	readonly onRequest?: (request: HttpRequest) => void;
	/** Whether a request is answered 429. */
	readonly isRefused?: (number: number) => boolean;
}

const lost = (): LibraryError => new LibraryError('network', 'the connection was reset');
const failure = (status: number, code = 100 * status + 1) =>
	textAnswer(status, {}, JSON.stringify({ error_code: code, error_msg: 'failed' }));

/** A transport to which faults happen, and how many requests were sent over it. */
export interface FaultyHttp extends Http {
	readonly sent: () => number;
}

const isMetBy = (number: number, { at, persists }: HttpFault): boolean =>
	number === at || (number > at && (typeof persists === 'number' ? number <= at + persists : persists));

export function faultyHttp(
	http: Http,
	faults: readonly HttpFault[],
	{ onCrash, onRequest, isRefused }: HttpEvents = {},
): FaultyHttp {
	let count = 0;
	const request: Http['request'] = async (asked) => {
		const number = count++;
		onRequest?.(asked);
		if (isRefused?.(number)) return failure(429);
		const fault = faults.find((each) => isMetBy(number, each));
		if (!fault) return await http.request(asked);
		const { kind } = fault;
		if (kind === 'refused') return failure(403, 40310);
		if (kind.endsWith('After')) await (await http.request(asked)).discard();
		if (kind.startsWith('crash')) onCrash?.();
		if (kind.startsWith('failed')) return failure(500);
		throw lost();
	};
	return { request, sent: () => count };
}
