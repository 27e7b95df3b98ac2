import { base64SearchOf, bytesOf, codeListsIn, decodedOnce, latinBytesOf } from './encodings';

/* Secrets in texts of a service become `***`: to the character, and in an encoding with the words around them. */

/** Shortest piece of a secret that is cut out, in characters; of a shorter secret, the whole. */
const PIECE = 8;
/** A shorter secret stays, because it occurs in ordinary words. */
const SHORTEST = 4;
/** How many escapes a secret may itself contain around each other. */
const OWN_LAYERS = 5;
const STARS = '***';

/** The pieces of secrets to look for, as bytes in lower case. */
interface Pieces {
	/** By their length; whether each only stands for a piece where escapes around it were undone. */
	readonly byLength: ReadonlyMap<number, ReadonlyMap<string, boolean>>;
	/** 1 for each pair of bytes that a piece begins with, and for the next pair: almost all places are passed by. */
	readonly first: Uint8Array;
	readonly second: Uint8Array;
	/** The least that a piece in any encoding takes: characters of a text, bytes. */
	readonly leastCharacters: number;
	readonly contentsOf: (bytes: string) => string[];
}

const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f]/;

/** The whole secret, and unless `isWhole` every stretch of eight characters. */
function cutOutOf(secret: string, isWhole: boolean): ReadonlySet<string> {
	const chars = [...secret];
	const cuts = isWhole ? 0 : Math.max(0, chars.length - PIECE + 1);
	return new Set([secret, ...Array.from({ length: cuts }, (_, at) => chars.slice(at, at + PIECE).join(''))]);
}

/** A text as it is, in capital and in small letters, and with a plus for each blank, as in forms; as bytes. */
function writingsOf(text: string): ReadonlySet<string> {
	const all = [text, text.toUpperCase(), text.toLowerCase()];
	const written = [...all, ...all.map((cased) => cased.replaceAll(' ', '+'))];
	return new Set(written.flatMap((each) => [bytesOf(each), latinBytesOf(each)]));
}

/** What becomes of a secret that contains escapes itself, e.g. `%aa`, when the ones around it are undone. */
function undoneFormsOf(bytes: string, layers = OWN_LAYERS): string[] {
	const undone = layers > 0 ? decodedOnce(bytes) : undefined;
	return undone === undefined ? [] : [undone, ...undoneFormsOf(undone, layers - 1)];
}

/** The pieces of secrets: stretches of eight characters, or with `isWhole` only secrets of eight and more. */
function piecesOf(secrets: readonly string[], isWhole: boolean): Pieces {
	const byLength = new Map<number, Map<string, boolean>>();
	const [first, second] = [new Uint8Array(0x10000), new Uint8Array(0x10000)];
	let [leastCharacters, leastBytes, hasControls] = [Infinity, Infinity, false];
	const add = (anyCase: string, isUndone: boolean): void => {
		const bytes = anyCase.toLowerCase();
		if (bytes.length < SHORTEST) return;
		hasControls ||= CONTROL.test(bytes);
		const sameLength = byLength.get(bytes.length) ?? new Map<string, boolean>();
		byLength.set(bytes.length, sameLength.set(bytes, isUndone && sameLength.get(bytes) !== false));
		first[pairAt(bytes, 0)] = second[pairAt(bytes, 2)] = 1;
	};
	for (const secret of secrets.filter(({ length }) => length >= (isWhole ? PIECE : SHORTEST)))
		for (const piece of cutOutOf(secret, isWhole)) {
			leastCharacters = Math.min(leastCharacters, piece.length);
			for (const bytes of writingsOf(piece)) {
				leastBytes = Math.min(leastBytes, bytes.length);
				add(bytes, false);
				add(Buffer.from(bytes, 'latin1').toString('hex'), false);
				for (const undone of undoneFormsOf(bytes)) add(undone, true);
			}
		}
	const base64In = base64SearchOf(leastBytes, hasControls ? '[^]' : CONTROL.source.replace('[', '[^'));
	const contentsOf = (bytes: string): string[] => [...base64In(bytes), ...codeListsIn(bytes)];
	return { byLength, first, second, leastCharacters, contentsOf };
}

const pairAt = (bytes: string, at: number): number => (bytes.charCodeAt(at) << 8) | bytes.charCodeAt(at + 1);

/** Stretch of bytes, end not included. */
type Range = readonly [start: number, end: number];

/** The stretches of bytes that are pieces, in their order; what overlaps or touches is one. */
function stretchesIn(bytes: string, { byLength, first, second }: Pieces, isDecoded: boolean): Range[] {
	// Bytes from 192 to 222 count as those 32 further here, in texts and in pieces.
	const text = bytes.toLowerCase();
	const found: Range[] = [];
	let [start, end] = [0, -1];
	for (let at = 0; at + SHORTEST <= text.length; at++) {
		if (first[pairAt(text, at)] !== 1 || second[pairAt(text, at + 2)] !== 1) continue;
		for (const [length, pieces] of byLength) {
			const isUndone = pieces.get(text.slice(at, at + length));
			if (isUndone === undefined || (isUndone && !isDecoded)) continue;
			if (at > end) {
				if (end > 0) found.push([start, end]);
				start = at;
			}
			end = Math.max(end, at + length);
		}
	}
	return end > 0 ? [...found, [start, end]] : found;
}

