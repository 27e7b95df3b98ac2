import { scrubber, wholeScrubber } from '../../../src/protocol/wire/scrub';
import { runs } from '../../support/runs';
import { drawsOf, numberOf, oneOf } from '../../support/secrets/draws';
import { ENCODINGS, WHOLE_ENCODINGS } from '../../support/secrets/encodings';
import { nastySecret } from '../../support/secrets/nastySecrets';
import { givenAway } from '../../support/secrets/revealed';
import { words } from '../../support/words';

const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');
const SHA1 = 'da39a3ee5e6b4b0d3255bfef95601890afd80709';

test.each<[string, string[], string, string]>([
	['a piece of eight characters', ['abcdefghijklmnop'], 'see ijklmnop, cdefghij', 'see ***, ***'],
	['no shorter one, wherever it is', ['abcdefghijklmnop'], 'abcdefg defghij jklmnop', 'abcdefg defghij jklmnop'],
	['a whole secret of four to eight', ['abcd', 'efghijk', 'lmnopqrs'], 'abcd efghijk lmnopqrs', '*** *** ***'],
	['no part of such a one', ['efghijk', 'lmnopqrs'], 'fghijk efghij mnopqrs', 'fghijk efghij mnopqrs'],
	['no secret of three', ['abc', ''], 'abc', 'abc'],
	['a blank as a plus', ['ab cd ef gh'], 'see ab+cd+ef+gh', 'see ***'],
	['letters beyond ASCII in capitals', ['é-geheim-ü-wort'], 'É-GEHEIM-Ü-WORT!', '***!'],
	['letters beyond ASCII in small ones', ['É-GEHEIM-Ü-WORT'], 'é-geheim-ü-wort!', '***!'],
	['capital letters with plus signs', ['é ü ö ä à'], 'É+Ü+Ö+Ä+À!', '***!'],
	['at the very end', ['abcdefgh'], 'abcdefgh', '***'],
	['what touches as one', ['abcdefgh', 'ijklmnop'], '.abcdefghijklmnop.', '.***.'],
	['in a short Base64 with the digits of a hash only', ['h0Ah1Bh74'], 'see aDBBaDFCaDc0.', 'see ***'],
	['with control characters', ['ab\x01cd\x02ef\x03'], `see ${base64('ab\x01cd\x02ef\x03')}.`, 'see ***'],
	['in an address, with what is around it', ['a/b+c=d&e"f'], 'see sign=a%2Fb%2Bc%3Dd%26e%22f&n=x !', 'see *** !'],
	['with escapes in only a part of it', ['abcdefgh&xyz'], 'see "abcdefgh&amp;xyz" !', 'see *** !'],
	['with blanks in other words', ['ab cd ef gh ij'], 'see that ab&#32;cd ef gh ij', 'see that ***'],
	['with a blank, and short behind it', ['ab&cd=ef gh'], 'so the ab%26cd%3Def gh !', 'so the ***'],
	['as it is, and encoded elsewhere', ['abcdefgh'], 'abcdefgh, or %61bcdefgh !', '***, or *** !'],
	[
		'nothing of others',
		['a/b+c=d&e"f'],
		'100 %, &amp;, \\u0041, QmFzZTY0IHRleHQ=',
		'100 %, &amp;, \\u0041, QmFzZTY0IHRleHQ=',
	],
	['nothing of a hash', ['x'.repeat(15)], SHA1, SHA1],
])('%s', (_, secrets, text, scrubbed) => expect(scrubber(secrets)(text)).toBe(scrubbed));

const codes = (text: string, base: number, between: string): string =>
	[...Buffer.from(text)].map((byte) => byte.toString(base).padStart(2, '0')).join(between);

test.each<[string, (secret: string) => string]>([
	['hexadecimal digits with colons', (secret) => codes(secret, 16, ':')],
	['hexadecimal digits with blanks', (secret) => codes(secret, 16, ' ')],
	['hexadecimal digits with dashes, in upper case', (secret) => codes(secret, 16, '-').toUpperCase()],
	['hexadecimal digits as in C', (secret) => `0x${codes(secret, 16, ', 0x')}`],
	['decimal codes', (secret) => codes(secret, 10, ' ')],
	['a list of numbers', (secret) => JSON.stringify(Buffer.from(secret).toJSON().data).slice(1, -1)],
	['decimal codes of characters', (secret) => Array.from(secret, (char) => char.charCodeAt(0)).join(', ')],
	['hexadecimal digits of Base64, with colons', (secret) => codes(base64(secret), 16, ':')],
	['a list of numbers in Base64', (secret) => base64(codes(secret, 10, ','))],
])('a secret as %s becomes stars', (_how, write) => {
	const secret = 'Expose/Me+now=\u00e9&1';
	const other = write('another text of that length');
	for (const scrub of [scrubber([secret]), wholeScrubber([secret])]) {
		const scrubbed = scrub(`the [${write(secret)}] is unknown`);
		expect(scrubbed).toContain('***');
		expect(scrub(scrubbed)).toBe(scrubbed);
		expect(scrub(`the [${other}] is`)).toBe(`the [${other}] is`);
	}
	// The beginning of a secret is found in an error.
	expect(scrubber([secret])(`the [${write(secret.slice(0, 14))}] is unknown`)).toContain('***');
});

test.each([
	'2026-11-24 17:05:00, 12 34 56 78',
	'1, 2, 3, 4, 5, 6, 7, 8, 9',
	'fe80:0:0:0:1:2:3:4:5',
	'00:1b:44:11:3a:b7:00:01',
])('%s stays', (text) => expect(scrubber(['Expose/Me+now', 'abcdefgh'])(text)).toBe(text));

