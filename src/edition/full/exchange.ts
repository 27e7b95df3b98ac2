import type { TakePiece, Exchange, RawHeaders } from '../ports';
import { BlockStore } from '../shared/blocks';
import { connectionOf, type PooledConnection } from './pooledConnection';

/** Resolves in a later turn of the event loop: what waits meanwhile comes first. */
export const turn = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

interface Controller {
	abort(reason: Error): void;
	pause(): void;
	resume(): void;
}

/** An answer as undici hands it over. What comes before it is received waits here. */
export class Answer implements Exchange {
	readonly #controller: Controller;
	/** What came before it was asked for; with a full block, the connection is held back. */
	#waiting: BlockStore | undefined;
	#take: TakePiece | undefined;
	#finish: ((error?: Error) => void) | undefined;
	/** What is held back: undici, or the connection in whose memory the piece lies that is waited for. */
	#held: { release(): void } | undefined;
	#waits = 0;
	#isComplete = false;
	#failure: Error | undefined;

	constructor(
		controller: Controller,
		readonly status: number,
		readonly headers: RawHeaders,
	) {
		this.#controller = controller;
	}

	async receive(take: TakePiece): Promise<void> {
		if (this.#failure) throw this.#failure;
		await new Promise<void>((resolve, reject) => {
			// A function that is written into a property is old memory from its start in V8, and would make old with it
			// all that a request has: gigabytes would be kept until all is collected, where there are many requests.
			const finish = (error?: Error): void => (error ? reject(error) : resolve());
			this.#finish = finish;
			this.#take = take;
			const waiting = this.#waiting;
			for (let piece = waiting?.next(); piece; piece = waiting?.next()) this.#pass(piece);
			if (this.#waits === 0) this.#release();
			this.#finishIfTaken();
		});
		// The connection is free for the next request.
		await turn();
	}

	arrive(piece: Buffer): void {
		if (this.#failure) return;
		if (this.#take) return this.#pass(piece);
		this.#waiting ??= new BlockStore(true);
		this.#waiting.put(piece);
		if (this.#waiting.fullBlocks > 0) this.#hold(piece);
	}

	complete(): void {
		if (this.#failure) return;
		this.#isComplete = true;
		// The next answer on this connection need not wait for the reader of this one.
		this.#release();
		this.#finishIfTaken();
	}

	drop(reason: Error): void {
		if (this.#isComplete || this.#failure) return;
		this.#failure = reason;
		this.#waiting = undefined;
		this.#finish?.(reason);
		this.#release();
		this.#controller.abort(reason);
	}

	#pass(piece: Buffer): void {
		if (this.#failure) return;
		try {
			const wait = this.#take?.(piece);
			if (!wait) return;
			this.#waits++;
			this.#hold(piece);
			wait.then(
				() => {
					if (--this.#waits > 0) return;
					this.#release();
					this.#finishIfTaken();
				},
				(error: unknown) => this.#refuse(error as Error),
			);
		} catch (error) {
			this.#refuse(error as Error);
		}
	}

	#finishIfTaken(): void {
		if (this.#isComplete && this.#waits === 0) this.#finish?.();
	}

	/** The reader failed; perhaps at a body that has come whole, which `drop` leaves alone. */
	#refuse(error: Error): void {
		this.drop(error);
		this.#failure ??= error;
		this.#finish?.(error);
	}

	/** A piece in a connection's own memory holds the connection back: what follows it there must not wait there. */
	#hold(piece: Buffer): void {
		if (this.#held || this.#isComplete) return;
		const connection: PooledConnection | undefined = connectionOf(piece);
		if (connection) connection.hold();
		else this.#controller.pause();
		this.#held = connection ?? { release: () => this.#controller.resume() };
	}

	#release(): void {
		const held = this.#held;
		this.#held = undefined;
		held?.release();
	}
}
