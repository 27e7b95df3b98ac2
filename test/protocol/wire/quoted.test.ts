import { quoted, unsendable } from '../../../src/protocol/wire/libraryError';

test.each([
	['', '""'],
	['a b', '"a b"'],
	['a\nb\0', '"aU+000AbU+0000"'],
	['\u009f', '"U+009F"'],
	['x\ud83d', '"xU+D83D"'],
	['😀', '"😀"'],
	['y'.repeat(60), `"${'y'.repeat(60)}"`],
	['y'.repeat(61), `"${'y'.repeat(60)}…"`],
	['😀'.repeat(60), `"${'😀'.repeat(60)}"`],
	['😀'.repeat(61), `"${'😀'.repeat(60)}…"`],
	['😀'.repeat(1000), `"${'😀'.repeat(60)}…"`],
])('%j is shown as %s', (text, shown) => expect(quoted(text)).toBe(shown));

test.each<[string, boolean, string | undefined]>([
	['plain 合同 😀', false, undefined],
	['a\tb', false, 'U+0009'],
	['a\tb\r\nc', true, undefined],
	['a\n\0', true, 'U+0000'],
	['a\u0007b\u0001', true, 'U+0007'],
	['half \udc00', true, 'U+DC00'],
	['misread \u0080\u009f', false, undefined],
	['\u007f', false, 'U+007F'],
])('what cannot be sent in %j, of several lines %s: %s', (text, multiline, expected) =>
	expect(unsendable(text, multiline)).toBe(expected),
);
