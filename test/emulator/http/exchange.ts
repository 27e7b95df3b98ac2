import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import { badParameter, ServiceFailure } from './errors';
import { parseForm, type Pair } from './form';
import type { Json } from './json';
import type { RequestRecord } from './requestLog';

/** An answer with a JSON body. */
export interface JsonAnswer {
	/** Path of the request. */
	readonly path: string;
	/** Parameters of the request. */
	readonly params: Readonly<Record<string, string>>;
	readonly status: number;
	readonly body: Json;
}

/** An answer as it goes out. */
export interface Written {
	readonly status: number;
	/** Media type with its charset. */
	readonly type: string;
	readonly text: string;
}

/** Decides how answers look on the wire. Downloads and pages for people are not its business. */
export interface AnswerWriter {
	json(answer: JsonAnswer): Written;
	text(path: string, status: number, text: string): Written;
}

/** A request as it comes in: one of node:http, or one in memory. */
export interface Incoming extends Readable {
	readonly method?: string | undefined;
	/** Path and query. */
	readonly url?: string | undefined;
	readonly headers: IncomingHttpHeaders;
}

/** An answer as it goes out. */
export interface Outgoing extends Writable {
	statusCode: number;
	readonly headersSent: boolean;
	setHeader(name: string, value: string | number): unknown;
	writeHead(status: number, headers?: OutgoingHttpHeaders): this;
}

/** One request and its answer. */
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
	readonly answers: AnswerWriter;
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
export async function readForm(req: Incoming): Promise<Pair[]> {
	const body = await readBody(req, FORM_LIMIT);
	if (body.length === 0) return [];
	const type = (req.headers['content-type'] ?? '').replace(/;.*$/s, '').trim().toLowerCase();
	if (type !== 'application/x-www-form-urlencoded')
		throw badParameter('Content-Type', `is '${type}'; send parameters as application/x-www-form-urlencoded`);
	return parseForm(body.toString('utf8'));
}

/** Answers with a JSON body. */
export function sendJson({ res, answers, path, record }: Exchange, status: number, body: Json): void {
	const written = answers.json({ path, params: record.params, status, body });
	send(res, written.status, written.type, written.text);
}

/** Answers with plain text. */
export function sendText({ res, answers, path }: Exchange, status: number, text: string): void {
	const written = answers.text(path, status, text);
	send(res, written.status, written.type, written.text);
}

/** Answers with an HTML page. */
export function sendHtml(res: Outgoing, status: number, body: string): void {
	send(res, status, 'text/html; charset=utf-8', body);
}

/** Sends a whole body with its length. */
export function send(res: Outgoing, status: number, type: string, body: string | Buffer): void {
	const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
	res.writeHead(status, { 'Content-Type': type, 'Content-Length': bytes.length });
	res.end(bytes);
}

/** Escapes text for HTML content and attributes. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
