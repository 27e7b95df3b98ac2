import type { ByteStream, ContentSource, ContentStore } from '../ports/content';
import { asByteStream, PlainStream } from './byteStream';

/** Bytes that may wait for a slow reader. */
const WAITING = 1024 * 1024;

/** Pieces between the one who receives them and the one who reads. */
class Queue implements AsyncIterable<Buffer> {
	readonly #pieces: Buffer[] = [];
	#bytes = 0;
	#over: { readonly error?: unknown } | undefined;
	#wake = (): void => undefined;
	#hasRoom: Promise<void> | undefined;
	#makeRoom = (): void => undefined;
	readonly #source: ContentSource;

	constructor(source: ContentSource) {
		this.#source = source;
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, undefined> {
		this.#source
			.receive((piece) => this.#take(piece))
			.then(
				() => this.finish({}),
				(error: unknown) => this.finish({ error }),
			);
		for (;;) {
			const piece = this.#pieces.shift();
			if (piece) {
				this.#bytes -= piece.length;
				if (this.#bytes < WAITING) this.#free();
				yield piece;
			} else if (this.#over) {
				if ('error' in this.#over) throw this.#over.error;
				return undefined;
			} else await new Promise<void>((resolve) => (this.#wake = resolve));
		}
	}

	/** Nothing comes any more. */
	finish(over: { readonly error?: unknown }): void {
		this.#over ??= over;
		this.#free();
		this.#wake();
	}

	/** The memory of a piece is its reader's: n8n's streams use none again. */
	#take(piece: Buffer): Promise<void> | undefined {
		if (this.#over) return undefined;
		this.#pieces.push(piece);
		this.#bytes += piece.length;
		this.#wake();
		if (this.#bytes < WAITING) return undefined;
		return (this.#hasRoom ??= new Promise((resolve) => (this.#makeRoom = resolve)));
	}

	#free(): void {
		this.#hasRoom = undefined;
		this.#makeRoom();
	}
}

/** Keeps the pieces themselves: n8n's streams use the memory of none again. */
export function contentStore(): ContentStore {
	const pieces: Buffer[] = [];
	return { put: (piece) => void pieces.push(piece), next: () => pieces.shift() };
}

/** The content as a stream, which begins to receive when it is first read. */
export function contentStream(source: ContentSource): ByteStream {
	const queue = new Queue(source);
	return asByteStream(
		new PlainStream(queue, () => {
			queue.finish({ error: new Error('The content was dropped') });
			source.end();
		}),
	);
}
