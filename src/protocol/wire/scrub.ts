import { decodedOnce, plainReading, type Range, type Reading } from './encodings';
import { packedContents } from './packedContents';
import { piecesIn, piecesOf, type Pieces } from './secretPieces';

/* Secrets in texts that a service may have put them into, in whatever encoding, become `***`. */

/** How many escapes around each other are undone, e.g. a percent code of a percent code in JSON. */
const LAYERS = 5;
/** How many Base64 around each other are undone, each with the escapes in it. */
const PACKED_LAYERS = 2;
/** Characters of an error's text that are searched; the rest is left out. */
const SEARCHED = 20_000;
/** Characters of an item's text that are searched at a time, and how many of them are searched with the next ones. */
const WINDOW = 64 * 1024;
const OVERLAP = 16 * 1024;

/** Puts into `ranges` where a text repeats a piece, in whatever encoding. */
function findIn(whole: Reading, pieces: Pieces, ranges: Range[], packedLayers = PACKED_LAYERS): void {
	let reading: Reading | undefined = whole;
	for (let layer = 0; reading && layer <= LAYERS; layer++, reading = decodedOnce(reading)) {
		for (const range of piecesIn(reading, pieces)) ranges.push(range);
		if (packedLayers === 0) continue;
		for (const content of packedContents(reading, pieces.leastBytes))
			findIn(content, pieces, ranges, packedLayers - 1);
	}
}

function rangesIn(text: string, pieces: Pieces): Range[] {
	const ranges: Range[] = [];
	if (text.length >= pieces.leastCharacters) findIn(plainReading(text), pieces, ranges);
	return ranges;
}

function withoutRanges(text: string, ranges: readonly Range[]): string {
	let [result, done] = ['', 0];
	for (const [start, end] of [...ranges].sort(([one], [other]) => one - other)) {
		// What overlaps or touches is one secret.
		if (start > done || done === 0) result += `${text.slice(done, start)}***`;
		done = Math.max(done, end);
	}
	return done === 0 ? text : result + text.slice(done);
}

/** What `make` returns, made once, when it is needed first: there are many scrubbers and few failures. */
function once<T extends object>(make: () => T): () => T {
	let made: T | undefined;
	return () => (made ??= make());
}

/**
 * Makes a function that replaces secrets in the text of an error by `***`: whole, or a piece of 8 characters and more;
 * plain, percent-encoded, escaped as JSON or HTML, up to five times around each other, and in Base64 and hexadecimal
 * digits of all these. Secrets of less than four characters stay, because they occur in ordinary words. The text is cut
 * after 20,000 characters.
 */
export function scrubber(secrets: readonly string[]): (text: string) => string {
	const pieces = once(() => piecesOf(secrets, false));
	return (text) => {
		const searched = text.slice(0, SEARCHED);
		return withoutRanges(searched, rangesIn(searched, pieces()));
	};
}

/**
 * Makes a function that replaces only whole secrets of eight characters and more, in the same encodings: in what comes
 * out of a run that went well, names of files must not suffer. Nothing else changes, however long the text is.
 */
export function wholeScrubber(secrets: readonly string[]): (text: string) => string {
	const pieces = once(() => piecesOf(secrets, true));
	return (text) => {
		const ranges: Range[] = [];
		for (let from = 0; from === 0 || from + OVERLAP < text.length; from += WINDOW - OVERLAP)
			for (const [start, end] of rangesIn(text.slice(from, from + WINDOW), pieces()))
				ranges.push([from + start, from + end]);
		return withoutRanges(text, ranges);
	};
}
