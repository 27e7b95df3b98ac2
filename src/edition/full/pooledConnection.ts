import { Duplex } from 'node:stream';
import type { Socket } from 'node:net';

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

interface Stretch {
	readonly block: Buffer;
	from: number;
	to: number;
}

/**
 * The memory that a connection reads into: a few blocks in turn. What arrived is read chunk by chunk, one
 * at a time; the block of that chunk, and those of what waits, take no new bytes.
 */
class BlockPool {
	readonly #onBlock: (memory: ArrayBufferLike) => void;
	readonly #blocks: Buffer[] = [];
	/** The block that is read into, and how much of it is in use. */
	#block: Buffer;
	#used = 0;
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

/*
 * A connection for large answers. Node.js makes a new buffer of 64 KB for each read of a connection, which costs more
 * than HTTP, SHA1 and writing the file together. This one reads into a few blocks of memory in turn. It rests on what
 * undici does inside: test/client/http/undici.test.ts fails where a new version does something else.
 */

/**
 * Smaller chunks are copied. undici keeps parts of the head of an answer (at most 16 KiB) until it is complete, so a
 * chunk that may end within a head must not lie in a buffer that is used again.
 */
const LEAST_SHARED = 32 * 1024;

/** The connections by the memory of what they hand out. */
const connections = new WeakMap<ArrayBufferLike, PooledConnection>();

/** The connection that a piece came from; its memory may be used again once the reader of the piece returns. */
export const connectionOf = (piece: Buffer): PooledConnection | undefined => connections.get(piece.buffer);

/**
 * A connection of which each chunk is good only until the one who reads it returns. Chunks come one at a time, one in
 * a turn of the event loop; while one is out, the next ones are read into other blocks, until only one is free. undici
 * uses it as its socket.
 */
export class PooledConnection extends Duplex {
	/** For net.connect and tls.connect: the socket reads into our buffers, until `callback` returns false. */
	readonly onRead = {
		buffer: (): Uint8Array => this.#pool.target(),
		callback: (bytes: number): boolean => this.#filled(bytes),
	};
	readonly #pool = new BlockPool((memory) => connections.set(memory, this));
	#socket: Socket | undefined;
	#isHeld = false;
	#isStopped = false;
	#isScheduled = false;
	#hasEnded = false;
	#isClosed = false;
	#failure: Error | undefined;

	constructor() {
		super({ readableHighWaterMark: 1 });
	}

	/** Begins with a socket that was made with `onRead` and is connected. */
	attach(socket: Socket): this {
		this.#socket = socket;
		socket.on('error', (error) => (this.#failure = error));
		// What arrived before the end, or before the socket was closed, is handed out before that is passed on.
		socket.on('close', () => {
			this.#isClosed = true;
			if (this.#pool.isIdle) this.#passOnEnd();
			else this.#schedule();
		});
		socket.on('end', () => {
			this.#hasEnded = true;
			this.#schedule();
		});
		return this;
	}

	/** Hands out nothing more until `release` is called. */
	hold(): void {
		this.#isHeld = true;
	}

	release(): void {
		this.#isHeld = false;
		this.#schedule();
	}

	/** Called just before the present chunk is returned and parsed at once: after that, the chunk is done. */
	override _read(): void {
		queueMicrotask(() => {
			this.#pool.release();
			this.#schedule();
		});
	}

	override _write(bytes: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
		this.#socket?.write(bytes, encoding, done);
	}

	override _final(done: (error?: Error | null) => void): void {
		this.#socket?.end(done);
	}

	override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
		this.#socket?.destroy();
		this.#pool.clear();
		done(error);
	}

	ref(): this {
		this.#socket?.ref();
		return this;
	}

	unref(): this {
		this.#socket?.unref();
		return this;
	}

	#filled(bytes: number): boolean {
		this.#pool.filled(bytes);
		this.#schedule();
		this.#isStopped = !this.#pool.hasRoom;
		return !this.#isStopped;
	}

	#schedule(): void {
		if (this.#isScheduled) return;
		this.#isScheduled = true;
		setImmediate(() => {
			this.#isScheduled = false;
			this.#handOut();
		});
	}

	#handOut(): void {
		if (this.#pool.isOut || this.#isHeld || this.destroyed) return;
		const chunk = this.#pool.read();
		if (chunk) this.push(chunk.length < LEAST_SHARED ? this.#copyOf(chunk) : chunk);
		else this.#passOnEnd();
		if (this.#isStopped && this.#pool.hasRoom) {
			this.#isStopped = false;
			this.#socket?.resume();
		}
	}

	/** It belongs to this connection as well, so that a reader who waits holds the connection, not the parser. */
	#copyOf(chunk: Buffer): Buffer {
		const copy = Buffer.allocUnsafeSlow(chunk.length);
		chunk.copy(copy);
		connections.set(copy.buffer, this);
		return copy;
	}

	/** That the socket has ended; a turn later, when the reader knows it, that it is closed, and by which error. */
	#passOnEnd(): void {
		if (this.#hasEnded) {
			this.#hasEnded = false;
			this.push(null);
			if (this.#isClosed) this.#schedule();
		} else if (this.#isClosed) this.destroy(this.#failure);
	}
}
