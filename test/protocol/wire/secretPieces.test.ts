import { scrubber } from '../../../src/protocol/wire/scrub';

/* Which parts of which secrets are cut out of a text. */

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
])('%s', (_, secrets, text, scrubbed) => expect(scrubber(secrets)(text)).toBe(scrubbed));

test('what one secret reads like with its own escapes undone may be another secret', () => {
	const escaped = '%41%42%43%44%45%46%47%48';
	for (const secrets of [
		[escaped, 'ABCDEFGH'],
		['ABCDEFGH', escaped],
	])
		expect(scrubber(secrets)(`see ABCDEFGH, ${escaped}`)).toBe('see ***, ***');
	// Alone it stands for more characters than these.
	expect(scrubber([escaped], true)('see ABCDEFGH')).toBe('see ABCDEFGH');
});
