import { base64Contents, bytesOf, latinBytesOf, plainView, undressed, undressedBytes, type View } from './disguise';

/** Shortest piece of a secret that is cut out, in characters; of a shorter secret, the whole. */
const PIECE = 8;
/** A shorter secret stays, because it occurs in ordinary words. */
const SHORTEST = 4;
/** How many escapes around each other are undone, e.g. a percent code of a percent code in JSON. */
const LAYERS = 5;
/** How many Base64 around each other are undone, each with the escapes in it. */
const BASE64_LAYERS = 2;
/** Characters of a text that are searched; the rest is left out. */
export const SEARCHED = 20_000;

/** Stretch of a text, end not included. */
type Range = readonly [start: number, end: number];
/** The pieces to look for, as bytes in lower case. */
interface Pieces {
	readonly byLength: ReadonlyMap<number, ReadonlySet<string>>;
	/** 1 for each pair of bytes that a piece begins with: almost all places of a text are passed by with one look. */
	readonly beginnings: Uint8Array;
}

const inLowerCase = (bytes: string): string => bytes.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Every stretch of 8 characters of a secret; the whole of a shorter one. */
function stretchesOf(secret: string): string[] {
	const chars = [...secret];
	if (chars.length <= PIECE) return [secret];
	return Array.from({ length: chars.length - PIECE + 1 }, (_, at) => chars.slice(at, at + PIECE).join(''));
}

function piecesOf(secrets: readonly string[], isWhole: boolean): Pieces {
	const byLength = new Map<number, Set<string>>();
	const beginnings = new Uint8Array(0x10000);
	const add = (piece: string): void => {
		for (const bytes of [bytesOf(piece), latinBytesOf(piece)].map(inLowerCase)) {
			byLength.set(bytes.length, (byLength.get(bytes.length) ?? new Set()).add(bytes));
			beginnings[pairAt(bytes, 0)] = 1;
		}
	};
	for (const secret of secrets.filter(({ length }) => length >= (isWhole ? PIECE : SHORTEST)))
		for (const stretch of isWhole ? [secret] : stretchesOf(secret))
			for (const cased of [stretch, stretch.toUpperCase(), stretch.toLowerCase()]) {
				add(cased);
				// A blank is a plus in forms.
				if (cased.includes(' ')) add(cased.replaceAll(' ', '+'));
			}
	return { byLength, beginnings };
}

const pairAt = (bytes: string, at: number): number => (bytes.charCodeAt(at) << 8) | bytes.charCodeAt(at + 1);

/** Where pieces are in bytes. */
function findIn(bytes: string, { byLength, beginnings }: Pieces): Range[] {
	const text = inLowerCase(bytes);
	const found: Range[] = [];
	for (let at = 0; at + 1 < text.length; at++)
		if (beginnings[pairAt(text, at)] === 1)
			for (const [length, wanted] of byLength)
				if (wanted.has(text.slice(at, at + length))) found.push([at, at + length]);
	return found;
}

/** A text that may be dressed: it contains an escape, or what may be Base64 of a piece. */
const DRESSED = /[\\%&]|[\w+/-]{10}/;
/** Base64 of a piece has at least eleven characters, some of which a line break may part. */
const BASE64 = /[\w+/-](?:[\w+/-]|[\r\n]+[ \t]*){10,}/g;

/** Whether bytes repeat a secret in Base64, without finding out where. */
function isInBase64(bytes: string, pieces: Pieces, layers: number): boolean {
	return [...bytes.matchAll(BASE64)].some(([run]) =>
		[0, 1, 2, 3].some((shift) => {
			const content = Buffer.from(run.replace(/\s/g, '').slice(shift), 'base64').toString('latin1');
			return repeats(content, pieces, layers);
		}),
	);
}

/** Whether bytes repeat a secret, in whatever clothes. */
function repeats(bytes: string, pieces: Pieces, base64Layers = BASE64_LAYERS): boolean {
	if (findIn(bytes, pieces).length > 0) return true;
	if (!DRESSED.test(bytes)) return false;
	if (base64Layers > 0 && isInBase64(bytes, pieces, base64Layers - 1)) return true;
	let undone = undressedBytes(bytes);
	for (let layer = 0; undone !== undefined && layer < LAYERS; layer++, undone = undressedBytes(undone)) {
		if (findIn(undone, pieces).length > 0) return true;
		if (base64Layers > 0 && isInBase64(undone, pieces, base64Layers - 1)) return true;
	}
	return false;
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
 * percent-encoded, escaped as JSON or HTML, up to five times around each other, and in Base64 of all these. Secrets of
 * less than four characters stay, because they occur in ordinary words. The text is cut after 20,000 characters.
 * With `isWhole`, only whole secrets of eight characters and more are replaced.
 */
export function scrubber(secrets: readonly string[], isWhole = false): (text: string) => string {
	// Made when something is to be scrubbed, i.e. after a failure.
	let pieces: Pieces | undefined;
	return (text) => {
		const searched = text.slice(0, SEARCHED);
		pieces ??= piecesOf(secrets, isWhole);
		return repeats(bytesOf(searched), pieces)
			? withoutRanges(searched, rangesIn(plainView(searched), pieces))
			: searched;
	};
}
