import { wholeScrubber } from '../../../src/protocol/wire/scrub';

const SECRET = 'Libr/ary+Sec=ret&"\\é😀';
const scrub = wholeScrubber([SECRET, 'demo-library-secret', 'short']);

// What each form is was computed by hand, or by another program.
const WRITTEN = [
	['plain', SECRET],
	['in upper case', 'LIBR/ARY+SEC=RET&"\\É😀'],
	['percent-encoded', 'Libr%2Fary%2BSec%3Dret%26%22%5C%C3%A9%F0%9F%98%80'],
	['percent-encoded in lower case', 'Libr%2fary%2bSec%3dret%26%22%5c%c3%a9%f0%9f%98%80'],
	['in JSON', 'Libr/ary+Sec=ret&\\"\\\\é😀'],
	['in JSON with escaped slashes', 'Libr\\/ary+Sec=ret&\\"\\\\é😀'],
	['in JSON of ASCII', 'Libr/ary+Sec=ret&\\"\\\\\\u00e9\\ud83d\\ude00'],
	['in HTML', 'Libr/ary+Sec=ret&amp;&quot;\\é😀'],
	['in numbers of HTML', '&#76;ibr&#47;ary&#43;Sec&#61;ret&#38;&#34;&#92;&#233;&#128512;'],
	['in a percent code of HTML', '%26%2376%3Bibr/ary+Sec=ret%26amp;%22%5Cé😀'],
	['in Base64', 'TGlici9hcnkrU2VjPXJldCYiXMOp8J+YgA'],
] as const;

// 65,536 characters are searched at a time, 49,152 further each time.
test.each(WRITTEN)('a secret %s becomes stars wherever it is in a long text', (_how, written) => {
	for (const at of [0, 49_100, 49_152, 65_500, 65_536, 98_300, 200_000]) {
		const before = 'é '.repeat(at).slice(0, at);
		expect(scrub(`${before} ${written} after`)).toBe(`${before} *** after`);
	}
});

test('a secret in the middle of Base64 becomes stars', () => {
	const inside = Buffer.from(`mi${SECRET}end`).toString('base64');
	expect(scrub(`sig${inside}=`)).not.toContain(inside.slice(6, 20));
	expect(scrub(`a/${inside}`)).toContain('***');
});

test('pieces of secrets stay in names, and long texts stay whole', () => {
	for (const name of ['Texts/fileLibrary-again(2).txt', 'demo-library-secre', 'short', '', 'é😀'])
		expect(scrub(name)).toBe(name);
	const long = 'a file of demo-library text. '.repeat(10_000);
	expect(scrub(long)).toBe(long);
	expect(scrub(`${long}demo-library-secret`)).toBe(`${long}***`);
	expect(wholeScrubber([])(long)).toBe(long);
});
