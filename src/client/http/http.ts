import type { EgressFilter, Http, HttpAnswer, HttpRequest, HttpSettings, MultipartBody } from './types';
import { abortedError } from '../../protocol/wire/libraryError';
import { Readable } from 'node:stream';
import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { LibraryError } from '../../protocol/wire/libraryError';
import { guard, guardRedirect } from './egress';
import { httpAnswer } from './answer';
import { redirected } from './redirect';
import { place, transportError } from './transportErrors';

const SILENCE_MS = 60_000;
const CONNECT_MS = 10_000;
const MAX_REDIRECTS = 5;
const SLICE = 1024 * 1024;

const plain = new Map<string, Http>();
const filtered = new WeakMap<EgressFilter, Map<string, Http>>();

/** The shared client of these settings in this process: keep-alive pools for each origin, proxies of the environment. */
export function httpFor(settings: HttpSettings): Http {
	const pool = settings.egress ? (filtered.get(settings.egress) ?? new Map<string, Http>()) : plain;
	if (settings.egress) filtered.set(settings.egress, pool);
	const key = JSON.stringify([settings.allowUnauthorizedCerts, proxies()]);
	const known = pool.get(key);
	if (known) return known;
	const made = makeHttp(settings, () => pool.delete(key));
	pool.set(key, made);
	return made;
}

const proxies = (): string[] =>
	['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'].map((name) => process.env[name] ?? '');

function makeHttp(settings: HttpSettings, forget: () => void): Http {
	// Made at the first request: n8n loads every node of every package at start.
	let agent: Promise<Dispatcher> | undefined;
	return {
		request: async (r) => {
			agent ??= dispatcherFor(settings);
			return await follow(await agent, settings.egress, r);
		},
		close: async () => {
			forget();
			const old = agent;
			agent = undefined;
			await (await old)?.destroy();
		},
	};
}

async function dispatcherFor({ allowUnauthorizedCerts, egress }: HttpSettings): Promise<Dispatcher> {
	const { Agent, EnvHttpProxyAgent } = await import('undici');
	const tls = { rejectUnauthorized: !allowUnauthorizedCerts };
	const options = {
		pipelining: 1,
		connectTimeout: CONNECT_MS,
		// The filter checks the address that is really connected to, so a name cannot change its mind after the check.
		connect: {
			...tls,
			timeout: CONNECT_MS,
			...(egress ? { lookup: egress.createSecureLookup() as LookupFunction } : {}),
		},
	};
	if (proxies().every((value) => value === '')) return new Agent(options);
	// http:// targets go to the proxy in absolute form, as curl does: many proxies allow CONNECT to port 443 only.
	return new EnvHttpProxyAgent({
		...options,
		proxyTunnel: false,
		...(allowUnauthorizedCerts ? { requestTls: tls } : {}),
	});
}

async function follow(agent: Dispatcher, egress: EgressFilter | undefined, first: HttpRequest): Promise<HttpAnswer> {
	let request = first;
	for (let hops = 0; ; hops++) {
		if (hops > 0) guardRedirect(egress, request.url);
		await guard(egress, request.url);
		const answer = await send(agent, request);
		const next = first.followRedirects ? redirected(request, answer) : undefined;
		if (!next) return answer;
		await answer.discard();
		if (hops === MAX_REDIRECTS)
			throw new LibraryError('protocol', `${place(first.url)}: more than ${MAX_REDIRECTS} redirects`, {
				status: answer.status,
			});
		request = next;
	}
}

async function send(agent: Dispatcher, r: HttpRequest): Promise<HttpAnswer> {
	if (r.signal?.aborted) throw abortedError(r.signal.reason);
	const url = new URL(r.url);
	const { body, headers } = await wireBody(r);
	try {
		const answer = await agent.request({
			origin: url.origin,
			path: `${url.pathname}${url.search}`,
			method: r.method,
			headers: { 'user-agent': 'n8n-nodes-file-library', ...headers, ...r.headers },
			// undici documents iterables as bodies; its types do not.
			body: body as Readable | null,
			signal: r.signal ?? null,
			headersTimeout: r.headersTimeout ?? SILENCE_MS,
			bodyTimeout: r.bodyTimeout ?? SILENCE_MS,
		});
		return httpAnswer(answer.statusCode, answer.headers, answer.body, r);
	} catch (cause) {
		// undici destroys a body with its own error; the error of a body that failed by itself is the one to report.
		throw transportError(body instanceof Readable && body.errored ? body.errored : cause, r);
	}
}

type WireBody = string | Buffer | Readable | Iterable<Buffer> | AsyncIterable<Buffer> | null;

async function wireBody(r: HttpRequest): Promise<{ body: WireBody; headers: Record<string, string> }> {
	if (r.body === undefined) return { body: null, headers: {} };
	if (typeof r.body === 'string' || r.body instanceof Readable) return { body: r.body, headers: {} };
	if (!Buffer.isBuffer(r.body)) return await multipart(r.body);
	if (r.body.length <= SLICE) return { body: r.body, headers: {} };
	// undici restarts its silence timer for each piece it writes: one large buffer would be one wall clock over all of it.
	return { body: slices(r.body), headers: { 'content-length': String(r.body.length) } };
}

function* slices(bytes: Buffer): Generator<Buffer> {
	for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}

async function multipart({
	fields,
	file,
}: MultipartBody): Promise<{ body: AsyncIterable<Buffer>; headers: Record<string, string> }> {
	const { default: FormData } = await import('form-data');
	const form = new FormData();
	for (const [name, value] of fields) form.append(name, value);
	// The form of an empty file: its content goes in before the last boundary, piece by piece and without a copy.
	form.append(file.field, Buffer.alloc(0), { filename: file.name, contentType: file.contentType });
	const whole = form.getBuffer();
	const end = whole.length - Buffer.byteLength(`\r\n--${form.getBoundary()}--\r\n`);
	async function* body(): AsyncGenerator<Buffer> {
		yield whole.subarray(0, end);
		yield* file.pieces;
		yield whole.subarray(end);
	}
	return { body: body(), headers: { ...form.getHeaders(), 'content-length': String(whole.length + file.size) } };
}
