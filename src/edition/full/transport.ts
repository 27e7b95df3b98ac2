import type { Socket } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import type { buildConnector as BuildConnector, Dispatcher } from 'undici';
import type { AnswerHandler, MultipartBody, SentRequest, Transport, TransportSettings } from '../ports/transport';
import { heldBack } from './heldBack';
import { PooledConnection } from './pooledConnection';
import { proxiesOfEnvironment } from './proxies';
import { encodedBody, type FormFrame } from './requestBody';

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
	const made = makeTransport(kept, () => void transports.delete(key));
	transports.set(key, made);
	return made;
}

function makeTransport(settings: TransportSettings, forget: () => void): Transport {
	// undici is loaded at the first request: n8n loads every node of every package when it starts.
	let dispatchers: Promise<Dispatchers> | undefined;
	return {
		dispatch: (request, handler) => {
			dispatchers ??= dispatchersFor(settings);
			dispatchers
				.then(async (loaded) => await send(loaded, request, handler))
				.catch((error: unknown) => handler.onResponseError(NOTHING_SENT, error as Error));
		},
		close: async () => {
			forget();
			const old = await dispatchers;
			dispatchers = undefined;
			const all = old ? [old.http, old.https].flatMap(({ usual, pooled }) => [usual, pooled]) : [];
			await Promise.all(all.map(async (each) => await each.destroy()));
		},
	};
}

const nothing = (): void => undefined;
const NOTHING_SENT = { abort: nothing, pause: nothing, resume: nothing };

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

async function send(dispatchers: Dispatchers, request: SentRequest, handler: AnswerHandler): Promise<void> {
	const { origin, protocol, pathname, search } = new URL(request.url);
	const path = `${pathname}${search}`;
	const encoded = encodedBody(request.body, formFrame);
	const { body, headers } = encoded instanceof Promise ? await encoded : encoded;
	const senders = dispatchers[protocol === 'https:' ? 'https' : 'http'];
	const { method, headersTimeout, bodyTimeout, largeAnswer } = request;
	(largeAnswer ? senders.pooled : senders.usual).dispatch(
		{
			...{ origin, path, method, headers: { ...headers, ...request.headers }, headersTimeout, bodyTimeout },
			// undici documents iterables as bodies; its types do not.
			body: body as Readable | null,
		},
		largeAnswer ? heldBack(handler) : handler,
	);
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
