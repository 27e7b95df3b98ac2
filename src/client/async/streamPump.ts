import { finished, Readable } from 'node:stream';

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

/** Where the chunks of a lazy stream come from. */
export interface LazySource {
	/**
	 * Pushes all chunks with `push`: until it answers false, and again after `resume`. Resolves when all are pushed;
	 * what it throws becomes the error of the stream.
	 */
	run(push: (chunk: Buffer) => boolean): Promise<void>;
	/** Called when the reader takes more, after `push` answered false. */
	resume(): void;
	/** Called once the stream is over or destroyed: releases whatever `run` works with. */
	end(): void;
	/** Bytes that may wait for the reader before `push` answers false. */
	readonly highWaterMark: number;
}

/** A stream that starts `run` lazily on first read, so that no error can fire before a listener is attached. */
export function lazyStream({ run, resume, end, highWaterMark }: LazySource): Readable {
	let started = false;
	const stream = new Readable({
		highWaterMark,
		read: () => {
			if (started) return resume();
			started = true;
			run((chunk) => stream.push(chunk)).then(
				() => stream.push(null),
				(error: unknown) => stream.destroy(error as Error),
			);
		},
		destroy: (error, done) => {
			end();
			done(error);
		},
	});
	return stream;
}
