import { valueError, quoted } from '../wire/libraryError';
import { decodeText, encodeText, type Encoding, markedAs, type WritableEncoding } from './encodings';

/** How a file without a mark is continued: as it was created with the same choice. */
const UNMARKED: Readonly<Record<WritableEncoding, 'utf-8' | 'windows-1252'>> = {
	'utf-8': 'utf-8',
	'utf-8-bom': 'utf-8',
	'utf-16le': 'utf-8',
	'windows-1252': 'windows-1252',
};

/**
 * The text of a file that is appended to: in the encoding that its byte order mark says, otherwise as chosen for new
 * files, in UTF-8 where a mark would have had to be there. Throws inputError for a file that is no text in it.
 */
export function textToContinue(name: string, content: Buffer, chosen: WritableEncoding): string {
	const encoding = encodingOf(content, chosen);
	const found = decodeText(content, encoding);
	if ('text' in found) return found.text;
	throw valueError(
		'File Name',
		`${quoted(name)} is no text file in ${encoding.toUpperCase()}, so no text can be appended`,
		'Choose another file, or Overwrite in If the File Exists.',
	);
}

const encodingOf = (content: Buffer, chosen: WritableEncoding): Encoding => markedAs(content) ?? UNMARKED[chosen];

/**
 * The content of a text file with texts after it, each on a line of its own: a line break precedes one where the line
 * before has none, as the file writes them. Throws what `textToContinue` throws, and inputError for characters that the
 * encoding does not have.
 */
export function appendedText(
	name: string,
	content: Buffer,
	texts: readonly string[],
	chosen: WritableEncoding,
): Buffer {
	const before = textToContinue(name, content, chosen);
	const lineBreak = before.includes('\r\n') ? '\r\n' : '\n';
	let added = '';
	for (const text of texts) added += (isOpen(added || before) ? lineBreak : '') + text;
	return Buffer.concat([content, encoded(added, encodingOf(content, chosen))]);
}

/** Whether the last line of a text has no line break. */
const isOpen = (text: string): boolean => text !== '' && !/[\n\r]$/.test(text);

/** The bytes of a text, without a mark. */
function encoded(text: string, encoding: Encoding): Buffer {
	if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
	if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
	return encodeText('Text', text, encoding === 'windows-1252' ? encoding : 'utf-8');
}
