import { base64Contents, bytesOf, plainView, undressed, undressedBytes, type View } from './disguise';
import { findIn, type Pieces, piecesOf, type Range } from './secretPieces';
import { QuickLook } from './quickLook';

/** How many escapes around each other are undone, e.g. a percent code of a percent code in JSON. */
const LAYERS = 5;
/** How many Base64 around each other are undone, each with the escapes in it. */
const BASE64_LAYERS = 2;
/** Characters of a text that are searched; the rest is left out. */
export const SEARCHED = 20_000;

/** Base64 of a piece has at least eleven characters, some of which a line break may part. */
const BASE64 = /[\w+/-](?:[\w+/-]|[\r\n]+[ \t]*){10,}/g;

/** What to look for. */
interface Search {
	readonly pieces: Pieces;
	readonly look: QuickLook;
}

/** Whether bytes repeat a secret in Base64, without finding out where. */
function isInBase64(bytes: string, search: Search, layers: number): boolean {
	return [...bytes.matchAll(BASE64)].some(([run]) =>
		[0, 1, 2, 3].some((shift) => {
			const content = Buffer.from(run.replace(/\s/g, '').slice(shift), 'base64').toString('latin1');
			return repeats(content, search, layers);
		}),
	);
}

/** Whether bytes may repeat a secret, in whatever clothes. */
function repeats(bytes: string, search: Search, base64Layers = BASE64_LAYERS): boolean {
	let undone: string | undefined = bytes;
	for (let layer = 0; undone !== undefined && layer <= LAYERS; layer++, undone = undressedBytes(undone)) {
		if (!search.look.isSuspect(undone)) return false;
		if (findIn(undone, search.pieces).length > 0) return true;
		if (base64Layers > 0 && isInBase64(undone, search, base64Layers - 1)) return true;
	}
	return false;
}

/** The stretches of a view that repeat a secret, in whatever clothes, as stretches of the original. */
function rangesIn(whole: View, pieces: Pieces, base64Layers = BASE64_LAYERS): Range[] {
	const ranges: Range[] = [];
	let view: View | undefined = whole;
	for (let layer = 0; view && layer <= LAYERS; layer++) {
		const { bytes, starts, ends } = view;
		const placeOf = ([start, end]: Range): Range => [starts[start] ?? 0, ends[end - 1] ?? 0];
		ranges.push(...findIn(bytes, pieces, (range) => lengthOf(placeOf(range))).map(placeOf));
		const contents = base64Layers > 0 ? base64Contents(view) : [];
		for (const content of contents) ranges.push(...rangesIn(content, pieces, base64Layers - 1));
		view = undressed(view);
	}
	return ranges;
}

const lengthOf = ([start, end]: Range): number => end - start;

function withoutRanges(text: string, ranges: readonly Range[]): string {
	let [result, done] = ['', 0];
	for (const [start, end] of [...ranges].sort(([one], [other]) => one - other)) {
		// What overlaps or touches is one secret.
		if (start > done || done === 0) result += `${text.slice(done, start)}***`;
		done = Math.max(done, end);
	}
	return result + text.slice(done);
}

/**
 * Makes a function that replaces secrets in a text by `***`: whole, or a piece of 8 characters and more; plain,
 * percent-encoded, escaped as JSON or HTML, up to five times around each other, and in Base64 of all these. Secrets of
 * less than four characters stay, because they occur in ordinary words. The text is cut after 20,000 characters.
 * With `isWhole`, only whole secrets of eight characters and more are replaced.
 */
export function scrubber(secrets: readonly string[], isWhole = false): (text: string) => string {
	// Made when something is to be scrubbed, e.g. after a failure.
	let search: Search | undefined;
	return (text) => {
		search ??= searchFor(secrets, isWhole);
		if (text.length < search.pieces.leastCharacters) return text;
		const searched = text.slice(0, SEARCHED);
		if (!search.look.isSuspect(searched) || !repeats(bytesOf(searched), search)) return searched;
		return withoutRanges(searched, rangesIn(plainView(searched), search.pieces));
	};
}

function searchFor(secrets: readonly string[], isWhole: boolean): Search {
	const pieces = piecesOf(secrets, isWhole);
	return { pieces, look: new QuickLook(pieces) };
}
