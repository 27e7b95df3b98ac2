import type { Http, HttpAnswer, HttpRequest } from './types';

/** What a run has sent and received so far. */
export interface Tally {
	requests: number;
	/** Requests like one that had failed. */
	retries: number;
	/** Bytes of contents: of bodies, without headers. */
	sent: number;
	received: number;
}

/** A tally of nothing. */
export const emptyTally = (): Tally => ({ requests: 0, retries: 0, sent: 0, received: 0 });

/** Bytes of a request body, without the frame of a form. */
export function bodySize(body: HttpRequest['body']): number {
	if (body === undefined) return 0;
	return typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.byteLength(body) : body.file.size;
}

/** What makes two requests attempts of the same: their address without what is signed anew. */
const targetOf = ({ method, url, operation }: HttpRequest): string =>
	[method, url.split('?', 1)[0], operation].join(' ');

/** The same connections, which add what goes over them to `tally`. */
export function counting(http: Http, tally: Tally): Http {
	const failed = new Set<string>();
	return {
		close: async () => await http.close(),
		async request(request) {
			const target = targetOf(request);
			tally.requests += 1;
			if (failed.delete(target)) tally.retries += 1;
			tally.sent += bodySize(request.body);
			let isAnswered = false;
			try {
				const answer = await http.request(request);
				isAnswered = answer.status !== 429 && answer.status < 500;
				return countingAnswer(answer, tally);
			} finally {
				if (!isAnswered) failed.add(target);
			}
		},
	};
}

const countingAnswer = (answer: HttpAnswer, tally: Tally): HttpAnswer => ({
	status: answer.status,
	headers: answer.headers,
	...(answer.compressed ? { compressed: true } : {}),
	async text(limit) {
		const text = await answer.text(limit);
		tally.received += Buffer.byteLength(text);
		return text;
	},
	receive: async (take) =>
		await answer.receive((piece) => {
			tally.received += piece.length;
			return take(piece);
		}),
	discard: async () => await answer.discard(),
});
