import { emptyTally, httpOver } from '../../../src/client/http/http';
import type { HttpRequest } from '../../../src/client/http/types';
import type { Exchange } from '../../../src/edition/ports';

const answered = (status: number, body: string): Exchange => ({
	status,
	headers: {},
	receive: async (take) => void (await take(Buffer.from(body))),
	drop: () => undefined,
});
const sendAll = async (answers: ReadonlyArray<Exchange | Error>, requests: readonly HttpRequest[]) => {
	const left = [...answers];
	const tally = emptyTally();
	const send = async (): Promise<Exchange> => {
		const next = left.shift();
		if (next === undefined || next instanceof Error) throw next ?? new Error('no answer');
		return next;
	};
	const http = httpOver({ send }, { allowUnauthorizedCerts: false, tally });
	for (const [at, request] of requests.entries()) {
		const answer = await http.request(request).catch(() => undefined);
		if (at % 2 === 0) await answer?.text();
		else await answer?.receive(() => undefined);
	}
	return tally;
};
const post = (url: string, body?: HttpRequest['body']): HttpRequest => ({
	method: 'POST',
	url,
	...(body ? { body } : {}),
});

test('bodies are counted in bytes, of requests and of answers, in every way they are read', async () => {
	const file = { field: 'file', name: 'a', contentType: 'text/plain', size: 7, pieces: (async function* () {})() };
	const requests = [post('a', 'ä'), post('b', Buffer.alloc(3)), post('c', { fields: [], file }), post('d')];
	const answers = ['12', '345', 'ü', ''].map((body) => answered(200, body));
	expect(await sendAll(answers, requests)).toEqual({ requests: 4, retries: 0, sent: 12, received: 7 });
});

test.each([
	['an error without an answer', new Error('reset')],
	['a failure of the service', answered(503, '')],
	['a refusal of too many requests', answered(429, '')],
])('after %s the same request is a retry, and another one is not', async (_name, failure) => {
	const answers = [failure, ...Array.from({ length: 4 }, () => answered(200, ''))];
	const requests = [post('a?dateline=1'), post('b'), post('b'), post('a?dateline=2'), post('a?dateline=3')];
	expect(await sendAll(answers, requests)).toMatchObject({ requests: 5, retries: 1 });
});
