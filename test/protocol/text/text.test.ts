import { decodeText, encodeText, type Encoding } from '../../../src/protocol/text/encodings';

/* Text files as bytes and back. Bytes are from the standards of the encodings, by hand. */

const bytes = (...values: number[]): Buffer => Buffer.from(values);

test.each<[name: string, content: Buffer, chosen: Encoding | undefined, expected: object]>([
	['nothing', bytes(), undefined, { text: '', encoding: 'utf-8' }],
	['ASCII', Buffer.from('a\tb\r\n'), undefined, { text: 'a\tb\r\n', encoding: 'utf-8' }],
	['UTF-8', bytes(0xe5, 0x90, 0x88, 0xc3, 0xa9), undefined, { text: '合é', encoding: 'utf-8' }],
	['a mark of UTF-8', bytes(0xef, 0xbb, 0xbf, 0x61), undefined, { text: 'a', encoding: 'utf-8' }],
	['a mark of UTF-16 LE', bytes(0xff, 0xfe, 0x61, 0, 0x08, 0x54), undefined, { text: 'a合', encoding: 'utf-16le' }],
	['a mark of UTF-16 BE', bytes(0xfe, 0xff, 0, 0x61), undefined, { text: 'a', encoding: 'utf-16be' }],
	['a mark against the choice', bytes(0xff, 0xfe, 0x61, 0), 'windows-1252', { text: 'a', encoding: 'utf-16le' }],
	['chosen UTF-16 LE', bytes(0x61, 0), 'utf-16le', { text: 'a', encoding: 'utf-16le' }],
	['Windows-1252', bytes(0x63, 0x61, 0x66, 0xe9, 0x80), 'windows-1252', { text: 'café€', encoding: 'windows-1252' }],
	[
		'Windows-1252, the rest of it',
		bytes(0x81, 0xa0),
		'windows-1252',
		{ text: '\u0081\u00a0', encoding: 'windows-1252' },
	],
	['half of a mark', bytes(0xef, 0xbb, 0x61), 'windows-1252', { text: 'ï»a', encoding: 'windows-1252' }],
	['GB18030', bytes(0xba, 0xcf), 'gb18030', { text: '合', encoding: 'gb18030' }],
	['Shift JIS', bytes(0x8d, 0x87), 'shift_jis', { text: '合', encoding: 'shift_jis' }],
	['Latin-1 that nobody chose', bytes(0x63, 0x61, 0x66, 0xe9), undefined, { problem: 'unknown' }],
	['chosen UTF-8 that is none', bytes(0x63, 0xe9), 'utf-8', { problem: 'invalid' }],
	['half of UTF-16', bytes(0xff, 0xfe, 0x61), undefined, { problem: 'mark' }],
	['half of UTF-16, whatever is chosen', bytes(0xfe, 0xff, 0x61), 'big5', { problem: 'mark' }],
	['UTF-16 LE without a mark', bytes(0x61, 0, 0x62, 0, 0x08, 0x54), undefined, { problem: 'unmarked' }],
	['UTF-16 BE without a mark', bytes(0, 0x61, 0, 0x62), undefined, { problem: 'unmarked' }],
	['a PDF of ASCII', Buffer.from('%PDF-1.4\n1 0 obj'), undefined, { problem: 'pdf' }],
	['a PDF as chosen', Buffer.from('%PDF-1.4'), 'windows-1252', { problem: 'pdf' }],
	['a zero', bytes(0x61, 0, 0x61), undefined, { problem: 'binary' }],
	['the head of a PNG', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), undefined, { problem: 'binary' }],
	[
		'the head of a PNG as chosen',
		bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
		'windows-1252',
		{ problem: 'binary' },
	],
])('%s', (_name, content, chosen, expected) => {
	expect(decodeText(content, chosen)).toEqual(expected);
});

test.each([1, 2])('the first %d bytes of a character of three are left out of what was cut', (rest) => {
	const cut = Buffer.from('a合').subarray(0, 1 + rest);
	expect(decodeText(cut, undefined, true)).toEqual({ text: 'a', encoding: 'utf-8' });
	expect(decodeText(cut)).toEqual({ problem: 'unknown' });
});

test('a character that the encoding does not have is named', () => {
	expect(() => encodeText('Text', 'a合', 'windows-1252')).toThrow(/^Text contains "合"/);
});
