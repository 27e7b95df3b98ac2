import fc from 'fast-check';
import { scrubber } from '../../../src/protocol/wire/scrub';

const SECRET = 'a/b+c=d&e"f\\g<h é 秘密の鍵 0123456789';
// Made anew by each test, so that each has judged how it is made.
const scrub = (text: string): string => scrubber([SECRET])(text);

const hex = (value: number, width: number): string => value.toString(16).padStart(width, '0');
const eachChar = (text: string, change: (char: string) => string): string => [...text].map(change).join('');
const eachUnit = (text: string, change: (unit: number) => string): string =>
	text
		.split('')
		.map((unit) => change(unit.charCodeAt(0)))
		.join('');
const percent = (text: string): string => [...Buffer.from(text)].map((byte) => `%${hex(byte, 2)}`).join('');

/** What servers and proxies do to a text that they repeat; nothing of it is taken from the code under test. */
const clothes: Record<string, (text: string) => string> = {
	plain: (text) => text,
	'in capital letters': (text) => text.toUpperCase().replace('É', 'é'),
	'percent codes': encodeURIComponent,
	'percent codes of every byte in lower case': percent,
	'percent codes of every byte in capitals': (text) => percent(text).toUpperCase(),
	'doubled percent codes': (text) => encodeURIComponent(encodeURIComponent(text)),
	'percent codes three times': (text) => encodeURIComponent(encodeURIComponent(encodeURIComponent(text))),
	'a form': (text) => String(new URLSearchParams({ '': text })).slice(1),
	JSON: (text) => JSON.stringify(text).slice(1, -1),
	'JSON with escaped slashes': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
	'JSON in ASCII': (text) => eachUnit(text, (unit) => `\\u${hex(unit, 4)}`),
	'JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
	'JSON of percent codes': (text) => JSON.stringify(encodeURIComponent(text)).replaceAll('%', '\\u0025'),
	'escape() of JavaScript': (text) =>
		eachUnit(text, (unit) => (unit < 256 ? `%${hex(unit, 2)}` : `%u${hex(unit, 4)}`)),
	'hexadecimal escapes': (text) =>
		eachChar(text, (char) => (char < '\x80' ? `\\x${hex(char.charCodeAt(0), 2)}` : char)),
	'HTML numbers': (text) => eachChar(text, (char) => `&#${char.codePointAt(0)};`),
	'HTML hexadecimal numbers': (text) => eachChar(text, (char) => `&#x${hex(char.codePointAt(0) ?? 0, 1)};`),
	'HTML names': (text) =>
		text
			.replaceAll('&', '&amp;')
			.replaceAll('<', '&lt;')
			.replaceAll('"', '&quot;')
			.replaceAll('/', '&sol;')
			.replaceAll('é', '&eacute;'),
	Base64: (text) => Buffer.from(text).toString('base64'),
	'Base64 for addresses': (text) => Buffer.from(text).toString('base64url'),
	'Base64 behind other content': (text) => Buffer.from(`user:${text}`).toString('base64'),
	'Base64 as percent codes': (text) => encodeURIComponent(Buffer.from(`x${text}`).toString('base64')),
};

describe('a secret that a service repeats', () => {
	test.each(Object.keys(clothes))('is removed as %s', (name) => {
		const text = scrub(`before ${clothes[name]?.(SECRET)} after`);
		expect(text).toMatch(/^before \S*\*\*\*[\s\S]* after$/);
		for (const piece of ['0123456789', 'MDEyMzQ1', '%30%31', '&#48;', '\\u0030', '\\x30'])
			expect(text).not.toContain(piece);
	});

	test.each(Object.keys(clothes))('is removed as %s, cut in pieces', (name) => {
		const pieces = [SECRET.slice(0, 12), SECRET.slice(12, 24), SECRET.slice(24)];
		const text = scrub(pieces.map((piece) => clothes[name]?.(piece)).join(' | '));
		expect(text.match(/\*\*\*/g)?.length).toBeGreaterThanOrEqual(3);
		// What was before each piece is no secret.
		expect(text.replace(/[*|\s]/g, '').length).toBeLessThan(24);
	});

	test('leaves what is around it', () => {
		expect(scrub(`sign=${encodeURIComponent(SECRET)}&name=x`)).toBe('sign=***&name=x');
		expect(scrub('Nothing secret: a/b+c, 100 %, &amp;, \\u0041, QmFzZTY0IHRleHQ=')).toBe(
			'Nothing secret: a/b+c, 100 %, &amp;, \\u0041, QmFzZTY0IHRleHQ=',
		);
	});

	test('is removed wherever it begins and however it is wrapped', () => {
		const secrets = fc
			.string({ unit: 'grapheme', minLength: 12, maxLength: 40 })
			.filter((text) => [...text].length > 11);
		const wraps = fc.array(fc.constantFrom(...Object.keys(clothes)), { minLength: 1, maxLength: 1 });
		fc.assert(
			fc.property(secrets, wraps, fc.string({ maxLength: 5 }), (secret, [name = 'plain'], before) => {
				const worn = clothes[name]?.(secret) ?? '';
				return !scrubber([secret])(`${before}${worn}.`).includes(worn);
			}),
			{ numRuns: 500 },
		);
	});
});
