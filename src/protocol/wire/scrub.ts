import { bytesOf, latinBytesOf, plainView, undressed, type View } from './disguise';

/** Shortest piece of a secret that is cut out, in characters; of a shorter secret, the whole. */
const PIECE = 8;
/** A shorter secret stays, because it occurs in ordinary words. */
const SHORTEST = 4;
/** How many escapes around each other are undone, e.g. a percent code of a percent code in JSON. */
const LAYERS = 3;
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
			add(stretch);
			// A blank is a plus in forms.
			if (stretch.includes(' ')) add(stretch.replaceAll(' ', '+'));
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

const BASE64 = /[A-Za-z0-9+/_-]{6,}/g;

/** Where pieces are in Base64, which may begin at any of four characters of a run. */
function findInBase64({ bytes }: View, pieces: Pieces): Range[] {
	return [...bytes.matchAll(BASE64)].flatMap(({ 0: run, index }) =>
		[0, 1, 2, 3].flatMap((shift) => {
			const content = Buffer.from(run.slice(shift), 'base64').toString('latin1');
			return findIn(content, pieces).map(([start, end]): Range => {
				const at = index + shift;
				return [at + Math.floor((start * 4) / 3), Math.min(at + Math.ceil((end * 4) / 3), index + run.length)];
			});
		}),
	);
}

/** The stretches of the text that repeat a secret, in whatever clothes. */
function rangesIn(text: string, pieces: Pieces): Range[] {
	const ranges: Range[] = [];
	let view: View | undefined = plainView(text);
	for (let layer = 0; view && layer <= LAYERS; layer++) {
		const { starts, ends } = view;
		for (const [start, end] of [...findIn(view.bytes, pieces), ...findInBase64(view, pieces)])
			ranges.push([starts[start] ?? 0, ends[end - 1] ?? text.length]);
		view = undressed(view);
	}
	return ranges.sort(([one], [other]) => one - other);
}

function withoutRanges(text: string, ranges: readonly Range[]): string {
	let [result, done] = ['', 0];
	for (const [start, end] of ranges) {
		// What overlaps or touches is one secret.
		if (start > done || done === 0) result += `${text.slice(done, start)}***`;
		done = Math.max(done, end);
	}
	return result + text.slice(done);
}

/**
 * Makes a function that replaces secrets in a text by `***`: whole, or a piece of 8 characters and more; plain,
 * percent-encoded, escaped as JSON or HTML, up to three times around each other, and as Base64. Secrets of less than
 * four characters stay, because they occur in ordinary words. The text is cut after 20,000 characters.
 */
export function scrubber(secrets: readonly string[]): (text: string) => string {
	// Made when something is to be scrubbed, i.e. after a failure.
	let pieces: Pieces | undefined;
	return (text) => {
		const searched = text.slice(0, SEARCHED);
		return withoutRanges(searched, rangesIn(searched, (pieces ??= piecesOf(secrets))));
	};
}
