import { Readable } from 'node:stream';
import type { ContentSource } from '../ports';
import { isReadByWriteFile, receivedBlocks } from '../shared/blocks';

/** The content as a stream of Node.js. */
export const contentStream = (source: ContentSource): Readable => new ContentStream(source);

/** Bytes that wait for a slow reader. With more, pieces would be joined, which costs more than it saves. */
const WAITING = 64 * 1024;

/**
 * The content as a stream, which begins to receive when it is first read. Readers get pieces that are theirs.
 * The exception is `fs.promises.writeFile`, by which n8n stores binary data in files: it has written one piece before
 * it asks for the next one, so it gets the same few buffers again and again.
 */
export class ContentStream extends Readable {
	readonly #source: ContentSource;
	#isStarted = false;
	/** Resolves when the reader wants more; the same one for all pieces that come before that. */
	#room: Promise<void> | undefined;
	#readOn = (): void => undefined;

	constructor(source: ContentSource) {
		super({ highWaterMark: WAITING });
		this.#source = source;
	}

	override [Symbol.asyncIterator](): NodeJS.AsyncIterator<Buffer> {
		return !this.#isStarted && isReadByWriteFile(this[Symbol.asyncIterator])
			? this.#blocks()
			: super[Symbol.asyncIterator]();
	}

	override _read(): void {
		this.#room = undefined;
		this.#readOn();
		if (this.#isStarted) return;
		this.#isStarted = true;
		this.#source
			.receive((piece) => this.#pushCopy(piece))
			.then(
				() => this.push(null),
				(error: unknown) => this.destroy(error as Error),
			);
	}

	override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
		this.#source.end();
		done(error);
	}

	#pushCopy(piece: Buffer): Promise<void> | undefined {
		if (this.push(Buffer.from(piece))) return undefined;
		return (this.#room ??= new Promise((resolve) => (this.#readOn = resolve)));
	}

	async *#blocks(): AsyncGenerator<Buffer, undefined> {
		this.#isStarted = true;
		let isWhole = false;
		try {
			yield* receivedBlocks(this.#source, true);
			isWhole = true;
			this.push(null);
			this.resume();
		} catch (error) {
			this.once('error', () => undefined).destroy(error as Error);
			throw error;
		} finally {
			// The writer failed.
			if (!isWhole) this.destroy();
		}
	}
}
