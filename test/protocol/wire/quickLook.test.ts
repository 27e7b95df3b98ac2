import { QuickLook } from '../../../src/protocol/wire/quickLook';
import { scrubber } from '../../../src/protocol/wire/scrub';
import { piecesOf } from '../../../src/protocol/wire/secretPieces';

/* The quick look at a text: never no where a secret is, and no for nearly everything else that services send. */

const SECRET = 'Libr4ry-secret.20';
const lookFor = (secret: string, isWhole = false): QuickLook => new QuickLook(piecesOf([secret], isWhole));
const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');

test.each([
	'',
	'An ordinary sentence, with a comma.',
	'internationalization of counterrevolutionaries',
	'100 % of it, a & b, C:\\documents',
	'{"hash":"5f1c","fullpath":"A/b.txt","dir":0}',
	'Lib, lib, Li',
	'合同 é 😀',
	// Base64 of other content.
	base64('\x01\x02ab\x03\x04cdef\x05\x06'),
	// A beginning with a control character behind it, and one with too little around it.
	base64(`li\x01${'\xa0\xa1\xa2'.repeat(4)}`),
	base64('\x01\x02li\x03\x04\x05\x06\x07'),
	// Base64 that is in lines is all Base64.
	`${base64('Libr4r')}\n, ${base64('y-secr')}`,
])('%j is no suspect', (text) => expect(lookFor(SECRET).isSuspect(text)).toBe(false));

test.each([
	['itself', SECRET],
	['in capitals', SECRET.toUpperCase()],
	['behind others', `a\tb ${SECRET}`],
	['with an escape', 'x%2dy'],
	['with an entity', 'a&amp;b'],
	['with an escape of JSON', 'a\\u002db'],
	['in Base64', base64(SECRET)],
	['in Base64 of four beginnings', `A${base64(SECRET)} AB${base64(SECRET)} ABC${base64(SECRET)}`],
	['in Base64 in lines', base64(`x${SECRET}`).replace(/.{8}/g, '$&\r\n\t')],
	['in Base64 behind control characters', base64(`\x01\x02\x03${SECRET}`)],
	['in Base64 of Base64', base64(base64(SECRET))],
])('a text with a secret %s is one', (_, text) => expect(lookFor(SECRET).isSuspect(text)).toBe(true));

test('wherever the secret is, however long the text', () => {
	for (const length of [0, 1, 500, 990, ...Array.from({ length: 30 }, (_, n) => 1000 + n), 5000]) {
		const text = `${'. '.repeat(length).slice(0, length)}${SECRET}`;
		expect([length, lookFor(SECRET).isSuspect(text)]).toEqual([length, true]);
		expect([length, lookFor('Zq7x').isSuspect(`${text.slice(0, length)}Zq7x`)]).toEqual([length, true]);
		expect([length, scrubber([SECRET])(text).endsWith('***')]).toEqual([length, true]);
	}
});

test('a text after a longer one is looked at alone', () => {
	const look = lookFor(SECRET);
	expect(look.isSuspect(`${'. '.repeat(2000)}${SECRET}`)).toBe(true);
	expect(look.isSuspect('. '.repeat(1990))).toBe(false);
	expect(look.isSuspect('Li')).toBe(false);
});

test('a SHA1 is no suspect where the whole secret is longer than any that could be in it', () => {
	const sha1 = 'da39a3ee5e6b4b0d3255bfef95601890afd80709';
	expect(lookFor('x'.repeat(15), true).isSuspect(sha1)).toBe(false);
	expect(scrubber(['x'.repeat(15)], true)(sha1)).toBe(sha1);
});

test('a short secret is found although its Base64 has the digits of a hash only', () => {
	expect(base64('h0Ah1Bh74')).toBe('aDBBaDFCaDc0');
	expect(scrubber(['h0Ah1Bh74'])('see aDBBaDFCaDc0.')).toBe('see ***.');
	expect(scrubber(['h0Ah1Bh74'], true)('see aDBBaDFCaDc0.')).toBe('see ***.');
});

test('control characters belong to a secret that has them', () => {
	const secret = 'ab\x01cd\x02ef\x03';
	expect(scrubber([secret])(`see ${base64(secret)}.`)).toBe('see ***.');
});
