import { inputError } from '../wire/libraryError';
import { quoted } from '../wire/quoted';
import { decodeText, encodeText, markedAs, type WritableEncoding } from './encodings';

/** How a file without a mark is continued: as it was created with the same choice. */
const UNMARKED: Readonly<Record<WritableEncoding, 'utf-8' | 'windows-1252'>> = {
	'utf-8': 'utf-8',
	'utf-8-bom': 'utf-8',
	'utf-16le': 'utf-8',
	'windows-1252': 'windows-1252',
};

/**
 * The content of a text file with a text after it, on a line of its own: a line break precedes the text where the last
 * line has none, as the file writes them. The text is encoded as the file's byte order mark says, otherwise as chosen
 * for new files, in UTF-8 where a mark would have had to be there. Throws inputError for a file that is no text in that
 * encoding, and for characters that it does not have.
 */
export function appendedText(name: string, content: Buffer, text: string, chosen: WritableEncoding): Buffer {
	const encoding = markedAs(content) ?? UNMARKED[chosen];
	const found = decodeText(content, encoding);
	if ('problem' in found)
		throw inputError(
			'File Name',
			`${quoted(name)} is no text file in ${encoding.toUpperCase()}, so no text can be appended`,
			'Choose another file, or Overwrite in If the File Exists.',
		);
	const lineBreak = isOpen(found.text) ? (found.text.includes('\r\n') ? '\r\n' : '\n') : '';
	return Buffer.concat([content, encoded(lineBreak + text, encoding)]);
}

/** Whether the last line of a text has no line break. */
const isOpen = (text: string): boolean => text !== '' && !/[\n\r]$/.test(text);

/** What `appendedText` made one content of another with; undefined where the other one was not appended to. */
export function addedText(before: Buffer, after: Buffer, chosen: WritableEncoding): string | undefined {
	if (!after.subarray(0, before.length).equals(before)) return undefined;
	const encoding = markedAs(after) ?? UNMARKED[chosen];
	const [first, both] = [decodeText(before, encoding), decodeText(after, encoding)];
	if ('problem' in first || 'problem' in both) return undefined;
	const added = both.text.slice(first.text.length);
	return isOpen(first.text) ? added.replace(/^\r?\n/, '') : added;
}

/** The bytes of a text, without a mark. */
function encoded(text: string, encoding: ReturnType<typeof markedAs>): Buffer {
	if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
	if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
	return encodeText('Text', text, encoding === 'windows-1252' ? encoding : 'utf-8');
}
