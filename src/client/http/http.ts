import type { LookupFunction, Socket } from 'node:net';
import { Readable, type Duplex } from 'node:stream';
import type { buildConnector as BuildConnector, Dispatcher } from 'undici';
import { abortedError } from '../../protocol/wire/libraryError';
import { requestBulk } from './bulkAnswer';
import { BulkConnection } from './bulkConnection';
import { httpAnswer } from './httpAnswer';
import { sendFollowing } from './redirect';
import { encodedBody, type FormFrame } from './requestBody';
import { transportError } from './transportErrors';
import type { EgressFilter, Http, HttpAnswer, HttpRequest, HttpSettings, MultipartBody } from './types';

/* The only file that imports undici and form-data, so that the choice of these libraries stays reversible. */

/** Compressed answers cost time, and those of a download could be neither counted nor resumed. */
const OWN_HEADERS = { 'user-agent': 'n8n-nodes-file-library', 'accept-encoding': 'identity' };
const SILENCE_MS = 60_000;
const CONNECT_MS = 10_000;

/**
 * The clients of this process by their settings: one map for each egress filter, and one for clients without a filter.
 */
const unfiltered = new Map<string, Http>();
const filtered = new WeakMap<EgressFilter, Map<string, Http>>();

/**
 * The shared client of these settings in this process: keep-alive pools for each origin, proxies of the environment.
 */
export function httpFor(settings: HttpSettings): Http {
	const clients = settings.egress ? (filtered.get(settings.egress) ?? new Map<string, Http>()) : unfiltered;
	if (settings.egress) filtered.set(settings.egress, clients);
	const key = JSON.stringify([settings.allowUnauthorizedCerts, settings.httpsOnly === true, proxies()]);
	const existing = clients.get(key);
	if (existing) return existing;
	const made = makeHttp(settings, () => clients.delete(key));
	clients.set(key, made);
	return made;
}

const proxies = (): string[] =>
	['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'].map((name) => process.env[name] ?? '');

function makeHttp(settings: HttpSettings, forget: () => void): Http {
	// undici is loaded at the first request: n8n loads every node of every package when it starts.
	let dispatchers: Promise<Dispatchers> | undefined;
	return {
		request: async (request) => {
			dispatchers ??= dispatchersFor(settings);
			const loaded = await dispatchers;
			return await sendFollowing(async (each) => await send(loaded, each), settings, request);
		},
		close: async () => {
			forget();
			const old = await dispatchers;
			dispatchers = undefined;
			await Promise.all([old?.usual.destroy(), old?.bulk.destroy()]);
		},
	};
}

/** The connections of one client; those for large answers are apart, because they occupy more memory. */
interface Dispatchers {
	readonly usual: Dispatcher;
	readonly bulk: Dispatcher;
}

async function dispatchersFor({ allowUnauthorizedCerts, egress }: HttpSettings): Promise<Dispatchers> {
	const { Agent, EnvHttpProxyAgent, buildConnector } = await import('undici');
	const tls = { rejectUnauthorized: !allowUnauthorizedCerts };
	// The filter checks the address that is actually connected to: a host name that resolves differently later cannot
	// bypass it.
	const lookup = egress ? { lookup: egress.createSecureLookup() as LookupFunction } : {};
	const connect = { ...tls, timeout: CONNECT_MS, ...lookup };
	const options = { pipelining: 1, connectTimeout: CONNECT_MS, connect };
	if (proxies().every((value) => value === '')) {
		const bulkConnect: BuildConnector.connector = (target, done) => {
			const connection = new BulkConnection();
			buildConnector({ ...connect, onread: connection.onRead })(target, (...[error, socket]) =>
				// undici takes any Duplex; its types do not.
				error ? done(error, null) : done(null, connection.attach(socket) as Duplex as Socket),
			);
		};
		return { usual: new Agent(options), bulk: new Agent({ ...options, connect: bulkConnect }) };
	}
	// Requests to http:// addresses go to the proxy in absolute form, as curl sends them: many proxies allow CONNECT
	// to port 443 only.
	const proxied = new EnvHttpProxyAgent({
		...options,
		proxyTunnel: false,
		...(allowUnauthorizedCerts ? { requestTls: tls } : {}),
	});
	return { usual: proxied, bulk: proxied };
}

async function send({ usual, bulk }: Dispatchers, request: HttpRequest): Promise<HttpAnswer> {
	if (request.signal?.aborted) throw abortedError(request.signal.reason);
	const url = new URL(request.url);
	const { body, headers } = await encodedBody(request.body, formFrame);
	const silenceMs = request.bodyTimeout ?? SILENCE_MS;
	const options = {
		origin: url.origin,
		path: `${url.pathname}${url.search}`,
		method: request.method,
		headers: { ...OWN_HEADERS, ...headers, ...request.headers },
		// undici documents iterables as bodies; its types do not.
		body: body as Readable | null,
		headersTimeout: request.headersTimeout ?? SILENCE_MS,
	};
	try {
		const { signal = null } = request;
		const answer = request.bulk
			? // The body has a limit of its own: undici's goes on while the reader holds the connection back.
				await requestBulk((handler) => bulk.dispatch({ ...options, bodyTimeout: 0 }, handler), {
					signal,
					silenceMs,
				})
			: await usual.request({ ...options, signal, bodyTimeout: silenceMs });
		return httpAnswer(answer.statusCode, answer.headers, answer.body, request);
	} catch (cause) {
		// undici destroys a body with an error of its own; the error of a body that failed by itself is the one to
		// report.
		throw transportError(body instanceof Readable && body.errored ? body.errored : cause, request);
	}
}

/** The form of an empty file, cut before its last boundary: the content is streamed in between. */
async function formFrame({ fields, file }: MultipartBody): Promise<FormFrame> {
	const { default: FormData } = await import('form-data');
	const form = new FormData();
	for (const [name, value] of fields) form.append(name, value);
	form.append(file.field, Buffer.alloc(0), { filename: file.name, contentType: file.contentType });
	const whole = form.getBuffer();
	const end = whole.length - Buffer.byteLength(`\r\n--${form.getBoundary()}--\r\n`);
	return { head: whole.subarray(0, end), tail: whole.subarray(end), headers: form.getHeaders() };
}
