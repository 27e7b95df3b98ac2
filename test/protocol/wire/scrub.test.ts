import { scrubber, wholeScrubber } from '../../../src/protocol/wire/scrub';

/* Which parts of which secrets become stars, and what stays. Encodings: scrubEncodings.test.ts. */

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
	['in a short Base64 with the digits of a hash only', ['h0Ah1Bh74'], 'see aDBBaDFCaDc0.', 'see ***.'],
	['with control characters', ['ab\x01cd\x02ef\x03'], `see ${base64('ab\x01cd\x02ef\x03')}.`, 'see ***.'],
	['in an address', ['a/b+c=d&e"f'], 'sign=a%2Fb%2Bc%3Dd%26e%22f&name=x', 'sign=***&name=x'],
	[
		'nothing of others',
		['a/b+c=d&e"f'],
		'100 %, &amp;, \\u0041, QmFzZTY0IHRleHQ=',
		'100 %, &amp;, \\u0041, QmFzZTY0IHRleHQ=',
	],
	['nothing of a hash', ['x'.repeat(15)], SHA1, SHA1],
])('%s', (_, secrets, text, scrubbed) => expect(scrubber(secrets)(text)).toBe(scrubbed));

test('the text of an error ends after 20,000 characters', () => {
	const scrub = scrubber(['abcdefgh']);
	expect(scrub(`${'. '.repeat(9996)}abcdefgh and more`)).toBe(`${'. '.repeat(9996)}***`);
	expect(scrub('é'.repeat(20_001))).toBe('é'.repeat(20_000));
});

test('what one secret reads like with its own escapes undone may be another secret', () => {
	const escaped = '%41%42%43%44%45%46%47%48';
	for (const secrets of [
		[escaped, 'ABCDEFGH'],
		['ABCDEFGH', escaped],
	])
		expect(scrubber(secrets)(`see ABCDEFGH, ${escaped}`)).toBe('see ***, ***');
	// Alone it stands for more characters than these.
	expect(wholeScrubber([escaped])('see ABCDEFGH')).toBe('see ABCDEFGH');
});
