import { Duplex } from 'node:stream';
import type { Socket } from 'node:net';

/*
 * A connection for large answers. Node.js makes a new buffer of 64 KB for each read of a connection, which costs more
 * than HTTP, SHA1 and writing the file together. This one reads into two buffers in turn.
 */

/** Bytes of each of the two buffers. */
const BLOCK = 512 * 1024;
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

/** The connections by the memory that they read into. */
const connections = new WeakMap<ArrayBufferLike, BulkConnection>();

/** The connection whose buffer a piece lies in: the buffer is used again once the reader of the piece returns. */
export const connectionOf = (piece: Buffer): BulkConnection | undefined => connections.get(piece.buffer);

/**
 * A connection of which each chunk is good only until the one who reads it returns. Chunks come one at a time; while
 * one is out, the next one is read into the other buffer, and no more than that. undici uses it as its socket.
 */
export class BulkConnection extends Duplex {
	/** To be given to the socket when it is made. */
	readonly onRead: OnRead = {
		buffer: () => this.#target(),
		callback: (bytes, buffer) => this.#arrived(Buffer.from(buffer.buffer, buffer.byteOffset, bytes)),
	};
	readonly #blocks = [this.#newBlock(), this.#newBlock()];
	/** The block that is read into, and how much of it is in use. */
	#block = 0;
	#filled = 0;
	/** What arrived and has not been handed out. */
	readonly #waiting: Buffer[] = [];
	/** The chunk that is being read. */
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
		return block;
	}

	/** Where the next bytes go. Node.js asks right after each read, long before the next one. */
	#target(): Uint8Array {
		const other = 1 - this.#block;
		if (!this.#isInUse(other)) [this.#block, this.#filled] = [other, 0];
		const room = this.#blocks[this.#block]?.subarray(this.#filled);
		// TLS passes on what it has decrypted even after the reading was stopped.
		return room && room.length >= LEAST_ROOM ? room : Buffer.allocUnsafeSlow(LEAST_ROOM);
	}

	#isInUse(block: number): boolean {
		const memory = this.#blocks[block]?.buffer;
		return this.#out?.buffer === memory || this.#waiting.some(({ buffer }) => buffer === memory);
	}

	#arrived(bytes: Buffer): boolean {
		if (bytes.buffer === this.#blocks[this.#block]?.buffer) this.#filled = bytes.byteOffset + bytes.length;
		const last = this.#waiting.at(-1);
		if (last?.buffer === bytes.buffer && last.byteOffset + last.length === bytes.byteOffset)
			this.#waiting[this.#waiting.length - 1] = Buffer.from(
				last.buffer,
				last.byteOffset,
				last.length + bytes.length,
			);
		else this.#waiting.push(bytes);
		this.#schedule();
		this.#isStopped = BLOCK - this.#filled < LEAST_ROOM && this.#isInUse(1 - this.#block);
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
		if (this.#out || this.#isHeld || this.destroyed) return;
		const chunk = this.#waiting.shift();
		if (chunk) this.push((this.#out = chunk.length < LEAST_LENT ? Buffer.from(chunk) : chunk));
		else if (this.#hasEnded) this.push(null);
		if (this.#isStopped && this.#waiting.length === 0) {
			this.#isStopped = false;
			this.#socket?.resume();
		}
	}
}