const lengthOf = (ranges: readonly Range[]): number => ranges.reduce((sum, [start, end]) => sum + end - start, 0);

/** How many escapes around each other are undone, e.g. a percent code of a percent code in JSON. */
const LAYERS = 5;
/** How many Base64 and lists of codes around each other are undone, each with the escapes in it. */
const BASE64_LAYERS = 2;

/** How much of the secrets bytes show in the reading that shows the most: as they are (`plain`), or decoded. */
function shownIn(given: string, pieces: Pieces, plain: number, base64Layers = BASE64_LAYERS): number {
	let [most, here, bytes]: [number, number, string | undefined] = [0, plain, given];
	for (let layer = 0; bytes !== undefined; layer++) {
		const contents = base64Layers > 0 ? pieces.contentsOf(bytes) : [];
		const inside = contents.map((content) =>
			shownIn(content, pieces, lengthOf(stretchesIn(content, pieces, true)), base64Layers - 1),
		);
		most = Math.max(
			most,
			inside.reduce((sum, length) => sum + length, here),
		);
		bytes = layer < LAYERS ? decodedOnce(bytes) : undefined;
		here = bytes === undefined ? 0 : lengthOf(stretchesIn(bytes, pieces, true));
	}
	return most;
}

/** What a text shows of the secrets: the stretches of its bytes that do as they are, and how much it shows at all. */
function readingOf(text: string, pieces: Pieces) {
	const bytes = bytesOf(text);
	const plain = stretchesIn(bytes, pieces, false);
	const shown = shownIn(bytes, pieces, lengthOf(plain));
	return { bytes, plain, shown, isEncoded: shown > lengthOf(plain) };
}

/** A text, of which these are the bytes, without some stretches of them. */
function withoutRanges(text: string, bytes: string, ranges: readonly Range[]): string {
	if (ranges.length === 0) return text;
	const kept = ranges.map(([start], at) => bytes.slice(ranges[at - 1]?.[1] ?? 0, start) + STARS).join('');
	return Buffer.from(kept + bytes.slice(ranges.at(-1)?.[1] ?? 0), 'latin1').toString('utf8');
}

/** A longer text is decoded in parts, which have so much in common; with an encoded secret, all of it becomes `***`. */
const LONG = 64 * 1024;
const OVERLAP = 16 * 1024;

function longWithoutSecrets(text: string, pieces: Pieces): string {
	for (let from = 0; from + OVERLAP < text.length; from += LONG - OVERLAP)
		if (readingOf(text.slice(from, from + LONG), pieces).isEncoded) return STARS;
	const bytes = bytesOf(text);
	return withoutRanges(text, bytes, stretchesIn(bytes, pieces, false));
}

/**
 * A text without the secrets: an encoded one goes with the part of the text, between blanks, that it is in. Where the
 * parts show less than the text did, a blank is within the secret, and what is left of it may be too short to be found.
 */
function withoutSecrets(text: string, pieces: Pieces): string {
	if (text.length < pieces.leastCharacters) return text;
	if (text.length > LONG) return longWithoutSecrets(text, pieces);
	const { bytes, plain, shown, isEncoded } = readingOf(text, pieces);
	if (!isEncoded) return withoutRanges(text, bytes, plain);
	for (const blank of [text.indexOf(' ', text.length >> 1), text.lastIndexOf(' ', text.length >> 1)]) {
		if (blank < 0) continue;
		const halves = [text.slice(0, blank), text.slice(blank + 1)];
		if (halves.reduce((sum, half) => sum + readingOf(half, pieces).shown, 0) >= shown)
			return halves.map((half) => withoutSecrets(half, pieces)).join(' ');
	}
	return STARS;
}

/** Made when it is needed first: there are many scrubbers and few failures. */
function scrubberOf(secrets: readonly string[], isWhole: boolean): (text: string) => string {
	let pieces: Pieces | undefined;
	return (text) => withoutSecrets(text, (pieces ??= piecesOf(secrets, isWhole)));
}

/** Characters of an error's text that are searched; the rest is left out. */
const SEARCHED = 20_000;

/**
 * Makes a function that replaces secrets in the text of an error by `***`: whole, or a piece of 8 characters and more;
 * plain, percent-encoded, escaped as JSON or HTML, up to five times around each other, in Base64 of all these, and in
 * hexadecimal digits. Secrets of less than four characters stay, because they occur in ordinary words. The text is cut
 * after 20,000 characters.
 */
export function scrubber(secrets: readonly string[]): (text: string) => string {
	const scrub = scrubberOf(secrets, false);
	return (text) => scrub(text.slice(0, SEARCHED));
}

/**
 * Makes a function that replaces only whole secrets of eight characters and more, in the same encodings: in what comes
 * out of a run that went well, names of files must not suffer. Nothing else changes, however long the text is.
 */
export const wholeScrubber = (secrets: readonly string[]): ((text: string) => string) => scrubberOf(secrets, true);
