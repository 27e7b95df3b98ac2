import { text } from 'node:stream/consumers';
import type { Http, HttpAnswer, HttpRequest } from '../../../src/client/http/types';
import { openDownload, type DownloadOptions } from '../../../src/client/download/download';
import type { Caller } from '../../../src/client/service/call';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { callerWith, fakeClock, type FakeClock } from '../../support/ports';

/* Hosts of files without a network: what they answer is data, and nothing takes time. */

/** An answer of a host: status 200 and no headers unless stated. */
export interface HostReply {
	status?: number;
	headers?: Record<string, string>;
	pieces?: string[];
	/** The connection is cut behind the pieces. */
	isCut?: boolean;
	compressed?: boolean;
}

/** A cut connection, as the transport reports it. */
const CUT = new LibraryError('network', 'The connection was cut', { code: 'ECONNRESET' });

interface FakeHosts {
	readonly http: Http;
	readonly clock: FakeClock;
	readonly caller: Caller;
	readonly sent: HttpRequest[];
	/** How many bodies were dropped. */
	readonly discarded: () => number;
	/** The `range` of each request. */
	readonly ranges: () => Array<string | undefined>;
	/** The whole content from these addresses. */
	get(urls: string[], options?: DownloadOptions): Promise<string>;
}

/** Answers request n with step n of the script; an Error is thrown. The last step repeats. */
export function fakeHosts(...script: Array<HostReply | Error | ((request: HttpRequest) => HostReply)>): FakeHosts {
	const sent: HttpRequest[] = [];
	let discarded = 0;
	const answerOf = ({ status = 200, headers = {}, pieces = [], isCut, compressed }: HostReply): HttpAnswer => ({
		status,
		headers,
		...(compressed === undefined ? {} : { compressed }),
		text: async (limit) => pieces.join('').slice(0, limit),
		receive: async (take) => {
			for (const piece of pieces) await take(Buffer.from(piece));
			if (isCut) throw CUT;
		},
		discard: async () => void discarded++,
	});
	const http: Http = {
		request: async (request) => {
			sent.push(request);
			const step = script[Math.min(sent.length, script.length) - 1] ?? {};
			if (step instanceof Error) throw step;
			return answerOf(typeof step === 'function' ? step(request) : step);
		},
	};
	const clock = fakeClock();
	const caller = callerWith(http, { clock });
	return {
		http,
		clock,
		caller,
		sent,
		discarded: () => discarded,
		ranges: () => sent.map(({ headers }) => headers?.range),
		get: async (urls, options) => await text((await openDownload(caller, urls, options)).stream),
	};
}
