import type { IncomingMessage, ServerResponse } from 'node:http';

/** Resets the TCP connection, so that the client sees ECONNRESET and not a clean end. */
export function resetConnection(req: IncomingMessage): void {
	req.socket.resetAndDestroy();
}

/** Resets the connection as soon as the first bytes of the request's body have arrived; at once where there is none. */
export function resetWithin(req: IncomingMessage): void {
	req.once('data', () => resetConnection(req));
	req.once('end', () => resetConnection(req));
}

/** Lets `limit` bytes of the answer's body pass, then resets the connection; with 0 not even the headers pass. */
export function limitAnswer(req: IncomingMessage, res: ServerResponse, limit: number): void {
	let left = limit;
	const write = res.write.bind(res);
	const take = (chunk: unknown): boolean => {
		const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(typeof chunk === 'string' ? chunk : '');
		if (left > 0 && bytes.length > 0) write(bytes.subarray(0, left), () => left <= 0 && resetConnection(req));
		left -= bytes.length;
		if (limit === 0) resetConnection(req);
		return true;
	};
	res.write = (chunk: unknown): boolean => take(chunk);
	res.end = (chunk?: unknown): ServerResponse => {
		take(chunk);
		if (left > 0 || limit === 0) resetConnection(req);
		return res;
	};
}
