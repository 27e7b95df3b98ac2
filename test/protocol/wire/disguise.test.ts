import {
	base64Contents,
	latinBytesOf,
	plainView,
	undressed,
	undressedBytes,
} from '../../../src/protocol/wire/disguise';

/* Clothes undone on bytes. What each text means was written down by hand, bytes as characters up to 255. */

test('characters up to 255 are one byte in old pages, others are UTF-8', () => {
	expect(latinBytesOf('aé\xff')).toBe('a\xe9\xff');
	expect(latinBytesOf('Ā秘😀')).toBe('\xc4\x80\xe7\xa7\x98\xf0\x9f\x98\x80');
	expect(latinBytesOf('')).toBe('');
});

test.each([
	['%41%c3%A9', 'A\xc3\xa9'],
	['\\u00e9\\ud83d\\ude00', '\xc3\xa9\xf0\x9f\x98\x80'],
	['\\u{1f600}\\x41', '\xf0\x9f\x98\x80A'],
	['\\/\\\\\\"\\\'', '/\\"\''],
	['a\\nb\\rc', 'a\nb\rc'],
	['%u00e9%ud83d%ude00', '\xc3\xa9\xf0\x9f\x98\x80'],
	['&#233;&#xe9;&#65&#x41', '\xc3\xa9\xc3\xa9AA'],
	['&amp;&AMP;&Amp;&lt&eacute;&Eacute;', '&&&<\xc3\xa9\xc3\x89'],
	['&sol;&bsol;&apos;&num;&iexcl;&yuml;', "/\\'#\xc2\xa1\xc3\xbf"],
	['&#1114111;', '\xf4\x8f\xbf\xbf'],
	['%2541', '%41'],
])('%s', (text, bytes) => {
	expect(undressedBytes(text)).toBe(bytes);
	expect(undressed(plainView(text))?.bytes).toBe(bytes);
});

test.each(['plain é', '&nobody;', '&#1114112;', '&#x110000;', '100 %', '\\', '%4'])('%s is no escape', (text) => {
	expect(undressedBytes(text)).toBeUndefined();
	expect(undressed(plainView(text))).toBeUndefined();
});

test('each byte knows the place of what it was written with', () => {
	const view = undressed(plainView('aé%41&eacute;z'));
	expect(view).toEqual({
		bytes: 'a\xc3\xa9A\xc3\xa9z',
		starts: [0, 1, 1, 2, 5, 5, 13],
		ends: [1, 2, 2, 5, 13, 13, 14],
	});
});

// Three bytes are in four characters: the first is in the first two, the second in the two in the middle, the last in
// the last two.
test('each byte of Base64 knows the place of the characters that it is in', () => {
	const [whole, second, third, fourth] = base64Contents(plainView('..TWFuTWFu..'));
	expect(whole).toEqual({ bytes: 'ManMan', starts: [2, 3, 4, 6, 7, 8], ends: [4, 5, 6, 8, 9, 10] });
	expect(second).toMatchObject({ starts: [3, 4, 5, 7, 8], ends: [5, 6, 7, 9, 10] });
	expect(third).toMatchObject({ starts: [4, 5, 6, 8], ends: [6, 7, 8, 10] });
	expect(fourth).toMatchObject({ starts: [5, 6, 7], ends: [7, 8, 9] });
});

test('Base64 may be in lines, and end with less than four characters', () => {
	expect(base64Contents(plainView('TWFu\r\n\tTWE='))[0]).toEqual({
		bytes: 'ManMa',
		...{ starts: [0, 1, 2, 7, 8], ends: [2, 3, 4, 9, 10] },
	});
	expect(base64Contents(plainView('TWFu TWE= six'))).toEqual([]);
});
