import { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { BlockPool } from './blockPool';

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

	/** Undoes `hold`. */
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
