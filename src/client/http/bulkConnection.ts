import { Duplex } from 'node:stream';
import type { Socket } from 'node:net';

/*
 * A connection for large answers. Node.js makes a new buffer of 64 KB for each read of a connection, which costs more
 * than HTTP, SHA1 and writing the file together. This one reads into a few blocks of memory in turn.
 */

/** Bytes of a block. */
const BLOCK = 512 * 1024;
/** One is read by the reader, one waits for it, and one takes what arrives before the reading stops. */
const BLOCKS = 3;
/** Less room than this is not worth a read. */
const LEAST_ROOM = 64 * 1024;
/**
 * Smaller chunks are copied. undici keeps parts of the head of an answer (at most 16 KiB) until it is complete, so a
 * chunk that may end within a head must not lie in a buffer that is used again.
 */
const LEAST_LENT = 32 * 1024;

/** What net.connect and tls.connect take to read into buffers of their caller. */
export interface OnRead {
	readonly buffer: () => Uint8Array;
	/** Stops the reading by answering false. */
	readonly callback: (bytes: number, buffer: Uint8Array) => boolean;
}

/** Bytes that lie in a row in a block. */
interface Stretch {
	readonly block: Buffer;
	readonly from: number;
	to: number;
}

/** The connections by the memory that they read into. */
const connections = new WeakMap<ArrayBufferLike, BulkConnection>();

/** The connection in whose block a piece lies: the block is used again once the reader of the piece returns. */
export const connectionOf = (piece: Buffer): BulkConnection | undefined => connections.get(piece.buffer);

/**
 * A connection of which each chunk is good only until the one who reads it returns. Chunks come one at a time; while
 * one is out, the next ones are read into other blocks, until only one is free. undici uses it as its socket.
 */
export class BulkConnection extends Duplex {
	/** To be given to the socket when it is made. */
	readonly onRead: OnRead = {
		buffer: () => this.#target(),
		callback: (bytes) => this.#arrived(bytes),
	};
	readonly #blocks: Buffer[] = [];
	/** The block that is read into, and how much of it is in use. */
	#block = this.#newBlock();
	#filled = 0;
	/** What arrived and has not been handed out. */
	readonly #waiting: Stretch[] = [];
	/** The block of the chunk that is being read. */
	#out: Buffer | undefined;
	#socket: Socket | undefined;
	#isHeld = false;
	#isStopped = false;
	#isScheduled = false;
	#hasEnded = false;

	constructor() {
		super({ readableHighWaterMark: 1 });
	}

	/** Begins with a socket that was made with `onRead` and is connected. */
	attach(socket: Socket): this {
		this.#socket = socket;
		socket.on('error', (error) => this.destroy(error));
		socket.on('close', () => this.destroy());
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

	/** Undoes `hold`. */
	release(): void {
		this.#isHeld = false;
		this.#schedule();
	}

	/** Called just before the present chunk is returned and parsed at once: after that, the chunk is done. */
	override _read(): void {
		queueMicrotask(() => {
			this.#out = undefined;
			this.#handOut();
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
		this.#waiting.length = 0;
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

	#newBlock(): Buffer {
		const block = Buffer.allocUnsafeSlow(BLOCK);
		connections.set(block.buffer, this);
		this.#blocks.push(block);
		return block;
	}

	#isInUse(block: Buffer): boolean {
		return this.#out === block || this.#waiting.some((stretch) => stretch.block === block);
	}

	/** Where the next bytes go. Node.js asks right after each read, long before the next one. */
	#target(): Uint8Array {
		if (!this.#isInUse(this.#block)) this.#filled = 0;
		else if (BLOCK - this.#filled < LEAST_ROOM) {
			// TLS passes on what it has decrypted even after the reading was stopped.
			this.#block = this.#blocks.find((block) => !this.#isInUse(block)) ?? this.#newBlock();
			this.#filled = 0;
		}
		return this.#block.subarray(this.#filled);
	}

	#arrived(bytes: number): boolean {
		const [block, from] = [this.#block, this.#filled];
		this.#filled += bytes;
		const last = this.#waiting.at(-1);
		if (last?.block === block && last.to === from) last.to = this.#filled;
		else this.#waiting.push({ block, from, to: this.#filled });
		this.#schedule();
		this.#isStopped = !this.#hasRoom();
		return !this.#isStopped;
	}

	/** Whether another read has room, and what comes after that as well. */
	#hasRoom(): boolean {
		const used = this.#blocks.filter((block) => this.#isInUse(block)).length;
		return used < BLOCKS - 1 || (used < BLOCKS && BLOCK - this.#filled >= LEAST_ROOM);
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
		if (this.#out || this.#isHeld || this.destroyed) return;
		const stretch = this.#waiting.shift();
		if (stretch) this.#lend(stretch);
		else if (this.#hasEnded) this.push(null);
		if (this.#isStopped && this.#hasRoom()) {
			this.#isStopped = false;
			this.#socket?.resume();
		}
	}

	#lend({ block, from, to }: Stretch): void {
		const chunk = block.subarray(from, to);
		this.#out = block;
		this.push(chunk.length < LEAST_LENT ? Buffer.from(chunk) : chunk);
	}
}
