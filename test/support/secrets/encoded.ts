import { ok } from 'node:assert/strict';
import fc from 'fast-check';
import { BY_CHARACTER } from './encodings';

/* Random secrets in the encodings in which services repeat them, and what is left of one. */

type Encode = (char: string) => string;
/** One to three of them around each other. */
export const encodes: fc.Arbitrary<Encode> = fc
	.array(fc.constantFrom(...Object.values(BY_CHARACTER)), { minLength: 1, maxLength: 3 })
	.map((each) => (char: string) => each.reduce((text, encode) => [...text].map(encode).join(''), char));

const SECRET_CHARS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/+=&"\\<>\'-_.~% é秘密鍵ü€😀'];
/** What reads like an escape; a secret with one of them is another one where a server undoes it. */
const ESCAPE = /%[\da-fu]|\\[\\/"'nrux]|&#|&\w/i;
/** Secrets as services make them, and worse. */
export const anySecret = fc
	.string({ unit: fc.constantFrom(...SECRET_CHARS), minLength: 8, maxLength: 48 })
	.filter((text) => !ESCAPE.test(text) && text.trim() === text);

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
