import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { resetConnection } from './connection';

/** Pieces of an answer that drips. */
const PIECES = 8;

/** Lets nothing of the answer out; after `ms` milliseconds the connection is reset. */
export function stallAnswer(req: IncomingMessage, res: ServerResponse, ms: number): void {
	res.writeHead = () => res;
	res.write = () => true;
	res.end = () => res;
	const timer = setTimeout(() => resetConnection(req), ms);
	timer.unref();
	// The client gives up earlier.
	res.once('close', () => clearTimeout(timer));
}

/** Changes the text of an answer that is sent as a whole; a content that is streamed passes unchanged. */
export function rewriteAnswer(res: ServerResponse, rewrite: (text: string) => string): void {
	const writeHead = res.writeHead.bind(res) as (status: number, headers: Record<string, unknown>) => ServerResponse;
	const end = res.end.bind(res);
	let head: [status: number, headers: Record<string, unknown>] | undefined;
	res.writeHead = ((status: number, headers: Record<string, unknown>) => {
		head = [status, headers];
		return res;
	}) as typeof res.writeHead;
	const write = res.write.bind(res);
	res.write = ((chunk: Buffer) => {
		if (head) writeHead(...head);
		head = undefined;
		return write(chunk);
	}) as typeof res.write;
	res.end = ((chunk?: Buffer) => {
		if (!head) return end(chunk);
		const body = Buffer.from(rewrite(chunk?.toString() ?? ''));
		writeHead(head[0], { ...head[1], 'Content-Length': body.length });
		return end(body);
	}) as typeof res.end;
}

/** Sends the first bytes of the answer in small pieces, within `ms` milliseconds; the rest of a content as it comes. */
export function dripAnswer(res: ServerResponse, ms: number): void {
	const write = res.write.bind(res);
	const end = res.end.bind(res);
	let sent: Promise<unknown> | undefined;
	const drip = async (chunk: Buffer): Promise<void> => {
		const size = Math.max(1, Math.ceil(chunk.length / PIECES));
		for (let at = 0; at < chunk.length; at += size) {
			write(chunk.subarray(at, at + size));
			await sleep(ms / PIECES, undefined, { ref: false });
		}
	};
	const send = (chunk: Buffer): Promise<unknown> => {
		// One after another: a content that continues while the first bytes drip must keep its order.
		sent = sent ? sent.then(() => write(chunk)) : drip(chunk);
		return sent;
	};
	res.write = ((chunk: Buffer) => {
		void send(chunk).then(() => res.emit('drain'));
		return false;
	}) as typeof res.write;
	res.end = ((chunk?: Buffer) => {
		void (chunk ? send(chunk) : (sent ?? Promise.resolve())).then(() => end());
		return res;
	}) as typeof res.end;
}
