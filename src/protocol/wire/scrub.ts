import {
	type Base64Search,
	base64SearchOf,
	bytesOf,
	codeListsIn,
	decodedOnce,
	latinBytesOf,
	plainReading,
	type Range,
	type Reading,
} from './encodings';
import { atOnce } from './parseJson';

/* Secrets in texts that a service may have put them into, in whatever encoding, become `***`. */

/** Shortest piece of a secret that is cut out, in characters; of a shorter secret, the whole. */
const PIECE = 8;
/** A shorter secret stays, because it occurs in ordinary words. */
const SHORTEST = 4;
/** How many escapes a secret may contain around each other. */
const OWN_LAYERS = 5;

/** The pieces of secrets to look for, as bytes in lower case. */
interface Pieces {
	/** By their length; with how many characters each must stand for in a text. */
	readonly byLength: ReadonlyMap<number, ReadonlyMap<string, number>>;
	/** 1 for each pair of bytes that a piece begins with, and that follows it: almost all places are passed by. */
	readonly first: Uint8Array;
	readonly second: Uint8Array;
	/** The least that a piece in any encoding takes: characters of a text, bytes. */
	readonly leastCharacters: number;
	readonly leastBytes: number;
	/** The bytes that a piece may have, as a part of a pattern: only a secret with control characters has them. */
	readonly character: string;
}

const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f]/;

const pairAt = (bytes: string, at: number): number => (bytes.charCodeAt(at) << 8) | bytes.charCodeAt(at + 1);

/** The whole secret, and unless `isWhole` every stretch of eight characters. */
function cutOutOf(secret: string, isWhole: boolean): ReadonlySet<string> {
	const chars = [...secret];
	const cuts = isWhole ? 0 : Math.max(0, chars.length - PIECE + 1);
	return new Set([secret, ...Array.from({ length: cuts }, (_, at) => chars.slice(at, at + PIECE).join(''))]);
}

/** A text as it is, in capital and in small letters, and with a plus for each blank, as in forms. */
function writingsOf(text: string): string[] {
	const all = [text, text.toUpperCase(), text.toLowerCase()];
	return text.includes(' ') ? [...all, ...all.map((cased) => cased.replaceAll(' ', '+'))] : all;
}

/** What becomes of a secret that contains escapes itself, e.g. `%aa`, when the ones around it are undone. */
function undoneFormsOf(bytes: string): string[] {
	const forms: string[] = [];
	for (
		let undone = decodedOnce(plainReading(bytes));
		undone && forms.length < OWN_LAYERS;
		undone = decodedOnce(undone)
	)
		forms.push(undone.bytes);
	return forms;
}

/** The pieces of secrets: stretches of eight characters, or with `isWhole` only secrets of eight and more. */
function piecesOf(secrets: readonly string[], isWhole: boolean): Pieces {
	const byLength = new Map<number, Map<string, number>>();
	const [first, second] = [new Uint8Array(0x10000), new Uint8Array(0x10000)];
	let [leastCharacters, leastBytes, hasControls] = [Infinity, Infinity, false];
	const add = (anyCase: string, standsFor: number): void => {
		const bytes = anyCase.toLowerCase();
		if (bytes.length < SHORTEST) return;
		hasControls ||= CONTROL.test(bytes);
		const sameLength = byLength.get(bytes.length) ?? new Map<string, number>();
		byLength.set(bytes.length, sameLength.set(bytes, Math.min(standsFor, sameLength.get(bytes) ?? standsFor)));
		first[pairAt(bytes, 0)] = second[pairAt(bytes, 2)] = 1;
	};
	for (const secret of secrets.filter(({ length }) => length >= (isWhole ? PIECE : SHORTEST)))
		for (const piece of cutOutOf(secret, isWhole))
			for (const written of new Set(writingsOf(piece)))
				for (const bytes of new Set([bytesOf(written), latinBytesOf(written)])) {
					leastCharacters = Math.min(leastCharacters, written.length);
					leastBytes = Math.min(leastBytes, bytes.length);
					add(bytes, 0);
					add(Buffer.from(bytes, 'latin1').toString('hex'), 0);
					// Encodings make a text longer: a shorter one that reads like the undone piece is something else.
					for (const undone of undoneFormsOf(bytes)) add(undone, piece.length);
				}
	const character = hasControls ? '[^]' : CONTROL.source.replace('[', '[^');
	return { byLength, first, second, leastCharacters, leastBytes, character };
}

/** The stretches of the original text that a reading of it finds pieces in. */
function piecesIn({ bytes, placeOf }: Reading, { byLength, first, second }: Pieces): Range[] {
	// Bytes from 192 to 222 count as those 32 further here, in texts and in pieces.
	const text = bytes.toLowerCase();
	const found: Range[] = [];
	let pair = text.charCodeAt(0);
	for (let at = 0; at + 3 < text.length; at++) {
		pair = ((pair & 0xff) << 8) | text.charCodeAt(at + 1);
		if (first[pair] !== 1 || second[pairAt(text, at + 2)] !== 1) continue;
		for (const [length, pieces] of byLength) {
			const standsFor = pieces.get(text.slice(at, at + length));
			if (standsFor === undefined) continue;
			const place = placeOf([at, at + length]);
			if (place[1] - place[0] >= standsFor) found.push(place);
		}
	}
	return found;
}

/** How many escapes around each other are undone, e.g. a percent code of a percent code in JSON. */
const LAYERS = 5;
/** How many Base64 and lists of codes around each other are undone, each with the escapes in it. */
const BASE64_LAYERS = 2;
/** Characters of an error's text that are searched; the rest is left out. */
const SEARCHED = 20_000;
/** Characters of an item's text that are searched at a time, and how many of them are searched with the next ones. */
export const WINDOW = 64 * 1024;
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
		const contents = base64Layers > 0 ? [...search.base64(reading), ...codeListsIn(reading)] : [];
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
	const scrubbing = wholeScrubbing(secrets);
	return (text) => atOnce(scrubbing(text));
}

/** The same as a computation that yields after each window. */
export function wholeScrubbing(secrets: readonly string[]): (text: string) => Generator<undefined, string> {
	const rangesIn = finderOf(secrets, true);
	return function* (text) {
		const ranges: Range[] = [];
		for (let from = 0; from === 0 || from + OVERLAP < text.length; from += WINDOW - OVERLAP) {
			if (from > 0) yield;
			for (const [start, end] of rangesIn(text.slice(from, from + WINDOW)))
				ranges.push([from + start, from + end]);
		}
		return withoutRanges(text, ranges);
	};
}
