import type { Reading } from './encodings';

/* Bytes that a text contains in Base64 or in hexadecimal digits, in the middle of other characters or not. */

/** How bytes are packed into characters, each of which stands for some of their bits. */
interface Packing {
	readonly name: 'base64' | 'hex';
	/** A character of it, in a regular expression. */
	readonly character: string;
	readonly bits: number;
	/** After so many characters a byte begins where a character does. */
	readonly group: number;
	/** Fewer characters are no piece of a secret. */
	readonly least: number;
}
const PACKINGS: readonly Packing[] = [
	{ name: 'base64', character: '[\\w+/-]', bits: 6, group: 4, least: 11 },
	{ name: 'hex', character: '[\\da-fA-F]', bits: 4, group: 2, least: 16 },
];
/** So many characters of Base64 are not by chance all hexadecimal digits, as in the SHA1 of each file. */
const NEVER_HEX = 20;

/** The contents of what may be Base64 or hexadecimal digits, from wherever its bytes begin. */
export type Unpack = (reading: Reading) => Reading[];

/** Makes a function that finds the packed contents of `leastBytes` and more in a reading. */
export function unpackerOf(leastBytes: number): Unpack {
	const searches = PACKINGS.map((packing) => {
		const { character, bits } = packing;
		const least = Math.max(packing.least, Math.floor((leastBytes * 8) / bits));
		// Perhaps in lines.
		const run = new RegExp(`${character}(?:${character}|[\\r\\n]+[ \\t]*(?=${character})){${least - 1},}`, 'g');
		return { packing, least, runs: run, any: new RegExp(run.source) };
	});
	return (reading) =>
		searches.flatMap(({ packing, least, runs, any }) => {
			// Almost no text has one: to look for all of them takes longer.
			if (reading.bytes.length < least || !any.test(reading.bytes)) return [];
			return [...reading.bytes.matchAll(runs)].flatMap(({ 0: run, index }) => {
				const isHash = packing.name === 'base64' && least >= NEVER_HEX && /^[\da-f]*$/i.test(run);
				const shifts = isHash ? 0 : packing.group;
				return Array.from({ length: shifts }, (_, shift) => contentOf(reading, { run, index, shift, packing }));
			});
		});
}

/** A run of characters in a reading, and how many of them are passed by. */
interface Run {
	readonly run: string;
	readonly index: number;
	readonly shift: number;
	readonly packing: Packing;
}

function contentOf({ placeOf }: Reading, { run, index, shift, packing: { name, bits } }: Run): Reading {
	const characters = run.replace(/\s+/g, '').slice(shift);
	const placeOfCharacter = (at: number): number => index + placeIn(run, at + shift);
	return {
		bytes: Buffer.from(characters, name).toString('latin1'),
		placeOf: ([start, end]) => {
			const first = Math.floor((start * 8) / bits);
			const last = Math.min(characters.length, Math.ceil((end * 8) / bits)) - 1;
			return placeOf([placeOfCharacter(first), placeOfCharacter(last) + 1]);
		},
	};
}

/** The place in a run of its character number `at`, blanks not counted. */
function placeIn(run: string, at: number): number {
	if (!/\s/.test(run)) return at;
	let left = at;
	for (let place = 0; place < run.length; place++) if (!/\s/.test(run.charAt(place)) && left-- === 0) return place;
	return run.length - 1;
}
