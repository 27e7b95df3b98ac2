import type { ServerResponse } from 'node:http';
import type { Reply } from '../../support/wire';

/* Every kind of failure of a service that repeats secrets. */

/** What a failure is made of. */
interface Material {
	/** What the service would have answered. */
	readonly good: Reply;
	/** Secrets, encoded. */
	readonly said: string;
	/** A piece of a secret that may be part of a host name. */
	readonly host: string;
	readonly response: ServerResponse;
}
/** The answer to one request; undefined where the response was written already. */
export type Failure = (material: Material) => Reply | undefined;

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => {
	return { status, body, headers };
};
/** A good answer with this in place of every text. */
const changed = (good: Reply, text: string): Reply => json(200, mangled(good.body, text));

/** A text as the value of a header: bytes beyond Latin-1 and control characters cannot be one. */
const inHeader = (text: string): string => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '');
const inAddress = (text: string): string => encodeURI(text).replaceAll('#', '%23');

const page = (said: string): string =>
	`<!doctype html><html><head><title>Sign in ${said}</title></head><body><p>${said}</p></body></html>`;
const html = (status: number, said: string): Reply => ({
	status,
	headers: { 'content-type': 'text/html' },
	body: page(said),
});

/** A good answer in which texts and numbers are replaced; objects and lists stay. */
function mangled(value: unknown, text: string): unknown {
	if (Array.isArray(value)) return value.map((entry) => mangled(entry, text));
	if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return text;
	return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, mangled(field, text)]));
}

/** Ends the connection with bytes of its own. */
const raw =
	(bytes: (material: Material) => string): Failure =>
	(material) => {
		material.response.socket?.end(bytes(material));
		return undefined;
	};

/** All kinds, by name. */
export const FAILURES: Readonly<Record<string, Failure>> = {
	'a known code': ({ said }) => json(403, { error_code: 40310, error_msg: said }),
	'a missing file': ({ said }) => json(404, { error_code: 40402, error_msg: said, fullpath: said }),
	'a refused signature': ({ said }) => json(401, { error_code: 401041, error_msg: `sign ${said}` }),
	'a refused token': ({ said }) => json(401, { error_code: 40102, error_msg: said }),
	'an error with status 200': ({ said }) => json(200, { error_code: 40003, error_msg: `parameter ${said}` }),
	'a code that is text': ({ said }) => json(400, { error_code: said, error_msg: said }),
	'a code that is text, with status 200': ({ said }) => json(200, { error_code: said, error_msg: 'x' }),
	'an error word': ({ said }) => json(400, { error: said, error_description: said }),
	'an invalid grant': ({ said }) => json(400, { error: 'invalid_grant', error_description: said }),
	'an error object': ({ said }) => json(400, { error: { code: said, message: said, error_msg: said } }),
	'an error object with status 200': ({ said }) => json(200, { error: { error_code: said, error_msg: said } }),
	'a bare text': ({ said }) => ({ body: JSON.stringify(said), headers: { 'content-type': 'application/json' } }),
	'a bare text with 400': ({ said }) => ({ status: 400, body: JSON.stringify(said) }),
	'plain text': ({ said }) => ({ body: `unexpected: ${said}` }),
	'plain text with 500': ({ said }) => ({ status: 500, body: said }),
	'a web page': ({ said }) => html(200, said),
	'a web page with 502': ({ said }) => html(502, said),
	'a web page with 403': ({ said }) => html(403, said),
	'a cut JSON': ({ said }) => ({ body: `{"hash":"h","note":${JSON.stringify(said).slice(0, -1)}` }),
	'a cut JSON with 400': ({ said }) => ({ status: 400, body: `{"error_msg":${JSON.stringify(said)}` }),
	'an unexpected list': ({ said }) => json(200, [said, { error_code: said, error_msg: said }]),
	'a list of errors': ({ said }) => json(200, { list: [{ error_code: 40402, error_msg: said, fullpath: said }] }),
	'an unexpected object': ({ said }) => json(200, { state: said, status: said, count: said, list: said }),
	'a failed task': ({ said }) => json(200, { status: 3, fullpath: said, queue_id: said }),
	'a good answer with a further field': ({ good, said }) =>
		Buffer.isBuffer(good.body) ? good : json(200, { ...(good.body as object), debug: said, request: { said } }),
	'a good answer with other texts': ({ good, said }) => changed(good, said),
	'a good answer with other hosts': ({ good, host, said }) =>
		changed(good, `http://${host}.invalid/${inAddress(said)}`),
	'a good answer with unreachable servers': ({ good, said }) =>
		changed(good, `http://127.0.0.1:1/${inAddress(said)}?${inAddress(said)}`),
	'a good answer with addresses that are none': ({ good, said }) => changed(good, `http://[${said}]:x/`),
	'a good answer with keys that nobody expects': ({ said }) =>
		json(200, { [said]: said, [`a ${said}`]: { [said]: 1 } }),
	'a redirect': ({ said }) => ({
		status: 302,
		headers: { location: `/other/${inAddress(said)}?${inAddress(said)}` },
	}),
	'a redirect elsewhere': ({ host, said }) => ({
		status: 307,
		headers: { location: `http://${host}.invalid/${inAddress(said)}` },
	}),
	'a redirect to another scheme': ({ said }) => ({ status: 302, headers: { location: `mailto:${inAddress(said)}` } }),
	'a redirect to nothing': ({ said }) => ({ status: 302, headers: { location: `http://[${inHeader(said)}` } }),
	headers: ({ said }) =>
		json(
			401,
			{ error_code: 40101, error_msg: 'token' },
			{
				'www-authenticate': `Bearer realm="${inHeader(said)}"`,
				'set-cookie': `session=${inHeader(said)}`,
				'x-debug': inHeader(said),
				date: inHeader(said),
				'retry-after': inHeader(said),
				'content-type': `text/html; charset=${inHeader(said)}`,
			},
		),
	'an unknown coding': ({ said }) => ({ body: said, headers: { 'content-encoding': inHeader(said) } }),
	'a broken coding': ({ said }) => ({ body: said, headers: { 'content-encoding': 'gzip' } }),
	'a reset': () => ({ fault: 'reset' }),
	'an answer that is cut off': ({ said }) => ({
		body: said,
		headers: { 'content-length': said.length * 4 + 9 },
		fault: 'cut',
	}),
	'no HTTP': raw(({ said }) => `${said}\r\n\r\n`),
	'a reason in the status line': raw(
		({ said }) => `HTTP/1.1 400 ${inHeader(said)}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
	),
	'a header that is none': raw(({ said }) => `HTTP/1.1 200 OK\r\n${said}\u0000\r\nContent-Length: 2\r\n\r\n{}`),
	'an offset': ({ said }) => json(409, { expect: said, error_msg: said }),
	'a full library': ({ said }) => json(403, { error_code: 40321, error_msg: said }),
	'a busy service': ({ said }) => json(503, { error_code: 50301, error_msg: said }),
	'a failure of the service': ({ said }) => json(500, { error_code: 50001, error_msg: said }),
};
