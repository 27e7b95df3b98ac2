import { Readable } from 'node:stream';
import type { ContentSource } from '../ports/content';

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
	#readOn: (() => void) | undefined;

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
		this.#readOn?.();
		this.#readOn = undefined;
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
		return new Promise((resolve) => (this.#readOn = resolve));
	}

	async *#blocks(): AsyncGenerator<Buffer, undefined> {
		this.#isStarted = true;
		const blocks = new Blocks();
		this.#source
			.receive((piece) => blocks.take(piece))
			.then(
				() => blocks.end(),
				(error: unknown) => blocks.fail(error),
			);
		let isWhole = false;
		try {
			yield* blocks;
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

/** The function of Node.js that writes what it iterates over, as a line of a stack shows it. */
const WRITE_FILE = /^\s+at (?:async )?writeFileHandle \(node:internal\/fs\/promises:/;

/**
 * Whether `caller` was called by `fs.promises.writeFile`, which has written each piece to its end before it asks for
 * the next one. Anything else, and any Node.js where it looks different, is no.
 */
function isReadByWriteFile(caller: (...values: never[]) => unknown): boolean {
	const held: { stack?: string } = {};
	Error.captureStackTrace(held, caller);
	return WRITE_FILE.test(held.stack?.split('\n')[1] ?? '');
}

/**
 * Bytes of a block, and so of a write: 31 pages. By the size of a write Linux chooses the memory that keeps what was
 * written. From 128 KiB on it takes pieces of 128 KiB or more, which a virtual machine that hands free memory back to
 * its host has to fetch again: that can cost five times as much as the write. 31 pages take pieces of all sizes below.
 */
const BLOCK = 31 * 4096;
/** Full blocks that may wait while another one is written. */
const MOST_WAITING = 8;

/**
 * Copies pieces into a few blocks whose memory is used again. A block is its reader's until the reader asks for the
 * next one. The reader never waits for a block to become full.
 */
export class Blocks implements AsyncIterable<Buffer> {
	readonly #free: Buffer[] = [];
	readonly #full: Buffer[] = [];
	#filling: Buffer | undefined;
	/** Bytes in the block that is being filled. */
	#filled = 0;
	#over: { readonly error?: unknown } | undefined;
	#wakeReader = (): void => undefined;
	#hasRoom: Promise<void> | undefined;
	#makeRoom = (): void => undefined;

	/** Copies a piece. When it returns a promise, no more should come until that resolves. */
	take(piece: Buffer): Promise<void> | undefined {
		for (let at = 0; at < piece.length;) {
			this.#filling ??= this.#free.pop() ?? Buffer.allocUnsafeSlow(BLOCK);
			const copied = piece.copy(this.#filling, this.#filled, at);
			at += copied;
			this.#filled += copied;
			if (this.#filled < BLOCK) continue;
			this.#full.push(this.#filling);
			this.#startBlock();
		}
		this.#wakeReader();
		if (this.#full.length < MOST_WAITING) return undefined;
		return (this.#hasRoom ??= new Promise((resolve) => (this.#makeRoom = resolve)));
	}

	/** The content is whole. */
	end(): void {
		this.#over ??= {};
		this.#wakeReader();
	}

	/** The content ends here with an error, which the reader gets after what came before. */
	fail(error: unknown): void {
		this.#over ??= { error };
		this.#wakeReader();
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, undefined> {
		for (;;) {
			const block = this.#nextBlock();
			if (this.#full.length < MOST_WAITING) {
				this.#hasRoom = undefined;
				this.#makeRoom();
			}
			if (block) {
				yield block.bytes;
				this.#free.push(block.memory);
			} else if (this.#over) {
				if ('error' in this.#over) throw this.#over.error;
				return undefined;
			} else await new Promise<void>((resolve) => (this.#wakeReader = resolve));
		}
	}

	#nextBlock(): { readonly memory: Buffer; readonly bytes: Buffer } | undefined {
		const full = this.#full.shift();
		if (full) return { memory: full, bytes: full };
		if (!this.#filling) return undefined;
		const part = { memory: this.#filling, bytes: this.#filling.subarray(0, this.#filled) };
		this.#startBlock();
		return part;
	}

	#startBlock(): void {
		[this.#filling, this.#filled] = [undefined, 0];
	}
}
