import { FakeServer, type RecordedRequest } from '../../../support/fakeServer';
import type { Reply } from '../../../support/wire';

/** A service that fails in another way each time, and says in all encodings what it knows. */
export async function startRepeater(say: (path: string) => string): Promise<FakeServer> {
	let count = 0;
	return await FakeServer.start((request) => answer(request, say(request.path), count++));
}

const WAYS: ReadonlyArray<(said: string) => Reply> = [
	(said) => ({ status: 403, body: { error_code: 40310, error_msg: said } }),
	(said) => ({ status: 400, body: { error_code: said, error_msg: said, fullpath: said } }),
	(said) => ({ status: 200, body: JSON.stringify(said), headers: { 'content-type': 'application/json' } }),
	(said) => ({ status: 502, body: `<html><title>${said}</title>${said}`, headers: { 'content-type': 'text/html' } }),
	(said) => ({ status: 302, headers: { location: `/x/${encodeURIComponent(said)}?${encodeURIComponent(said)}` } }),
	(said) => ({ status: 200, body: `{"hash": ${JSON.stringify(said)}, "list": [` }),
	(said) => ({ status: 400, body: { error: said, error_description: said } }),
	(said) => ({ status: 200, body: { [said]: said, hash: said, fullpath: said, filename: said, list: [{ said }] } }),
	() => ({ fault: 'reset' }),
];

/** Tokens are handed out, so that what comes after them fails too. */
function answer({ path }: RecordedRequest, said: string, count: number): Reply {
	if (path.endsWith('/token2') && count % 3 > 0)
		return { body: { access_token: `token-${'k'.repeat(4)}-${count}`, expires_in: 3600 } };
	return WAYS[count % WAYS.length]?.(said) ?? {};
}
