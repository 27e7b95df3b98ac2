import type { Socket } from 'node:net';
import { Readable, type Duplex } from 'node:stream';
import type { buildConnector as BuildConnector, Dispatcher } from 'undici';
import { abortedError } from '../../protocol/wire/libraryError';
import { type Clock, systemClock } from '../async/clock';
import { collectedAnswer, requestCollected, type Limits } from './collectedAnswer';
import { secureLookup } from './egress';
import { PooledConnection } from './pooledConnection';
import { TEXT_LIMIT } from './httpAnswer';
import { TransferGuard, slackFor, timeFor } from './slowTransfer';
import { proxiesOfEnvironment } from './proxies';
import { sendFollowing } from './redirect';
import { type EncodedBody, encodedBody, type FormFrame } from './requestBody';
import { streamedAnswer } from './streamedAnswer';
import { requestStreamed, type AnswerHandler } from './streamedBody';
import { transportError } from './transportErrors';
import type { Http, HttpAnswer, HttpRequest, HttpSettings, MultipartBody } from './types';

/* The only file that imports undici and form-data, so that the choice of these libraries stays reversible. */

/** Compressed answers cost time, and those of a download could be neither counted nor resumed. */
const OWN_HEADERS = { 'user-agent': 'n8n-nodes-file-library', 'accept-encoding': 'identity' };
/** Longest silence of a server in ms, unless a request says otherwise. */
export const SILENCE_MS = 60_000;
const CONNECT_MS = 10_000;

/** The clients of this process by their egress filter, and by their other settings. */
const shared = new WeakMap<object, Map<string, Http>>();
const NO_FILTER = {};

/** The client of these settings that the process shares, with keep-alive; one with a clock of its own is not shared. */
export function httpFor(settings: HttpSettings): Http {
	if (settings.clock) return makeHttp(settings, () => undefined);
	const filter = settings.egress ?? NO_FILTER;
	const clients = shared.get(filter) ?? new Map<string, Http>();
	shared.set(filter, clients);
	const key = JSON.stringify([settings.allowUnauthorizedCerts, settings.httpsOnly === true, proxiesOfEnvironment()]);
	const existing = clients.get(key);
	if (existing) return existing;
	const made = makeHttp(settings, () => clients.delete(key));
	clients.set(key, made);
	return made;
}

function makeHttp(settings: HttpSettings, forget: () => void): Http {
	// undici is loaded at the first request: n8n loads every node of every package when it starts.
	let dispatchers: Promise<Dispatchers> | undefined;
	return {
		request: async (request) => {
			dispatchers ??= dispatchersFor(settings);
			const loaded = await dispatchers;
			const { clock = systemClock } = settings;
			return await sendFollowing(async (each) => await send(loaded, each, clock), settings, request);
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

/** What sends requests, by the scheme of their address; that for large answers is apart: it occupies more memory. */
type Dispatchers = Readonly<Record<'http' | 'https', { readonly usual: Dispatcher; readonly pooled: Dispatcher }>>;

async function dispatchersFor({ allowUnauthorizedCerts, egress }: HttpSettings): Promise<Dispatchers> {
	const { Agent, EnvHttpProxyAgent, buildConnector } = await import('undici');
	const tls = { rejectUnauthorized: !allowUnauthorizedCerts };
	// The filter checks the address that is actually connected to: a host name that resolves differently later cannot
	// bypass it.
	const lookup = egress ? { lookup: secureLookup(egress) } : {};
	const connect = { ...tls, timeout: CONNECT_MS, ...lookup };
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

async function send(dispatchers: Dispatchers, request: HttpRequest, clock: Clock): Promise<HttpAnswer> {
	if (request.signal?.aborted) throw abortedError(request.signal.reason);
	const { origin, protocol, path } = addressOf(request.url);
	const encoded = encodedBody(request.body, formFrame);
	const { body, headers } = encoded instanceof Promise ? await encoded : encoded;
	const { headersTimeout = SILENCE_MS, bodyTimeout: silenceMs = SILENCE_MS, largeAnswer = false } = request;
	const sent = { ...OWN_HEADERS, ...headers, ...request.headers };
	const slackMs = slackFor(headersTimeout) + timeFor(sizeOf(body, sent));
	const limits: Limits = { signal: request.signal ?? null, clock, where: origin, silenceMs, slackMs };
	const senders = dispatchers[protocol === 'https:' ? 'https' : 'http'];
	const dispatch = (handler: AnswerHandler): unknown =>
		(largeAnswer ? senders.pooled : senders.usual).dispatch(
			{
				...{ origin, path, method: request.method, headers: sent, headersTimeout },
				// A large body has a limit of its own: undici's goes on while the reader holds the connection back.
				bodyTimeout: largeAnswer ? 0 : silenceMs,
				// undici documents iterables as bodies; its types do not.
				body: body as Readable | null,
			},
			handler,
		);
	try {
		if (largeAnswer) return await sendStreamed(dispatch, request, limits);
		return collectedAnswer(
			await requestCollected(dispatch, limits, request.answerLimit ?? TEXT_LIMIT + 1),
			request,
		);
	} catch (cause) {
		// undici destroys a body with an error of its own; the error of a body that failed by itself is the one to
		// report.
		throw transportError(body instanceof Readable && body.errored ? body.errored : cause, request);
	}
}

async function sendStreamed(
	dispatch: (handler: AnswerHandler) => unknown,
	request: HttpRequest,
	{ clock, where, silenceMs, slackMs, signal: stop }: Limits,
): Promise<HttpAnswer> {
	const late = new AbortController();
	const guard = new TransferGuard({ clock, where, slackMs, onTooSlow: (error) => late.abort(error) });
	const signal = stop ? AbortSignal.any([stop, late.signal]) : late.signal;
	try {
		const { statusCode: status, headers, body } = await requestStreamed(dispatch, { signal, silenceMs });
		return streamedAnswer({ status, headers, body, request, clock, silenceMs });
	} finally {
		guard.end();
	}
}

/** The parts of an address; those of the last one are kept, because most requests go to the same. */
let latest = { url: '', origin: '', protocol: '', path: '' };
function addressOf(url: string): typeof latest {
	if (latest.url !== url) {
		const { origin, protocol, pathname, search } = new URL(url);
		latest = { url, origin, protocol, path: `${pathname}${search}` };
	}
	return latest;
}

/** Bytes of a request body; without limit where nobody knows them. */
function sizeOf(body: EncodedBody['body'], headers: Readonly<Record<string, string>>): number {
	if (body === null) return 0;
	if (typeof body === 'string' || Buffer.isBuffer(body)) return Buffer.byteLength(body);
	return Number(headers['content-length'] ?? Infinity);
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
