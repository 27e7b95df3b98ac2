import type { Socket } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import type { buildConnector as BuildConnector, Dispatcher } from 'undici';
import type { Exchange, MultipartBody, RequestWatch, SentRequest, Transport, TransportSettings } from '../ports';
import { Answer } from './exchange';
import { PooledConnection } from './pooledConnection';

/* The only file that imports undici and form-data, so that the choice of these libraries stays reversible. */

const CONNECT_MS = 10_000;

/** The connections of this process by their egress filter, and by their other settings. */
const shared = new WeakMap<object, Map<string, Transport>>();
const NO_FILTER = {};

/** The connections of these settings that the process shares, with keep-alive. */
export function transportFor({ allowUnauthorizedCerts, egress, lookup }: TransportSettings): Transport {
	const filter = egress ?? NO_FILTER;
	const transports = shared.get(filter) ?? new Map<string, Transport>();
	shared.set(filter, transports);
	const key = JSON.stringify([allowUnauthorizedCerts, proxiesOfEnvironment()]);
	const existing = transports.get(key);
	if (existing) return existing;
	// Not the rest of the settings: what belongs to one execution would stay in memory.
	const kept = { allowUnauthorizedCerts, ...(lookup ? { lookup } : {}) };
	// undici is loaded at the first request: n8n loads every node of every package when it starts.
	let dispatchers: Promise<Dispatchers> | undefined;
	const made: Transport = {
		send: async (request, watch) => await send(await (dispatchers ??= dispatchersFor(kept)), request, watch),
	};
	transports.set(key, made);
	return made;
}

/** What sends requests, by the scheme of their address; that for large answers is apart: it occupies more memory. */
type Dispatchers = Readonly<Record<'http' | 'https', { readonly usual: Dispatcher; readonly pooled: Dispatcher }>>;

async function dispatchersFor({ allowUnauthorizedCerts, lookup }: TransportSettings): Promise<Dispatchers> {
	const { Agent, EnvHttpProxyAgent, buildConnector } = await import('undici');
	const tls = { rejectUnauthorized: !allowUnauthorizedCerts };
	// The filter checks the address that is actually connected to: a host name that resolves differently later cannot
	// bypass it.
	const connect = { ...tls, timeout: CONNECT_MS, ...(lookup ? { lookup: lookup() } : {}) };
	const options = { pipelining: 1, connectTimeout: CONNECT_MS, connect };
	const pooledConnect: BuildConnector.connector = (target, done) => {
		const connection = new PooledConnection();
		buildConnector({ ...connect, onread: connection.onRead })(target, (...[error, socket]) =>
			// undici takes any Duplex; its types do not.
			error ? done(error, null) : done(null, connection.attach(socket) as Duplex as Socket),
		);
	};
	const { http, https, none } = proxiesOfEnvironment();
	// Requests to http:// addresses go to the proxy in absolute form, as curl sends them: many proxies allow CONNECT
	// to port 443 only.
	const proxied = {
		...options,
		noProxy: none,
		proxyTunnel: false,
		...(allowUnauthorizedCerts ? { requestTls: tls } : {}),
	};
	const by = (proxy: string) => {
		if (proxy === '')
			return { usual: new Agent(options), pooled: new Agent({ ...options, connect: pooledConnect }) };
		const agent = new EnvHttpProxyAgent({ ...proxied, httpProxy: proxy, httpsProxy: proxy });
		return { usual: agent, pooled: agent };
	};
	return { http: by(http), https: by(https) };
}

async function send(dispatchers: Dispatchers, request: SentRequest, watch: RequestWatch): Promise<Exchange> {
	const { origin, protocol, pathname, search } = new URL(request.url);
	const { body, headers } = await encodedBody(request.body);
	const senders = dispatchers[protocol === 'https:' ? 'https' : 'http'];
	const { method, headersTimeout, largeAnswer } = request;
	const options = {
		origin,
		path: `${pathname}${search}`,
		method,
		headers: { ...headers, ...request.headers },
		headersTimeout,
		// Its own limit goes on while the reader holds the connection back.
		bodyTimeout: 0,
		// undici documents iterables as bodies; its types do not.
		body: body as Readable | null,
	};
	const sender = largeAnswer ? senders.pooled : senders.usual;
	return await exchangeBy((handler) => void sender.dispatch(options, handler), watch);
}

async function exchangeBy(
	dispatch: (handler: Dispatcher.DispatchHandler) => void,
	watch: RequestWatch,
): Promise<Exchange> {
	return await new Promise((resolve, reject) => {
		let answer: Answer | undefined;
		dispatch({
			onRequestStart: (controller) => watch.begun((reason) => controller.abort(reason)),
			onResponseStart: (controller, status, headers) => {
				if (status < 200) return watch.provisional();
				answer = new Answer(controller, status, headers);
				resolve(answer);
			},
			onResponseData: (_, piece) => answer?.arrive(piece),
			onResponseEnd: () => answer?.complete(),
			onResponseError: (_, error) => (answer ? answer.drop(error) : reject(error)),
		});
	});
}

/** A variable of the environment: in lower case it counts before the one in upper case, and an empty one not at all. */
const variable = (name: string): string => process.env[name.toLowerCase()] || process.env[name] || '';

/**
 * The proxies that n8n's own requests use too, by scheme, or the empty text for none, and what is reached without them.
 * May contain a password.
 */
const proxiesOfEnvironment = () => ({
	http: variable('HTTP_PROXY') || variable('ALL_PROXY'),
	https: variable('HTTPS_PROXY') || variable('ALL_PROXY'),
	none: variable('NO_PROXY'),
});

/** A body as it is sent, with the headers that describe it; `body` is null for a request without one. */
interface EncodedBody {
	readonly body: string | Buffer | Iterable<Buffer> | AsyncIterable<Buffer> | null;
	readonly headers: Readonly<Record<string, string>>;
}

const SLICE = 1024 * 1024;

/** Encodes the body of a request. Copies neither a buffer nor a file. */
async function encodedBody(body: SentRequest['body']): Promise<EncodedBody> {
	if (body === undefined) return { body: null, headers: {} };
	if (typeof body === 'string') return { body, headers: {} };
	if (!Buffer.isBuffer(body)) return await multipart(body);
	if (body.length <= SLICE) return { body, headers: {} };
	return { body: slices(body), headers: { 'content-length': String(body.length) } };
}

/** undici restarts its silence timer with each slice it writes; one large buffer would have one limit for all of it. */
function* slices(bytes: Buffer): Generator<Buffer> {
	for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}

/** The form of an empty file, cut before its last boundary: the content is streamed in between. */
async function multipart({ fields, file }: MultipartBody): Promise<EncodedBody> {
	const { default: FormData } = await import('form-data');
	const form = new FormData();
	for (const [name, value] of fields) form.append(name, value);
	form.append(file.field, Buffer.alloc(0), { filename: file.name, contentType: file.contentType });
	const whole = form.getBuffer();
	const end = whole.length - Buffer.byteLength(`\r\n--${form.getBoundary()}--\r\n`);
	async function* parts(): AsyncGenerator<Buffer> {
		yield whole.subarray(0, end);
		yield* file.pieces;
		yield whole.subarray(end);
	}
	return { body: parts(), headers: { ...form.getHeaders(), 'content-length': String(whole.length + file.size) } };
}
