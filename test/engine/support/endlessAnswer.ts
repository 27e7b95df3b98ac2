import type { ServerResponse } from 'node:http';

const MEBIBYTE = Buffer.alloc(1024 * 1024, ' ');

/** Answers 400 MB; returns how many of them were taken so far. */
export function sendEndless(response: ServerResponse): () => number {
	let sent = 0;
	const more = (): void => {
		while (sent < 400 && !response.destroyed)
			if ((sent++, !response.write(MEBIBYTE))) return void response.once('drain', more);
		response.end();
	};
	response.on('error', () => undefined);
	more();
	return () => sent;
}
