import { finished, Readable } from 'node:stream';

/**
 * Hands each piece of a stream to `take` in the moment it comes, without queue or promise between.
 * `false` from `take` holds the stream back until somebody calls its `resume`. Resolves at its end;
 * rejects with its error, with that of `take`, or when it is closed early. The stream is then destroyed.
 */
export async function drain(from: Readable, take: (piece: Buffer) => boolean): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		finished(from, { writable: false }, (error) => (error ? reject(error) : resolve()));
		from.on('data', (piece: Buffer) => {
			try {
				if (!take(piece)) from.pause();
			} catch (error) {
				from.destroy(error as Error);
			}
		});
	});
}

/** What a drained stream needs: where its pieces come from, how that is woken, and how it is let go. */
export interface Drained {
	/** Pushes all pieces with `push`, until it answers false and again after `resume`; resolves when there are no more. */
	run(push: (piece: Buffer) => boolean): Promise<void>;
	resume(): void;
	end(): void;
	/** Bytes that may wait for the reader. */
	readonly highWaterMark: number;
}

/** A stream that begins `run` when it is first read, so that no error can come before somebody listens. */
export function drained({ run, resume, end, highWaterMark }: Drained): Readable {
	let begun = false;
	const stream = new Readable({
		highWaterMark,
		read: () => {
			if (begun) return resume();
			begun = true;
			run((piece) => stream.push(piece)).then(
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
