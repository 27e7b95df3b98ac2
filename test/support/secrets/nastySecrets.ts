import { oneOf } from './draws';

/* Secrets as nobody would choose them: with every character that some encoding writes differently. */

const LETTERS = [...'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'];
const SPECIAL = [...'/+=&"\\\'<>% ?#;:@~'];
const LATIN = [...'éßüÑ£'];
const WIDE = [...'漢ж€', '🔑', '𝔘'];

/** Which characters a secret may have: all, those of a header's value, or those of ASCII. */
export type Alphabet = 'any' | 'latin' | 'ascii';

/** Contains `/ + = & " \` and other letters than ASCII; ends are letters, because blanks may be dropped there. */
export function nastySecret(draw: () => number, alphabet: Alphabet = 'any', length = 28): string {
	const others = { any: [...LATIN, ...WIDE], latin: LATIN, ascii: [] }[alphabet];
	const wanted = [...'/+=&"\\', ...others.slice(0, 3), ...(alphabet === 'any' ? WIDE.slice(0, 4) : [])];
	const filled = Array.from({ length: Math.max(4, length - wanted.length) }, () =>
		oneOf(draw, draw() < 0.75 ? LETTERS : SPECIAL),
	);
	const mixed = [...wanted, ...filled].map((char) => [draw(), char] as const).sort(([one], [other]) => one - other);
	return `${oneOf(draw, LETTERS)}${mixed.map(([, char]) => char).join('')}${oneOf(draw, LETTERS)}`;
}
