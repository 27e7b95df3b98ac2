import type { Reading } from './encodings';

/* Bytes that a text contains in Base64 or in hexadecimal digits, in the middle of other characters or not. */

/** How bytes are packed into characters, each of which stands for some of their bits. */
interface Packing {
	readonly name: 'base64' | 'hex';
	readonly bits: number;
	/** After so many characters a byte begins where a character does. */
	readonly group: number;
	/** Eleven characters of Base64 and sixteen digits, perhaps in lines; fewer are no piece of a secret. */
	readonly run: RegExp;
}
const BASE64: Packing = {
	...{ name: 'base64', bits: 6, group: 4 },
	run: /[\w+/-](?:[\w+/-]|[\r\n]+[ \t]*(?=[\w+/-])){10,}/g,
};
const HEX: Packing = {
	...{ name: 'hex', bits: 4, group: 2 },
	run: /[\da-f](?:[\da-f]|[\r\n]+[ \t]*(?=[\da-f])){15,}/gi,
};
/** So many characters of Base64 are not by chance all hexadecimal digits, as in the SHA1 of each file. */
const NEVER_HEX = 20;

/** The contents, of `leastBytes` and more, of what may be Base64 or hexadecimal digits, from wherever its bytes begin. */
export function* packedContents(reading: Reading, leastBytes: number): Generator<Reading> {
	for (const packing of [BASE64, HEX])
		for (const { 0: run, index } of reading.bytes.matchAll(packing.run)) {
			const least = Math.floor((leastBytes * 8) / packing.bits);
			const isHash = packing === BASE64 && least >= NEVER_HEX && /^[\da-f]*$/i.test(run);
			if (run.length < least || isHash) continue;
			for (let shift = 0; shift < packing.group; shift++)
				yield contentOf(reading, { run, index, shift, packing });
		}
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
