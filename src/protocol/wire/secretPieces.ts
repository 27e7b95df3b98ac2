import { bytesOf, decodedOnce, latinBytesOf, plainReading, type Range, type Reading } from './encodings';

/* Which texts are pieces of secrets, and where they are in a reading of a text. */

/** Shortest piece of a secret that is cut out, in characters; of a shorter secret, the whole. */
const PIECE = 8;
/** A shorter secret stays, because it occurs in ordinary words. */
const SHORTEST = 4;
/** How many escapes a secret may contain around each other. */
const OWN_LAYERS = 5;

/** The pieces of secrets to look for, as bytes in lower case. */
export interface Pieces {
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
export function piecesOf(secrets: readonly string[], isWhole: boolean): Pieces {
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
export function piecesIn({ bytes, placeOf }: Reading, { byLength, first, second }: Pieces): Range[] {
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
