import { bytesOf, latinBytesOf, undressedBytes } from './disguise';

/** Shortest piece of a secret that is cut out, in characters; of a shorter secret, the whole. */
const PIECE = 8;
/** A shorter secret stays, because it occurs in ordinary words. */
const SHORTEST = 4;
/** How many escapes a secret may contain around each other. */
const OWN_LAYERS = 5;

/** Stretch of a text, end not included. */
export type Range = readonly [start: number, end: number];

/** The pieces of secrets to look for, as bytes in lower case. */
export interface Pieces {
	/** By their length; with how many characters each must stand for in a text. */
	readonly byLength: ReadonlyMap<number, ReadonlyMap<string, number>>;
	/** 1 for each pair of bytes that a piece begins with, and that follows it: almost all places are passed by. */
	readonly first: Uint8Array;
	readonly second: Uint8Array;
	/** The least that a piece in any clothes takes: characters of a text, bytes. */
	readonly leastCharacters: number;
	readonly leastBytes: number;
}

const inLowerCase = (bytes: string): string => bytes.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

const pairAt = (bytes: string, at: number): number => (bytes.charCodeAt(at) << 8) | bytes.charCodeAt(at + 1);

/** Every stretch of 8 characters of a secret; none of a shorter one. */
function stretchesOf(secret: string): string[] {
	const chars = [...secret];
	return Array.from({ length: chars.length - PIECE + 1 }, (_, at) => chars.slice(at, at + PIECE).join(''));
}

/** The lower byte of each unit of a text, which is what the quick look of `quickLook.ts` sees of it. */
const lowBytesOf = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');

/** What becomes of a secret that contains escapes itself, e.g. `%aa`, when the ones around it are undone. */
function undoneFormsOf(bytes: string): string[] {
	const forms: string[] = [];
	if (!/[\\%&]/.test(bytes)) return forms;
	let undone = undressedBytes(bytes);
	for (let layer = 0; undone !== undefined && layer < OWN_LAYERS; layer++, undone = undressedBytes(undone))
		forms.push(undone);
	return forms;
}

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/** A text as it is, in capital and in small letters, and with a plus for each blank, as in forms. */
function writingsOf(text: string): string[] {
	// Of ASCII, the search itself takes capital for small letters.
	const all = isAscii(text) ? [text] : [text, text.toUpperCase(), text.toLowerCase()];
	return text.includes(' ') ? [...all, ...all.map((cased) => cased.replaceAll(' ', '+'))] : all;
}

/** The bytes that a text may be. */
const encodingsOf = (text: string): string[] => (isAscii(text) ? [text] : [bytesOf(text), latinBytesOf(text)]);

/** The whole secret, and unless `isWhole` its stretches of eight characters. */
const cutOutOf = (secret: string, isWhole: boolean): ReadonlySet<string> =>
	new Set(isWhole ? [secret] : [...stretchesOf(secret), secret]);

/** The pieces of secrets: stretches of eight characters, or with `isWhole` only secrets of eight and more. */
export function piecesOf(secrets: readonly string[], isWhole: boolean): Pieces {
	const byLength = new Map<number, Map<string, number>>();
	const [first, second] = [new Uint8Array(0x10000), new Uint8Array(0x10000)];
	let [leastCharacters, leastBytes] = [Infinity, Infinity];
	const markBeginning = (bytes: string): void => {
		first[pairAt(bytes, 0)] = 1;
		second[pairAt(bytes, 2)] = 1;
	};
	const add = (anyCase: string, standsFor: number): void => {
		const bytes = inLowerCase(anyCase);
		if (bytes.length < SHORTEST) return;
		const sameLength = byLength.get(bytes.length) ?? new Map<string, number>();
		byLength.set(bytes.length, sameLength.set(bytes, Math.min(standsFor, sameLength.get(bytes) ?? standsFor)));
		markBeginning(bytes);
	};
	for (const secret of secrets.filter(({ length }) => length >= (isWhole ? PIECE : SHORTEST)))
		for (const piece of cutOutOf(secret, isWhole))
			for (const written of writingsOf(piece)) {
				markBeginning(inLowerCase(lowBytesOf(written)));
				for (const bytes of encodingsOf(written)) {
					leastCharacters = Math.min(leastCharacters, written.length);
					leastBytes = Math.min(leastBytes, bytes.length);
					add(bytes, 0);
					// Clothes make a text longer: a shorter one that reads like the undone piece is something else.
					for (const undone of undoneFormsOf(bytes)) add(undone, piece.length);
				}
			}
	return { byLength, first, second, leastCharacters, leastBytes };
}
/** Where pieces are in bytes; `lengthOf` says how many characters of the text a stretch of the bytes stands for. */
export function findIn(
	bytes: string,
	{ byLength, first, second }: Pieces,
	lengthOf: (range: Range) => number = () => Infinity,
): Range[] {
	const text = inLowerCase(bytes);
	const found: Range[] = [];
	for (let at = 0; at + 3 < text.length; at++) {
		if (first[pairAt(text, at)] !== 1 || second[pairAt(text, at + 2)] !== 1) continue;
		for (const [length, pieces] of byLength) {
			const standsFor = pieces.get(text.slice(at, at + length));
			const range: Range = [at, at + length];
			if (standsFor !== undefined && lengthOf(range) >= standsFor) found.push(range);
		}
	}
	return found;
}
