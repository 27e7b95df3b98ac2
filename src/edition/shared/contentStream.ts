import type { ByteStream, ContentSource } from '../ports';
import { type Blocks, isReadByWriteFile, receivedBlocks } from './blocks';

/** The content as a stream, which begins to receive when it is first read. */
export function contentStream(source: ContentSource): ByteStream {
	let blocks: Blocks | undefined;
	const content: Content = (isReused) => (blocks = receivedBlocks(source, isReused));
	return asByteStream(
		new PlainStream(content, () => {
			blocks?.fail(new Error('The content was dropped'));
			source.end();
		}),
	);
}

/** What a stream reads, once; `isReused`: its reader is done with a piece when it asks for the next one. */
type Content = (isReused: boolean) => AsyncIterable<Buffer>;

type Listener = (value?: unknown) => void;
type Events = 'data' | 'end' | 'error' | 'close';

/** Where bytes are written to: what `pipe` needs of a `Writable` of Node.js. */
interface Sink {
	write(piece: Buffer): boolean;
	end(): void;
	once(event: 'drain' | 'close' | 'error', listener: () => void): unknown;
	emit?(event: string, value: unknown): unknown;
}

/**
 * Content as a readable stream: what n8n, axios and the streams of Node.js ask of one that is given to them. Not one of
 * Node.js, whose module the lean edition may not use. It begins when it is read: as an iterable, by `data`, or by
 * `pipe`, each at most once.
 */
export class PlainStream implements AsyncIterable<Buffer> {
	readonly readable = true;
	destroyed = false;
	readableEnded = false;
	errored: Error | null = null;
	readonly #content: Content;
	readonly #end: () => void;
	#listeners: ReadonlyArray<{ readonly event: Events; readonly listener: Listener; readonly isOnce: boolean }> = [];
	#isFlowing = false;
	#isPaused = false;
	#goOn = (): void => undefined;

	/** `end` is called once, when the stream is over or destroyed. */
	constructor(content: Content, end: () => void = () => undefined) {
		this.#content = content;
		this.#end = end;
	}

	[Symbol.asyncIterator](): AsyncGenerator<Buffer, undefined> {
		return this.#iterate(isReadByWriteFile(this[Symbol.asyncIterator]));
	}

	async *#iterate(isReused: boolean): AsyncGenerator<Buffer, undefined> {
		this.#isFlowing = true;
		try {
			for await (const piece of this.#content(isReused)) {
				if (this.errored) throw this.errored;
				yield piece;
			}
			this.readableEnded = true;
			this.#emit('end');
		} finally {
			this.destroy();
		}
	}

	on(event: Events, listener: Listener): this {
		return this.#listen(event, listener, false);
	}

	once(event: Events, listener: Listener): this {
		return this.#listen(event, listener, true);
	}

	/** Removes the newest of these listeners, as the streams of Node.js do. */
	off(event: Events, listener: Listener): this {
		const newest = this.#listeners.findLast((known) => known.event === event && known.listener === listener);
		this.#listeners = this.#listeners.filter((known) => known !== newest);
		return this;
	}

	addListener = this.on;
	removeListener = this.off;

	pause(): this {
		this.#isPaused = true;
		return this;
	}

	resume(): this {
		this.#isPaused = false;
		this.#goOn();
		if (!this.#isFlowing) void this.#flow(async (piece) => this.#emit('data', piece));
		return this;
	}

	pipe<T extends Sink>(sink: T, { end = true }: { readonly end?: boolean } = {}): T {
		let isGone = false;
		let unblock = (): void => undefined;
		for (const event of ['close', 'error'] as const)
			sink.once(event, () => {
				isGone = true;
				unblock();
			});
		const write = async (piece: Buffer): Promise<void> => {
			if (isGone) this.destroy();
			else if (!sink.write(piece)) {
				const room = new Promise<void>((resolve) => (unblock = resolve));
				sink.once('drain', unblock);
				await room;
			}
		};
		void this.#flow(write).then(() => end && this.readableEnded && sink.end());
		return sink;
	}

	/** Gives up the content, unless it is over. */
	destroy(error?: Error): this {
		if (this.destroyed) return this;
		this.destroyed = true;
		if (!this.readableEnded) this.errored = error ?? new Error('The content was dropped');
		this.#goOn();
		this.#end();
		if (error) this.#emit('error', error);
		this.#emit('close');
		return this;
	}

	async #flow(take: (piece: Buffer) => Promise<void>): Promise<void> {
		this.#isFlowing = true;
		// The reader finishes what it is doing.
		await Promise.resolve();
		try {
			for await (const piece of this.#content(false)) {
				while (this.#isPaused && !this.destroyed) await new Promise<void>((resolve) => (this.#goOn = resolve));
				if (this.destroyed) return;
				await take(piece);
			}
			this.readableEnded = true;
			this.#emit('end');
			this.destroy();
		} catch (error) {
			this.destroy(error as Error);
		}
	}

	#listen(event: Events, listener: Listener, isOnce: boolean): this {
		this.#listeners = [...this.#listeners, { event, listener, isOnce }];
		if (event === 'data') this.resume();
		return this;
	}

	#emit(event: Events, value?: unknown): void {
		for (const known of this.#listeners) {
			if (known.event !== event) continue;
			if (known.isOnce) this.#listeners = this.#listeners.filter((other) => other !== known);
			known.listener(value);
		}
	}
}

/** The same, for those who ask for a stream of Node.js. */
export const asByteStream = (stream: PlainStream): ByteStream => stream as unknown as ByteStream;
