import { ok } from 'node:assert/strict';
import fc from 'fast-check';

/* Random secrets in the encodings in which services repeat them, and what is left of one. */

const code = (char: string): number => char.codePointAt(0) ?? 0;
const hex = (value: number, width: number): string => value.toString(16).padStart(width, '0');
const units = (char: string, show: (unit: number) => string): string =>
	char
		.split('')
		.map((unit) => show(unit.charCodeAt(0)))
		.join('');

/** Encodings of single characters, written anew: a piece of an encoded text is an encoded piece. */
const ENCODINGS: Readonly<Record<string, (char: string) => string>> = {
	plain: (char) => char,
	percent: (char) => encodeURIComponent(char),
	everyPercent: (char) => [...Buffer.from(char)].map((byte) => `%${hex(byte, 2)}`).join(''),
	everyPERCENT: (char) => [...Buffer.from(char)].map((byte) => `%${hex(byte, 2).toUpperCase()}`).join(''),
	form: (char) => (char === ' ' ? '+' : encodeURIComponent(char)),
	json: (char) => JSON.stringify(char).slice(1, -1),
	jsonSlash: (char) => JSON.stringify(char).slice(1, -1).replaceAll('/', '\\/'),
	unicode: (char) => units(char, (unit) => `\\u${hex(unit, 4)}`),
	percentU: (char) => units(char, (unit) => (unit < 256 ? `%${hex(unit, 2)}` : `%u${hex(unit, 4)}`)),
	hexEscape: (char) => (code(char) < 128 ? `\\x${hex(code(char), 2)}` : char),
	decimal: (char) => `&#${code(char)};`,
	hexEntity: (char) => `&#x${hex(code(char), 1)};`,
	zeroEntity: (char) => `&#X${hex(code(char), 6)};`,
	html: (char) =>
		({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '/': '&#x2F;' })[char] ?? char,
};
type Encode = (char: string) => string;
/** One to three of them around each other. */
export const encodes: fc.Arbitrary<Encode> = fc
	.array(fc.constantFrom(...Object.values(ENCODINGS)), { minLength: 1, maxLength: 3 })
	.map((each) => (char: string) => each.reduce((text, encode) => [...text].map(encode).join(''), char));

const SECRET_CHARS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/+=&"\\<>\'-_.~% é秘密鍵ü€😀'];
/** What reads like an escape; a secret with one of them is another one where a server undoes it. */
const ESCAPE = /%[\da-fu]|\\[\\/"'nrux]|&#|&\w/i;
/** Secrets as services make them, and worse. */
export const anySecret = fc
	.string({ unit: fc.constantFrom(...SECRET_CHARS), minLength: 8, maxLength: 48 })
	.filter((text) => !ESCAPE.test(text) && text.trim() === text);

/** A text in this encoding. */
export const encoded = (text: string, encode: Encode): string => [...text].map(encode).join('');
/** Every stretch of 8 characters of a text. */
export const stretches = (text: string): string[] => {
	const chars = [...text];
	return chars.slice(7).map((_, at) => chars.slice(at, at + 8).join(''));
};

/** Throws when a stretch of 8 characters of the secret is left, as it was encoded. */
export function nothingLeft(left: string, hidden: string, encode: Encode): void {
	for (const piece of stretches(hidden))
		ok(!left.includes(encoded(piece, encode)), `"${piece}" is left in "${left}"`);
}
