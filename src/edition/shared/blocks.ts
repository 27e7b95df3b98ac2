import type { ContentSource } from '../ports';

/**
 * Whether `caller` was called by the function of `fs.promises.writeFile` that has written each piece to its end before
 * it asks for the next one. Anything else, and any Node.js where it looks different, is no. The stack is not read as a
 * text: n8n would look up the sources of all its lines, for which it reads large files.
 */
export function isReadByWriteFile(caller: (...values: never[]) => unknown): boolean {
	const held: { stack?: NodeJS.CallSite[] } = {};
	const { prepareStackTrace } = Error;
	Error.prepareStackTrace = (_, sites) => sites;
	try {
		Error.captureStackTrace(held, caller);
		const site = held.stack?.[0];
		return site?.getFileName() === 'node:internal/fs/promises' && site.getFunctionName() === 'writeFileHandle';
	} finally {
		Error.prepareStackTrace = prepareStackTrace;
	}
}

/**
 * Bytes of a block, and so of a write: 31 pages. By the size of a write Linux chooses the memory that keeps what was
 * written. From 128 KiB on it takes pieces of 128 KiB or more, which a virtual machine that hands free memory back to
 * its host has to fetch again: that can cost five times as much as the write. 31 pages take pieces of all sizes below.
 */
const BLOCK_BYTES = 31 * 4096;
/** Full blocks that may wait while another one is written. */
const MOST_WAITING = 8;
/**
 * Blocks that the process keeps for those who need the next ones, 4 MB: Node.js collects all its garbage again and
 * again where large buffers come and go, which costs more than receiving, hashing and writing them.
 */
const MOST_SPARE = 32;

const spare: Buffer[] = [];

/**
 * Keeps copies of pieces in blocks. Where their memory is used again, a block is its reader's until the reader asks for
 * the next one, otherwise for ever.
 */
export class BlockStore {
	readonly #isReused: boolean;
	readonly #full: Buffer[] = [];
	#filling: Buffer | undefined;
	/** Bytes in the block that is being filled. */
	#filled = 0;
	/** The block that is being read. */
	#out: Buffer | undefined;

	constructor(isReused: boolean) {
		this.#isReused = isReused;
	}

	get fullBlocks(): number {
		return this.#full.length;
	}

	put(piece: Buffer): void {
		for (let at = 0; at < piece.length;) {
			this.#filling ??= spare.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);
			const copied = piece.copy(this.#filling, this.#filled, at);
			at += copied;
			this.#filled += copied;
			if (this.#filled < BLOCK_BYTES) continue;
			this.#full.push(this.#filling);
			[this.#filling, this.#filled] = [undefined, 0];
		}
	}

	/** The next bytes: a part of a block where none is full, and undefined where there are no more for now. */
	next(): Buffer | undefined {
		if (this.#isReused && this.#out && spare.length < MOST_SPARE) spare.push(this.#out);
		this.#out = this.#full.shift();
		if (this.#out ?? !this.#filling) return this.#out;
		this.#out = this.#filling;
		const part = this.#filling.subarray(0, this.#filled);
		[this.#filling, this.#filled] = [undefined, 0];
		return part;
	}
}

/**
 * Content between the one who receives it and the one who reads it, in a few blocks. Its reader gets full ones: a write
 * for each of many small pieces would cost more than they do.
 */
export class Blocks implements AsyncIterable<Buffer> {
	readonly #store: BlockStore;
	#over: { readonly error?: unknown } | undefined;
	#wakeReader = (): void => undefined;
	#hasRoom: Promise<void> | undefined;
	#makeRoom = (): void => undefined;

	/** `isReused`: the reader is done with a block when it asks for the next one. */
	constructor(isReused: boolean) {
		this.#store = new BlockStore(isReused);
	}

	/** Copies a piece. When it returns a promise, no more should come until that resolves. */
	take(piece: Buffer): Promise<void> | undefined {
		if (this.#over) return undefined;
		this.#store.put(piece);
		if (this.#store.fullBlocks > 0) this.#wakeReader();
		if (this.#store.fullBlocks < MOST_WAITING) return undefined;
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
			const block = this.#over || this.#store.fullBlocks > 0 ? this.#store.next() : undefined;
			if (this.#store.fullBlocks < MOST_WAITING) {
				this.#hasRoom = undefined;
				this.#makeRoom();
			}
			if (block) yield block;
			else if (this.#over) {
				if ('error' in this.#over) throw this.#over.error;
				return undefined;
			} else await new Promise<void>((resolve) => (this.#wakeReader = resolve));
		}
	}
}

/** Content in blocks, which it begins to receive at once. */
export function receivedBlocks(source: ContentSource, isReused: boolean): Blocks {
	const blocks = new Blocks(isReused);
	source
		.receive((piece) => blocks.take(piece))
		.then(
			() => blocks.end(),
			(error: unknown) => blocks.fail(error),
		);
	return blocks;
}

/**
 * Frees the memory of a piece that is all of it. V8 does not see that memory: it would collect a whole n8n again and
 * again to find it, which takes longer than reading, hashing and sending. An old Node.js leaves it to V8.
 */
export function freed({ buffer, byteLength }: Buffer): void {
	if (byteLength === buffer.byteLength && 'transfer' in buffer) (buffer.transfer as (bytes: number) => unknown)(0);
}
