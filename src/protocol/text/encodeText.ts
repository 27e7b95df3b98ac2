import { inputError } from '../wire/libraryError';
import { quoted } from '../wire/quoted';
import { MARKS } from './encodings';
import { byteInWindows1252 } from './windows1252';

/** How a text file can be written. */
export const WRITABLE = {
	'utf-8': { label: 'UTF-8', help: 'Understood everywhere' },
	'utf-8-bom': { label: 'UTF-8 With Byte Order Mark', help: 'For CSV files that Microsoft Excel opens' },
	'utf-16le': { label: 'UTF-16 LE With Byte Order Mark' },
	'windows-1252': { label: 'Western (Windows-1252)', help: 'For old programs; most characters are not in it' },
} as const;
export type WritableEncoding = keyof typeof WRITABLE;

const marked = (encoding: 'utf-8' | 'utf-16le', content: Buffer): Buffer =>
	Buffer.concat([Buffer.from(MARKS[encoding] ?? []), content]);

function inWindows1252(label: string, text: string): Buffer {
	return Buffer.from(
		[...text].map((character) => {
			const byte = byteInWindows1252(character);
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
			return marked('utf-8', Buffer.from(text));
		case 'utf-16le':
			return marked('utf-16le', Buffer.from(text, 'utf16le'));
		case 'windows-1252':
			return inWindows1252(label, text);
	}
}
