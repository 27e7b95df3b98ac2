import { listChanges, type ListedChange, type FeedPort } from '#changes/work';
import { cursorText, type FeedCursor, parseCursor } from '../../../src/protocol/wire/feedCursor';

interface PiecesOptions {
	readonly between?: () => void;
	readonly onHiddenChanges?: 'stop' | 'continue';
}

/** Lists everything in pieces, each continued from the text of the last cursor; calls `between` before each piece. */
export async function inPieces(
	port: FeedPort,
	from: FeedCursor,
	size: number | (() => number),
	{ between, onHiddenChanges = 'stop' }: PiecesOptions = {},
): Promise<ListedChange[]> {
	const all: ListedChange[] = [];
	for (let cursor = from; ;) {
		between?.();
		const most = typeof size === 'number' ? size : size();
		const piece: ListedChange[] = [];
		for await (const change of listChanges(port, cursor, { onHiddenChanges })) {
			piece.push(change);
			if (piece.length === most) break;
		}
		const last = piece.at(-1);
		if (!last) return all;
		all.push(...piece);
		const text = cursorText(last.cursor);
		const continued = parseCursor(text);
		// As long as `cursorText` says.
		if (!continued || text.length > 3300) throw new Error(`not a cursor: ${text}`);
		cursor = continued;
	}
}

/** The ids of listed entries. */
export const hashesOf = (changes: readonly ListedChange[]): unknown[] =>
	changes.flatMap((change) => ('entry' in change ? [change.entry.hash] : []));
