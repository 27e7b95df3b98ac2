/* A pool of memory that downloads read into again and again. */

/** Bytes of a block. */
const BLOCK = 512 * 1024;
/** One is read by the reader, one waits for it, and one takes what arrives before the reading stops. */
const BLOCKS = 3;
/** Less room than this is not worth a read. */
const LEAST_ROOM = 64 * 1024;
/**
 * Larger chunks are handed out in parts: in between, the reader learns that what it writes has been written, so that
 * writing one part and computing the checksum of the next one overlap.
 */
const MOST_READ = 128 * 1024;

/** Bytes that lie in a row in a block. */
interface Stretch {
	readonly block: Buffer;
	from: number;
	to: number;
}

/**
 * The memory that a connection reads into: a few blocks in turn. What arrived is read chunk by chunk, one
 * at a time; the block of that chunk, and those of what waits, take no new bytes.
 */
export class BlockPool {
	readonly #onBlock: (memory: ArrayBufferLike) => void;
	readonly #blocks: Buffer[] = [];
	/** The block that is read into, and how much of it is in use. */
	#block: Buffer;
	#used = 0;
	/** What arrived and has not been read. */
	readonly #waiting: Stretch[] = [];
	/** The block of the chunk that is out. */
	#out: Buffer | undefined;

	/** `onBlock` is told of each piece of memory that bytes will be read into. */
	constructor(onBlock: (memory: ArrayBufferLike) => void) {
		this.#onBlock = onBlock;
		this.#block = this.#newBlock();
	}

	/** Whether a chunk was read and not released. */
	get isOut(): boolean {
		return this.#out !== undefined;
	}

	/** Whether nothing waits and no chunk is out. */
	get isIdle(): boolean {
		return !this.#out && this.#waiting.length === 0;
	}

	/** Whether another read has room, and what comes after that as well. */
	get hasRoom(): boolean {
		const used = this.#blocks.filter((block) => this.#isInUse(block)).length;
		return used < BLOCKS - 1 || (used < BLOCKS && BLOCK - this.#used >= LEAST_ROOM);
	}

	/** Where the next bytes go. Node.js asks right after each read, long before the next one. */
	target(): Uint8Array {
		if (!this.#isInUse(this.#block)) this.#used = 0;
		else if (BLOCK - this.#used < LEAST_ROOM) {
			// TLS passes on what it has decrypted even after the reading was stopped.
			this.#block = this.#blocks.find((block) => !this.#isInUse(block)) ?? this.#newBlock();
			this.#used = 0;
		}
		return this.#block.subarray(this.#used);
	}

	/** So many bytes were put where `target` said. */
	filled(bytes: number): void {
		const [block, from] = [this.#block, this.#used];
		this.#used += bytes;
		const last = this.#waiting.at(-1);
		if (last?.block === block && last.to === from) last.to = this.#used;
		else this.#waiting.push({ block, from, to: this.#used });
	}

	/** The next chunk, if something waits. It stays as it is until `release` or the next call. */
	read(): Buffer | undefined {
		const first = this.#waiting[0];
		if (!first) return undefined;
		const { block, from } = first;
		first.from = Math.min(first.to, from + MOST_READ);
		if (first.from === first.to) this.#waiting.shift();
		this.#out = block;
		return block.subarray(from, first.from);
	}

	/** The chunk that is out is not needed any more. */
	release(): void {
		this.#out = undefined;
	}

	/** Drops what waits. */
	clear(): void {
		this.#waiting.length = 0;
	}

	#newBlock(): Buffer {
		const block = Buffer.allocUnsafeSlow(BLOCK);
		this.#onBlock(block.buffer);
		this.#blocks.push(block);
		return block;
	}

	#isInUse(block: Buffer): boolean {
		return this.#out === block || this.#waiting.some((stretch) => stretch.block === block);
	}
}
