import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import type { AnswerStyle } from './answers';
import { badParameter, codes, ServiceFailure } from './errors';
import type { Json } from './json';

/** A request as it comes in: one of node:http, or one in memory. */
export interface Incoming extends Readable {
	readonly method?: string | undefined;
	readonly url?: string | undefined;
	readonly headers: IncomingHttpHeaders;
}

export interface Outgoing extends Writable {
	statusCode: number;
	readonly headersSent: boolean;
	setHeader(name: string, value: string | number): unknown;
	writeHead(status: number, headers?: OutgoingHttpHeaders): this;
}

export interface Exchange {
	readonly req: Incoming;
	readonly res: Outgoing;
	/** Resets the connection, so that the client sees ECONNRESET and not a clean end. */
	readonly reset: () => void;
	readonly method: string;
	readonly path: string;
	/** Query parameters in the order sent. */
	readonly query: readonly Pair[];
	readonly record: RequestRecord;
	readonly answers: AnswerStyle;
}

/** assumed: largest form body accepted, in bytes; the document gives no limit. */
const FORM_LIMIT = 16 * 1024 * 1024;

/** Reads a whole body. assumed: 413 when it is longer than `limit` bytes. */
export async function readBody(req: Incoming, limit: number): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of req as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size <= limit) chunks.push(chunk);
	}
	if (size > limit) throw new ServiceFailure(413, `the body has more than ${limit} bytes`);
	return Buffer.concat(chunks);
}

/** Parameters of the form body. fact 2.1: application/x-www-form-urlencoded. assumed: any other body is refused. */
async function readForm(req: Incoming): Promise<Pair[]> {
	const body = await readBody(req, FORM_LIMIT);
	if (body.length === 0) return [];
	const type = (req.headers['content-type'] ?? '').replace(/;.*$/s, '').trim().toLowerCase();
	if (type !== 'application/x-www-form-urlencoded')
		throw badParameter('Content-Type', `is '${type}'; send parameters as application/x-www-form-urlencoded`);
	return parseForm(body.toString('utf8'));
}

export function sendJson({ res, answers, path, record }: Exchange, status: number, body: Json): void {
	const written = answers.json({ path, params: record.params, status, body });
	send(res, written.status, written.type, written.text);
}

export function sendText({ res, answers, path }: Exchange, status: number, text: string): void {
	const written = answers.text(path, status, text);
	send(res, written.status, written.type, written.text);
}

export function sendHtml(res: Outgoing, status: number, body: string): void {
	send(res, status, 'text/html; charset=utf-8', body);
}

export function send(res: Outgoing, status: number, type: string, body: string | Buffer): void {
	const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
	res.writeHead(status, { 'Content-Type': type, 'Content-Length': bytes.length });
	res.end(bytes);
}

export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export type Pair = readonly [name: string, value: string];

/** All decoded parameters of a request by name; a parameter that was not sent is not in the map. */
export type Parameters = ReadonlyMap<string, string>;

function decodePair(part: string): Pair {
	const cut = part.indexOf('=');
	const [name, value] = cut < 0 ? [part, ''] : [part.slice(0, cut), part.slice(cut + 1)];
	try {
		return [decodeURIComponent(name.replaceAll('+', ' ')), decodeURIComponent(value.replaceAll('+', ' '))];
	} catch {
		throw badParameter(name, 'is not percent-encoded UTF-8');
	}
}

/** doc: UTF-8. fact 1.18: `+` and `%20` are spaces. Throws 40003: a repaired value could not be what was signed. */
export function parseForm(text: string): Pair[] {
	return text
		.split('&')
		.filter((part) => part !== '')
		.map(decodePair);
}

/** fact 2.2: query and form are one set. assumed: 40003 for a name that occurs twice. */
export function mergePairs(pairs: readonly Pair[]): Map<string, string> {
	const merged = new Map<string, string>();
	for (const [name, value] of pairs) {
		if (merged.has(name)) throw badParameter(name, 'occurs more than once');
		merged.set(name, value);
	}
	return merged;
}

/** One request as the emulator received it. Secrets are not masked: the log stays in memory, for tests. */
export interface RequestRecord {
	/** The emulator's clock when the request arrived, in milliseconds. */
	readonly atMs: number;
	readonly method: string;
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	/** Query and form parameters, merged and decoded. */
	params: Record<string, string>;
	/** Bytes of an upload chunk or web upload. */
	bodyBytes: number;
	/** HTTP status; 0 while unanswered, or when the connection was reset instead. */
	status: number;
	/** For a refused signature: the string that should have been signed; '' otherwise. */
	note: string;
	/** Number of the connection: requests with equal numbers shared a socket. */
	readonly connection: number;
	/** How many requests of its port were being answered when it had come, itself included. */
	readonly underWay: number;
}

export class RequestLog {
	readonly list: RequestRecord[] = [];

	/** Keeps about `limit` records. */
	constructor(private readonly limit: number) {}

	add(record: RequestRecord): void {
		this.list.push(record);
		// Trim in bulk: removing one record at a time would move the whole list on every request.
		if (this.list.length > this.limit * 1.25 + 10) this.list.splice(0, this.list.length - this.limit);
	}
}

export type Method = 'GET' | 'POST';

/** Throws 405 for a method other than the documented one. fact 2.3, 2.4, 2.5: deployments take GET and POST. */
export function requireMethod(method: string, documented: Method, takesBoth: boolean): void {
	if (method !== documented && !(takesBoth && ['GET', 'POST'].includes(method)))
		throw new ServiceFailure(codes.method, `${method} is not allowed here`);
}

/** Merges query and form, and copies them into the request log. Throws 40003 for repeated names. */
export async function readParameters(exchange: Exchange): Promise<Parameters> {
	const form = await readForm(exchange.req);
	const pairs = [...exchange.query, ...form];
	exchange.record.params = Object.fromEntries(pairs);
	return mergePairs(pairs);
}
