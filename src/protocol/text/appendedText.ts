import { valueError, quoted } from '../wire/libraryError';
import { decodeText, encodeText, type Encoding, markedAs, type WritableEncoding } from './encodings';

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

/** Without a mark: as chosen for new files, in UTF-8 where a mark would have had to be there. */
const encodingOf = (content: Buffer, chosen: WritableEncoding): Encoding =>
	markedAs(content) ?? (chosen === 'windows-1252' ? chosen : 'utf-8');

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

/* The lines of a text as a collection in which a line may be several times. */

/** The lines of a text, without their line breaks. */
export function linesOf(text: string): string[] {
	const lines = text.split(/\r\n|\n|\r/);
	// The last line break ends a line and begins none.
	if (lines.at(-1) === '') lines.pop();
	return lines;
}

/** The lines that a text with the lines `there` lacks; of equal ones it lacks the last. */
export function lacking(lines: readonly string[], there: readonly string[]): string[] {
	const left = new Map<string, number>();
	for (const line of there) left.set(line, (left.get(line) ?? 0) + 1);
	return lines.filter((line) => {
		const count = left.get(line) ?? 0;
		left.set(line, count - 1);
		return count <= 0;
	});
}

/** The lines of both, each as often as in the one that has it more often. */
export const united = (lines: readonly string[], others: readonly string[]): string[] => [
	...lines,
	...lacking(others, lines),
];

/** Of the lines `after`, each that is in it more often than `before`, as often as it is in it. */
export function raised(before: readonly string[], after: readonly string[]): string[] {
	const added = new Set(lacking(after, before));
	return after.filter((line) => added.has(line));
}
