import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { lacking, linesOf, raised, united } from '../../../src/protocol/text/appendedText';
import {
	decodeText,
	encodeText,
	type Encoding,
	ENCODINGS,
	WRITABLE,
	type WritableEncoding,
} from '../../../src/protocol/text/encodings';
import { anyText } from '../../support/arbitraries';
import { outcomeOf } from '../../support/check';
import { property } from '../../support/property';

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
	['Windows-1252, the rest', bytes(0x81, 0xa0), 'windows-1252', { text: '\u0081\u00a0', encoding: 'windows-1252' }],
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
	['a PNG as chosen', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), 'windows-1252', { problem: 'binary' }],
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

test.each([
	['', []],
	['a', ['a']],
	['a\n', ['a']],
	['a\r\nb\rc\n\n', ['a', 'b', 'c', '']],
])('lines of %j', (text, lines) => expect(linesOf(text)).toEqual(lines));

test.each([
	['what is not there, in its order', ['c', 'a', 'b'], ['a'], ['c', 'b']],
	['of equal lines the last', ['x', 'a', 'x'], ['x'], ['a', 'x']],
	['nothing', ['a'], ['a', 'a', 'b'], []],
])('lacking: %s', (_, lines, there, expected) => expect(lacking(lines, there)).toEqual(expected));

test('united: each as often as in the one that has it more often', () =>
	expect(united(['a', 'x'], ['x', 'x', 'b'])).toEqual(['a', 'x', 'x', 'b']));

test('raised: what came, as often as it is there then', () =>
	expect(raised(['x', 'a', 'gone'], ['x', 'x', 'a', 'b'])).toEqual(['x', 'x', 'b']));

const readAs: Readonly<Record<WritableEncoding, Encoding>> = {
	'utf-8': 'utf-8',
	'utf-8-bom': 'utf-8',
	'utf-16le': 'utf-16le',
	'windows-1252': 'windows-1252',
};
const REASONS = ['binary', 'invalid', 'mark', 'unknown', 'unmarked', 'pdf'];

/** Control characters that no text of a file has. */
const CONTROLS = /[\u0000-\u0007\u000e-\u001a\u001c-\u001f]/;

property({
	promise: 'a text that was written is read again as it was, and what an encoding does not have is refused',
	count: 1050,
	cases: fc.record({
		text: fc.oneof(
			anyText(60),
			fc.string({ unit: fc.constantFrom(...'aé€‚Œ\u0081\u009d\ufeffß\n'), maxLength: 30 }),
		),
		encoding: fc.constantFrom(...(Object.keys(WRITABLE) as WritableEncoding[])),
	}),
	keeps: ({ text, encoding }) => {
		const written = outcomeOf(() => encodeText('Text', text, encoding));
		if (written.error) {
			equal(encoding, 'windows-1252');
			return deepEqual([written.error.kind, written.error.field], ['input', 'Text']);
		}
		const read = decodeText(written.value, readAs[encoding]);
		if (CONTROLS.test(text)) return ok('problem' in read);
		// UTF-8 says halves of characters as U+FFFD; a mark at the beginning of a text is taken for that of the file.
		const said = encoding === 'utf-16le' ? text : text.toWellFormed();
		const expected = encoding === 'utf-8' || encoding === 'windows-1252' ? said : said.replace(/^\ufeff/, '');
		if (encoding === 'utf-16le' && !text.isWellFormed()) return ok('problem' in read);
		if (encoding === 'utf-8' && text.startsWith('\ufeff')) return;
		// These are the first characters of a byte order mark as single bytes.
		if (encoding === 'windows-1252' && /^(ï»¿|ÿþ|þÿ)/.test(text)) return;
		deepEqual(read, { text: expected, encoding: readAs[encoding] });
	},
});

property({
	promise: 'any bytes are a text or a reason why they are none, also when they are cut off',
	count: 900,
	cases: fc.record({
		bytes: fc.uint8Array({ maxLength: 60 }),
		mark: fc.constantFrom([], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]),
		chosen: fc.option(fc.constantFrom(...(Object.keys(ENCODINGS) as Encoding[])), { nil: undefined }),
		cut: fc.nat(60),
	}),
	keeps: ({ bytes, mark, chosen, cut }) => {
		const all = Uint8Array.from([...mark, ...bytes]);
		const whole = decodeText(all, chosen);
		ok('text' in whole ? !CONTROLS.test(whole.text) : REASONS.includes(whole.problem));
		const part = decodeText(all.subarray(0, mark.length + cut), chosen, true);
		// The beginning of a text is the beginning of what it says.
		if ('text' in whole && 'text' in part) ok(whole.text.startsWith(part.text), `${part.text} of ${whole.text}`);
		if ('text' in whole) ok('text' in part, 'a beginning of a text is a text');
	},
});
