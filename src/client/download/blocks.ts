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
