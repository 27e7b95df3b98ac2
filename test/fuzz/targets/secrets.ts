import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { scrubber, wholeScrubber } from '../../../src/protocol/wire/scrub';
import { repeated } from '../arbitraries';
import { soon } from '../check';
import { fuzzTarget } from '../fuzzTarget';

/* Secrets that a service repeats, in whatever encoding: nothing of 8 characters and more may be left. */

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
export const secret = fc
	.string({ unit: fc.constantFrom(...SECRET_CHARS), minLength: 8, maxLength: 48 })
	.filter((text) => !ESCAPE.test(text) && text.trim() === text);

/** A text in this encoding. */
export const encoded = (text: string, encode: Encode): string => [...text].map(encode).join('');
/** Every stretch of 8 characters of a text. */
const stretches = (text: string): string[] => {
	const chars = [...text];
	return chars.slice(7).map((_, at) => chars.slice(at, at + 8).join(''));
};

/** Throws when a stretch of 8 characters of the secret is left, as it was encoded. */
export function nothingLeft(left: string, hidden: string, encode: Encode): void {
	for (const piece of stretches(hidden))
		ok(!left.includes(encoded(piece, encode)), `"${piece}" is left in "${left}"`);
}

const around = fc.string({ unit: fc.constantFrom(...'xyz ,:;!?()[]{}#|'), maxLength: 12 });

const scrubbing = fuzzTarget({
	name: 'scrubbing',
	promise: 'of a secret in any encoding, whole or cut, no 8 characters are left',
	share: 500,
	cases: fc.record({
		secret,
		encode: encodes,
		cut: fc.tuple(fc.nat(40), fc.integer({ min: 8, max: 48 })),
		before: around,
		after: around,
	}),
	keeps: ({ secret: hidden, encode, cut: [from, length], before, after }) => {
		const piece = [...hidden]
			.slice(from % Math.max(1, [...hidden].length - 7))
			.slice(0, length)
			.join('');
		const scrub = scrubber([hidden, 'another-secret']);
		nothingLeft(scrub(before + encoded(piece, encode) + after), piece, encode);
		nothingLeft(scrub(`${before}${encoded(piece, encode)}|${encoded(piece, encode)}`), piece, encode);
	},
});

/** Texts that Base64 in a text may mean, at any of the four places where it may begin. */
const unpacked = (text: string): string[] =>
	[...text.matchAll(/[A-Za-z0-9+/_-]{4,}/g)].flatMap(([run]) =>
		[0, 1, 2, 3].map((shift) => Buffer.from(run.slice(shift), 'base64').toString('utf8')),
	);

const scrubbingBase64 = fuzzTarget({
	name: 'scrubbing-base64',
	promise: 'of a secret inside Base64 of anything, no 8 characters are left',
	share: 250,
	cases: fc.record({
		secret,
		before: fc.string({ maxLength: 9 }),
		after: fc.string({ maxLength: 9 }),
		url: fc.boolean(),
	}),
	keeps: ({ secret: hidden, before, after, url }) => {
		const text = Buffer.from(before + hidden + after).toString(url ? 'base64url' : 'base64');
		const left = scrubber([hidden])(`code ${text}.`);
		for (const content of [left, ...unpacked(left)])
			for (const piece of stretches(hidden)) ok(!content.includes(piece), `"${piece}" is left in "${left}"`);
	},
});

/** A text of letters, and secrets of none of them; escapes of letters that the secret does not have. */
const innocent = fc
	.array(
		fc.constantFrom(
			'offer',
			' ',
			'%41',
			'&amp;',
			'\\u0041',
			'\\n',
			'100 %',
			'&#65;',
			'Bad',
			'/',
			'"',
			'%',
			'&',
			'\\',
		),
		{
			maxLength: 30,
		},
	)
	.map((parts) => parts.join(''));

const untouched = fuzzTarget({
	name: 'scrubbing-others',
	promise: 'a text without a secret stays as it is',
	share: 210,
	cases: fc.record({
		text: innocent,
		secrets: fc.array(fc.string({ unit: fc.constantFrom(...'QZ7KWXJVY9'), minLength: 10, maxLength: 40 }), {
			maxLength: 3,
		}),
	}),
	keeps: ({ text, secrets }) => equal(scrubber(secrets)(text), text),
});

const longScrubbing = fuzzTarget({
	name: 'scrubbing-long',
	promise: 'no long text keeps the search for secrets busy',
	share: 10,
	cases: fc.record({
		text: repeated(
			60_000,
			'%25',
			'%',
			'&#x0',
			'&#0000',
			'\\',
			'\\\\u005c',
			'A',
			'AbCd0+/',
			'&amp;',
			'%u0041',
			'\\u005cu',
			'é',
		),
		secret,
	}),
	keeps: ({ text, secret: hidden }) => {
		soon(() => scrubber([hidden, hidden.repeat(20)])(text));
		soon(() => wholeScrubber([hidden, hidden.repeat(20)])(text));
	},
});

export const secretTargets = [scrubbing, scrubbingBase64, untouched, longScrubbing];
