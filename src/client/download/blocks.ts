import type { TakePiece } from '../http/types';

/** Bytes of a block: as many as `fs.promises.writeFile` writes at once. */
const BLOCK = 512 * 1024;
/** Full blocks that may wait while another one is written. */
const MOST_WAITING = 2;

/** Content that is handed on in blocks whose memory is used again. */
export interface Blocks extends AsyncIterable<Buffer> {
	readonly take: TakePiece;
	/** The content is whole. */
	end(): void;
	fail(error: unknown): void;
}

/**
 * Copies pieces into a few blocks. A block is its reader's until the reader asks for the next one. Never waits for a
 * block to be full while the reader has nothing to do.
 */
export function makeBlocks(): Blocks {
	const free: Buffer[] = [];
	const full: Buffer[] = [];
	let filling: Buffer | undefined;
	let filled = 0;
	let over: { readonly error?: unknown } | undefined;
	let wake = (): void => undefined;
	let hasRoom: Promise<void> | undefined;
	let makeRoom = (): void => undefined;

	const fill = (piece: Buffer): void => {
		for (let at = 0; at < piece.length;) {
			filling ??= free.pop() ?? Buffer.allocUnsafeSlow(BLOCK);
			const copied = piece.copy(filling, filled, at);
			at += copied;
			filled += copied;
			if (filled < BLOCK) continue;
			full.push(filling);
			[filling, filled] = [undefined, 0];
		}
	};
	const next = (): { block: Buffer; bytes: number } | undefined => {
		const block = full.shift();
		if (block) return { block, bytes: BLOCK };
		if (!filling || filled === 0) return undefined;
		const part = { block: filling, bytes: filled };
		[filling, filled] = [undefined, 0];
		return part;
	};
	const finish = (how: { readonly error?: unknown }): void => {
		over ??= how;
		wake();
	};
	return {
		take: (piece) => {
			fill(piece);
			wake();
			if (full.length < MOST_WAITING) return undefined;
			return (hasRoom ??= new Promise((resolve) => (makeRoom = resolve)));
		},
		end: () => finish({}),
		fail: (error) => finish({ error }),
		async *[Symbol.asyncIterator]() {
			for (;;) {
				const { block, bytes } = next() ?? {};
				if (full.length < MOST_WAITING) {
					hasRoom = undefined;
					makeRoom();
				}
				if (block) {
					yield block.subarray(0, bytes);
					free.push(block);
				} else if (over && 'error' in over) throw over.error;
				else if (over) return;
				else await new Promise<void>((resolve) => (wake = resolve));
			}
		},
	};
}
