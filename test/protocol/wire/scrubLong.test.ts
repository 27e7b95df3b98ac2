import { wholeScrubber } from '../../../src/protocol/wire/scrubWhole';

/* Whole secrets in texts of more than 20,000 characters. What each form is was written by hand. */

const LONG = 'x '.repeat(10_001);
const SECRET = 'Libr/ary+S c=&"<\\>\'é';
// Made anew by each test, so that each has judged how it is made.
const scrub = (text: string): string => wholeScrubber([SECRET, 'short-7'])(text);

test.each([
	['plain', SECRET],
	['in capitals', 'LIBR/ARY+S C=&"<\\>\'É'],
	['in small letters', 'libr/ary+s c=&"<\\>\'é'],
	['in JSON', 'Libr/ary+S c=&\\"<\\\\>\'é'],
	['in JSON with escaped slashes', 'Libr\\/ary+S c=&\\"<\\\\>\'é'],
	['in JSON of ASCII', 'Libr/ary+S c=&\\"<\\\\>\'\\u00e9'],
	['in JSON of ASCII with capital digits', 'Libr/ary+S c=&\\"<\\\\>\'\\u00E9'],
	['in HTML', 'Libr/ary+S c=&amp;&quot;&lt;\\&gt;&#39;é'],
	['percent-encoded', "Libr%2Fary%2BS%20c%3D%26%22%3C%5C%3E'%C3%A9"],
	['percent-encoded in small letters', "Libr%2fary%2bS%20c%3d%26%22%3c%5c%3e'%c3%a9"],
	['in a form', 'Libr%2Fary%2BS+c%3D%26%22%3C%5C%3E%27%C3%A9'],
	['in an address', "Libr/ary+S%20c=&%22%3C%5C%3E'%C3%A9"],
	['percent-encoded twice', "Libr%252Fary%252BS%2520c%253D%2526%2522%253C%255C%253E'%25C3%25A9"],
	['in Base64', 'TGlici9hcnkrUyBjPSYiPFw+J8Op'],
	['in Base64 for addresses', 'TGlici9hcnkrUyBjPSYiPFw-J8Op'],
])('%s', (_, written) => {
	expect(scrub(`${LONG}<${written}> and ${written}`)).toBe(`${LONG}<***> and ***`);
});

test('of two secrets that begin alike the longer one', () => {
	const both = wholeScrubber(['demo-library-secret', 'demo-library-secret-2']);
	expect(both(`${LONG}demo-library-secret-2, demo-library-secret.`)).toBe(`${LONG}***, ***.`);
});

test('Base64 without its padding, and half a character as services replace it', () => {
	expect(wholeScrubber(['library-secret-1'])(`${LONG}bGlicmFyeS1zZWNyZXQtMQ==`)).toBe(`${LONG}***==`);
	expect(wholeScrubber(['abc\uD83Ddefgh'])(`${LONG}abc%EF%BF%BDdefgh`)).toBe(`${LONG}***`);
});

test('secrets of less than eight characters, and parts of longer ones, stay', () => {
	const text = `${LONG}short-7, Libr/ary+S c=&"<\\>, demo`;
	expect(scrub(text)).toBe(text);
	expect(wholeScrubber(['a', '', 'short-7'])(text)).toBe(text);
});
