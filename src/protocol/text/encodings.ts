import { inputError, quoted } from '../wire/libraryError';

/* How the text of a file is written as bytes. */

/** The encodings by the names that Node.js has for them (WHATWG Encoding), with their labels. */
export const ENCODINGS = {
	'utf-8': 'UTF-8',
	'utf-16le': 'UTF-16 LE',
	'utf-16be': 'UTF-16 BE',
	'windows-1252': 'Western (Windows-1252)',
	'iso-8859-2': 'Central European (ISO-8859-2)',
	'windows-1251': 'Cyrillic (Windows-1251)',
	gb18030: 'Simplified Chinese (GB18030)',
	big5: 'Traditional Chinese (Big5)',
	shift_jis: 'Japanese (Shift JIS)',
	'euc-kr': 'Korean (EUC-KR)',
} as const;
export type Encoding = keyof typeof ENCODINGS;

/** Byte order marks. */
const MARKS: Readonly<Partial<Record<Encoding, readonly number[]>>> = {
	'utf-8': [0xef, 0xbb, 0xbf],
	'utf-16le': [0xff, 0xfe],
	'utf-16be': [0xfe, 0xff],
};

/*
 * Windows-1252 by its table (WHATWG Encoding): the TextDecoder of Node.js before 24 reads it as ISO 8859-1, where the
 * euro sign, dashes and typographic quotes are control characters.
 */

/** What Windows-1252 has for the bytes 0x80 to 0x9f; an unused byte is the control character of its number. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const CHARACTERS: readonly string[] = Array.from(
	{ length: 256 },
	(_, byte) => HIGH[byte - 0x80] ?? String.fromCharCode(byte),
);

const BYTES: ReadonlyMap<string, number> = new Map(CHARACTERS.map((character, byte) => [character, byte]));

/** The text of bytes in Windows-1252, which has a character for every byte. */
const fromWindows1252 = (bytes: Uint8Array): string =>
	Buffer.from(bytes)
		.toString('latin1')
		.replace(/[\u0080-\u009f]/g, (control) => CHARACTERS[control.charCodeAt(0)] ?? control);

/** The text of a file, or why its bytes are none. */
export type DecodedText = { readonly text: string; readonly encoding: Encoding } | { readonly problem: TextProblem };
/**
 * Why bytes are no text: in any encoding; in the one that was chosen, or that their mark says; because nothing tells
 * the encoding, although it looks like UTF-16 (`unmarked`); or because the file is a PDF, even if all of it is ASCII.
 */
export type TextProblem = 'binary' | 'invalid' | 'mark' | 'unknown' | 'unmarked' | 'pdf';

/** Control characters that no text has; tabs, line and page breaks, and the escapes of terminals are left out. */
// eslint's no-control-regex wants them escaped as code points.
const NO_TEXT = new RegExp('[\\u0000-\\u0007\\u000e-\\u001a\\u001c-\\u001f]');

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
	mark.every((byte, at) => bytes[at] === byte);

/** The encoding that a byte order mark names. */
export const markedAs = (bytes: Uint8Array): Encoding | undefined =>
	(Object.keys(MARKS) as Encoding[]).find((encoding) => startsWith(bytes, MARKS[encoding] ?? [NaN]));

/** The first bytes of a PDF (ISO 32000). */
const PDF = [...Buffer.from('%PDF-')];

/** Whether bytes look like UTF-16 of a language with mostly Latin letters: every other byte is 0, and no other. */
function looksLikeUtf16(bytes: Uint8Array): boolean {
	const zeros = [0, 0];
	const pairs = Math.min(bytes.length, 4096) >> 1;
	for (let at = 0; at < pairs * 2; at++) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
	const [even = 0, odd = 0] = zeros;
	return bytes.length % 2 === 0 && pairs > 1 && Math.min(even, odd) === 0 && Math.max(even, odd) > pairs / 2;
}

/** The text in an encoding, without its byte order mark; undefined for bytes that it has no characters for. */
function textIn(encoding: Encoding, bytes: Uint8Array, isCut: boolean): string | undefined {
	if (encoding === 'windows-1252') return fromWindows1252(bytes);
	try {
		// With `stream` the first bytes of a character that was cut are left out.
		return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isCut });
	} catch {
		return undefined;
	}
}

/**
 * The text of a file: by its byte order mark, otherwise in the encoding that was chosen, otherwise in UTF-8 if it is
 * valid. Anything else is not guessed, because a wrong guess gives wrong text without an error. `isCut`: these are only
 * the first bytes of the file.
 */
export function decodeText(bytes: Uint8Array, chosen?: Encoding, isCut = false): DecodedText {
	if (startsWith(bytes, PDF)) return { problem: 'pdf' };
	const mark = markedAs(bytes);
	const encoding = mark ?? chosen ?? 'utf-8';
	const text = textIn(encoding, bytes, isCut);
	if (text !== undefined && !NO_TEXT.test(text)) return { text, encoding };
	return { problem: text === undefined && mark ? 'mark' : problemOf(bytes, text, chosen) };
}

function problemOf(bytes: Uint8Array, text: string | undefined, chosen: Encoding | undefined): TextProblem {
	if (chosen === undefined && looksLikeUtf16(bytes)) return 'unmarked';
	if (text !== undefined) return 'binary';
	if (chosen !== undefined) return 'invalid';
	// Read as single bytes, the control characters of binary files show.
	return NO_TEXT.test(Buffer.from(bytes).toString('latin1')) ? 'binary' : 'unknown';
}

/** How a text file can be written. */
export const WRITABLE = {
	'utf-8': { label: 'UTF-8', help: 'Understood everywhere' },
	'utf-8-bom': { label: 'UTF-8 With Byte Order Mark', help: 'For CSV files that Microsoft Excel opens' },
	'utf-16le': { label: 'UTF-16 LE With Byte Order Mark' },
	'windows-1252': { label: 'Western (Windows-1252)', help: 'For old programs; most characters are not in it' },
} as const;
export type WritableEncoding = keyof typeof WRITABLE;

/** The bytes of a text after the mark of its encoding, also where the text begins with the mark already. */
const marked = (encoding: 'utf-8' | 'utf-16le', text: string): Buffer =>
	Buffer.concat([Buffer.from(MARKS[encoding] ?? []), Buffer.from(text.replace(/^\ufeff/, ''), encoding)]);

function inWindows1252(label: string, text: string): Buffer {
	return Buffer.from(
		[...text].map((character) => {
			const byte = BYTES.get(character);
			if (byte !== undefined) return byte;
			throw inputError(
				label,
				`contains ${quoted(character)}, which Windows-1252 does not have`,
				'Choose UTF-8 as the Encoding, or replace the character.',
			);
		}),
	);
}

/** The bytes of a text. Throws inputError, with the field's label, for a character that the encoding does not have. */
export function encodeText(label: string, text: string, encoding: WritableEncoding): Buffer {
	switch (encoding) {
		case 'utf-8':
			return Buffer.from(text);
		case 'utf-8-bom':
			return marked('utf-8', text);
		case 'utf-16le':
			return marked('utf-16le', text);
		case 'windows-1252':
			return inWindows1252(label, text);
	}
}