test('the text of an error ends after 20,000 characters', () => {
	const scrub = scrubber(['abcdefgh']);
	expect(scrub(`${'. '.repeat(9996)}abcdefgh and more`)).toBe(`${'. '.repeat(9996)}***`);
	expect(scrub('é'.repeat(20_001))).toBe('é'.repeat(20_000));
});

/* Every encoding, judged by a decoder that shares nothing with the code: nothing of the secret is left. */

const SEED = Number(process.env.FEED_SEED ?? 1);
/** What may be around a repeated secret. */
const AROUND: ReadonlyArray<(said: string) => string> = [
	(said) => said,
	(said) => `the client with secret "${said}" is unknown`,
	(said) => `client_secret=${said}&dateline=1`,
	(said) => JSON.stringify({ error_msg: said }),
	(said) => `<title>Sign in</title><p>${said}</p>`,
	(said) => `abc${said}def`,
];

test.each(Object.entries(ENCODINGS))('%s: nothing is left', (name, encode) => {
	const draw = drawsOf(SEED + numberOf(name));
	for (let n = 0; n < runs(6); n++) {
		const secret = nastySecret(draw, (['any', 'latin', 'ascii'] as const)[n % 3], 20 + (n % 4) * 7);
		const scrub = scrubber([secret]);
		for (const around of AROUND) {
			const text = around(encode(secret));
			const left = givenAway(scrub(text), new Map([['secret', secret]]));
			if (left.length > 0) throw new Error(`${JSON.stringify({ secret, text, scrubbed: scrub(text), left })}`);
		}
	}
});

test.each(Object.entries(ENCODINGS))('%s: the oracle finds it where nothing is scrubbed', (name, encode) => {
	const secret = nastySecret(drawsOf(SEED + numberOf(name)));
	expect(givenAway(AROUND[1]?.(encode(secret)) ?? '', new Map([['secret', secret]]))).toHaveLength(1);
});

/** Expects that nothing of a secret is left by a scrubber, as the oracle sees it. */
function expectNothingLeft(scrub: (text: string) => string, secret: string, text: string): void {
	const left = givenAway(scrub(text), new Map([['secret', secret]]));
	expect({ secret, text, left }).toEqual({ secret, text, left: [] });
}

test.each(WHOLE_ENCODINGS)('%s: an item loses a whole secret', (name, encode) => {
	const draw = drawsOf(SEED + numberOf(name) + 1);
	for (let n = 0; n < runs(3); n++) {
		const secret = nastySecret(draw, oneOf(draw, ['any', 'latin', 'ascii']), 8 + Math.floor(draw() * 40));
		expectNothingLeft(wholeScrubber([secret, 'another-secret']), secret, oneOf(draw, AROUND)(encode(secret)));
	}
});

/** What a secret may contain that reads like an escape, where one writes others around it. */
const OWN_ESCAPES = words(String.raw`%aa %41 %u00e9 %2541 %25%aa &amp; &#65; &lt \/ \n \u00e9 \\/`);

test.each(Object.entries(ENCODINGS))('%s: a secret with escapes of its own is recognized', (name, encode) => {
	const draw = drawsOf(SEED + numberOf(name) + 2);
	const isWhole = WHOLE_ENCODINGS.some(([whole]) => whole === name);
	for (const own of OWN_ESCAPES)
		for (let n = 0; n < runs(1); n++) {
			const others = [`ab/c${own}d"e&f+gh<i`, `${own}Kx7&mQ'2 vR=9"zT`, `a&b"${own}<${own}/c`];
			const secret = oneOf(draw, [...others, `Kx7&mQ'2\\vR=9"zT${own}`]);
			const text = oneOf(draw, AROUND)(encode(secret));
			expectNothingLeft((isWhole && draw() < 0.5 ? wholeScrubber : scrubber)([secret]), secret, text);
		}
});

test('what reads like a secret with escapes of its own undone is another text, unless something was undone', () => {
	const scrub = wholeScrubber(['%41%42%43%44%45']);
	expect(scrub('ABCDE and others')).toBe('ABCDE and others');
	expect(scrub('&#37;41%42%43%44%45 &amp; others')).toBe('*** &amp; others');
});

const SECRET = 'Libr/ary+Sec=ret&"\\é😀';
const scrub = wholeScrubber([SECRET, 'demo-library-secret', 'short']);

// What each form is was computed by hand, or by another program.
const WRITTEN = [
	['plain', SECRET],
	['percent-encoded', 'Libr%2Fary%2BSec%3Dret%26%22%5C%C3%A9%F0%9F%98%80'],
	['in JSON', 'Libr/ary+Sec=ret&\\"\\\\é😀'],
	['in Base64', 'TGlici9hcnkrU2VjPXJldCYiXMOp8J+YgA'],
] as const;

test.each(WRITTEN)('a secret %s becomes stars wherever it is', (_how, written) => {
	for (const at of [0, 300, 30_000]) {
		const before = 'é '.repeat(at).slice(0, at);
		expect(scrub(`${before} ${written} after`)).toBe(`${before} *** after`);
	}
	expect(scrub(`${'é '.repeat(40_000)}${written} after`)).toMatch(/^(?:[é ]*\*{3} after|\*{3})$/);
});

test('pieces of secrets stay in names, and long texts stay whole', () => {
	for (const name of ['Texts/fileLibrary-again(2).txt', 'demo-library-secre', 'short', '', 'é😀'])
		expect(scrub(name)).toBe(name);
	const long = 'a file of demo-library text. '.repeat(10_000);
	expect(scrub(long)).toBe(long);
	expect(scrub(`${long}demo-library-secret`)).toBe(`${long}***`);
	expect(wholeScrubber([])(long)).toBe(long);
});
