import {
	base64SearchOf,
	bytesOf,
	decodedOnce,
	latinBytesOf,
	plainReading,
	type Reading,
} from '../../../src/protocol/wire/encodings';

/* Encodings undone on bytes. What each text means was written down by hand, bytes as characters up to 255. */

const undone = (text: string): string | undefined => decodedOnce(plainReading(text))?.bytes;

/** Where each byte of a reading was in the original text. */
const placesIn = ({ bytes, placeOf }: Reading): unknown[] => Array.from(bytes, (_, at) => placeOf([at, at + 1]));

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
])('%s', (text, bytes) => expect(undone(text)).toBe(bytes));

test.each(['plain é', '&nobody;', '&#1114112;', '&#x110000;', '100 %', '\\', '%4'])('%s is no escape', (text) =>
	expect(undone(text)).toBeUndefined(),
);

test('each byte knows the place of what it was written with', () => {
	const reading = decodedOnce(plainReading('aé%41&eacute;z'));
	expect(reading?.bytes).toBe(`a${bytesOf('é')}A${bytesOf('é')}z`);
	expect(reading && placesIn(reading)).toEqual([
		...[
			[0, 1],
			[1, 2],
			[1, 2],
			[2, 5],
		],
		...[
			[5, 13],
			[5, 13],
			[13, 14],
		],
	]);
	const twice = decodedOnce(plainReading('%2541%2542.'));
	const both = twice && decodedOnce(twice);
	expect([both?.bytes, both && placesIn(both)]).toEqual([
		'AB.',
		[
			[0, 5],
			[5, 10],
			[10, 11],
		],
	]);
});

const contentsOf = (text: string): Reading[] => base64SearchOf(6, '[^]')(plainReading(text));

// Three bytes are in four characters: the first is in the first two, the second in the two in the middle, the last in
// the last two.
test('each byte of Base64 knows the place of the characters that it is in', () => {
	const [whole, second, third, fourth] = contentsOf('..TWFuTWFuTWFu..');
	expect(whole?.bytes).toBe('ManManMan');
	expect(whole && placesIn(whole).slice(0, 4)).toEqual([
		[2, 4],
		[3, 5],
		[4, 6],
		[6, 8],
	]);
	expect(second && placesIn(second).slice(0, 4)).toEqual([
		[3, 5],
		[4, 6],
		[5, 7],
		[7, 9],
	]);
	expect(third?.placeOf([0, 2])).toEqual([4, 7]);
	expect(fourth?.placeOf([0, 2])).toEqual([5, 8]);
});

test('Base64 may be in lines, and end with less than four characters', () => {
	const [whole] = contentsOf('TWFu\r\n\tTWFuTWE=');
	expect(whole?.bytes).toBe('ManManMa');
	expect(whole?.placeOf([2, 4])).toEqual([2, 9]);
	expect(whole?.placeOf([7, 8])).toEqual([12, 14]);
	expect(contentsOf('TWFu TWFuTW= six')).toEqual([]);
});
