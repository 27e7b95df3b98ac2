import { base64Contents, bytesOf, latinBytesOf, plainView, undressed, type View } from './disguise';

/** Shortest piece of a secret that is cut out, in characters; of a shorter secret, the whole. */
const PIECE = 8;
/** A shorter secret stays, because it occurs in ordinary words. */
const SHORTEST = 4;
/** How many escapes around each other are undone, e.g. a percent code of a percent code in JSON. */
const LAYERS = 3;
/** How many Base64 around each other are undone, each with the escapes in it. */
const BASE64_LAYERS = 2;
/** Characters of a text that are searched; the rest is left out. */
const SEARCHED = 20_000;

/** Stretch of a text, end not included. */
type Range = readonly [start: number, end: number];
/** The pieces to look for, as bytes in lower case, by their length. */
type Pieces = ReadonlyMap<number, ReadonlySet<string>>;

const inLowerCase = (bytes: string): string => bytes.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Every stretch of 8 characters of a secret; the whole of a shorter one. */
function stretchesOf(secret: string): string[] {
	const chars = [...secret];
	if (chars.length <= PIECE) return [secret];
	return Array.from({ length: chars.length - PIECE + 1 }, (_, at) => chars.slice(at, at + PIECE).join(''));
}

function piecesOf(secrets: readonly string[]): Pieces {
	const pieces = new Map<number, Set<string>>();
	const add = (piece: string): void => {
		for (const bytes of [bytesOf(piece), latinBytesOf(piece)].map(inLowerCase))
			pieces.set(bytes.length, (pieces.get(bytes.length) ?? new Set()).add(bytes));
	};
	for (const secret of secrets.filter(({ length }) => length >= SHORTEST))
		for (const stretch of stretchesOf(secret)) {
			for (const cased of [stretch, stretch.toUpperCase(), stretch.toLowerCase()]) {
				add(cased);
				// A blank is a plus in forms.
				if (cased.includes(' ')) add(cased.replaceAll(' ', '+'));
			}
		}
	return pieces;
}

/** Where pieces are in bytes. */
function findIn(bytes: string, pieces: Pieces): Range[] {
	const text = inLowerCase(bytes);
	const found: Range[] = [];
	for (const [length, wanted] of pieces)
		for (let at = 0; at + length <= text.length; at++)
			if (wanted.has(text.slice(at, at + length))) found.push([at, at + length]);
	return found;
}

/** The stretches of a view that repeat a secret, in whatever clothes, as stretches of the original. */
function rangesIn(whole: View, pieces: Pieces, base64Layers = BASE64_LAYERS): Range[] {
	const ranges: Range[] = [];
	let view: View | undefined = whole;
	for (let layer = 0; view && layer <= LAYERS; layer++) {
		const { bytes, starts, ends } = view;
		for (const [start, end] of findIn(bytes, pieces)) ranges.push([starts[start] ?? 0, ends[end - 1] ?? 0]);
		const contents = base64Layers > 0 ? base64Contents(view) : [];
		for (const content of contents) ranges.push(...rangesIn(content, pieces, base64Layers - 1));
		view = undressed(view);
	}
	return ranges;
}

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
 * percent-encoded, escaped as JSON or HTML, up to three times around each other, and in Base64 of all these. Secrets of less than
 * four characters stay, because they occur in ordinary words. The text is cut after 20,000 characters.
 */
export function scrubber(secrets: readonly string[]): (text: string) => string {
	// Made when something is to be scrubbed, i.e. after a failure.
	let pieces: Pieces | undefined;
	return (text) => {
		const searched = text.slice(0, SEARCHED);
		return withoutRanges(searched, rangesIn(plainView(searched), (pieces ??= piecesOf(secrets))));
	};
}
