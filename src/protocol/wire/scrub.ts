import { base64SearchOf, type Base64Search } from './base64Contents';
import { decodedOnce, plainReading, type Range, type Reading } from './encodings';
import { piecesIn, piecesOf, type Pieces } from './secretPieces';

/* Secrets in texts that a service may have put them into, in whatever encoding, become `***`. */

/** How many escapes around each other are undone, e.g. a percent code of a percent code in JSON. */
const LAYERS = 5;
/** How many Base64 around each other are undone, each with the escapes in it. */
const BASE64_LAYERS = 2;
/** Characters of an error's text that are searched; the rest is left out. */
const SEARCHED = 20_000;
/** Characters of an item's text that are searched at a time, and how many of them are searched with the next ones. */
const WINDOW = 64 * 1024;
const OVERLAP = 16 * 1024;

/** What is looked for. */
interface Search {
	readonly pieces: Pieces;
	readonly base64: Base64Search;
}

/** Puts into `ranges` where a text repeats a piece, in whatever encoding. */
function findIn(whole: Reading, search: Search, ranges: Range[], base64Layers = BASE64_LAYERS): void {
	let reading: Reading | undefined = whole;
	for (let layer = 0; reading && layer <= LAYERS; layer++, reading = decodedOnce(reading)) {
		for (const range of piecesIn(reading, search.pieces)) ranges.push(range);
		const contents = base64Layers > 0 ? search.base64(reading) : [];
		for (const content of contents) findIn(content, search, ranges, base64Layers - 1);
	}
}

/** Where texts repeat one of these secrets; made when it is needed first: there are many scrubbers and few failures. */
function finderOf(secrets: readonly string[], isWhole: boolean): (text: string) => Range[] {
	let search: Search | undefined;
	return (text) => {
		if (search === undefined) {
			const pieces = piecesOf(secrets, isWhole);
			search = { pieces, base64: base64SearchOf(pieces.leastBytes, pieces.character) };
		}
		const ranges: Range[] = [];
		if (text.length >= search.pieces.leastCharacters) findIn(plainReading(text), search, ranges);
		return ranges;
	};
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

/**
 * Makes a function that replaces secrets in the text of an error by `***`: whole, or a piece of 8 characters and more;
 * plain, percent-encoded, escaped as JSON or HTML, up to five times around each other, in Base64 of all these, and in
 * hexadecimal digits. Secrets of less than four characters stay, because they occur in ordinary words. The text is cut
 * after 20,000 characters.
 */
export function scrubber(secrets: readonly string[]): (text: string) => string {
	const rangesIn = finderOf(secrets, false);
	return (text) => {
		const searched = text.slice(0, SEARCHED);
		return withoutRanges(searched, rangesIn(searched));
	};
}

/**
 * Makes a function that replaces only whole secrets of eight characters and more, in the same encodings: in what comes
 * out of a run that went well, names of files must not suffer. Nothing else changes, however long the text is.
 */
export function wholeScrubber(secrets: readonly string[]): (text: string) => string {
	const rangesIn = finderOf(secrets, true);
	return (text) => {
		const ranges: Range[] = [];
		for (let from = 0; from === 0 || from + OVERLAP < text.length; from += WINDOW - OVERLAP)
			for (const [start, end] of rangesIn(text.slice(from, from + WINDOW)))
				ranges.push([from + start, from + end]);
		return withoutRanges(text, ranges);
	};
}
