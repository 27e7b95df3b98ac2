import { finished, type Readable } from 'node:stream';

/**
 * Calls `take` with each chunk of a stream as it arrives, with no intermediate queue or promise. When `take` answers
 * false, the stream is paused until its `resume` is called. Resolves at the end of the stream; rejects with the
 * stream's error, with an error of `take`, or when the stream is closed early. The stream is destroyed then.
 */
export async function pump(from: Readable, take: (chunk: Buffer) => boolean): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		finished(from, { writable: false }, (error) => (error ? reject(error) : resolve()));
		from.on('data', (chunk: Buffer) => {
			try {
				if (!take(chunk)) from.pause();
			} catch (error) {
				from.destroy(error as Error);
			}
		});
	});
}
