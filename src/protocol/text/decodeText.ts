import { MARKS, type Encoding } from './encodings';
import { fromWindows1252 } from './windows1252';

/** The text of a file, or why its bytes are none. */
export type DecodedText =
	| { readonly text: string; readonly encoding: Encoding }
	/** They are no text in any encoding, no text in the one that was chosen, or in one that nothing tells. */
	| { readonly problem: 'binary' | 'invalid' | 'unknown' };

/** Control characters that no text has; tabs, line and page breaks, and the escapes of terminals are left out. */
// eslint's no-control-regex wants them escaped as code points.
const NO_TEXT = new RegExp('[\\u0000-\\u0007\\u000e-\\u001a\\u001c-\\u001f]');

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
	mark.every((byte, at) => bytes[at] === byte);

/** The encoding that a byte order mark names. */
const markedAs = (bytes: Uint8Array): Encoding | undefined =>
	(Object.keys(MARKS) as Encoding[]).find((encoding) => startsWith(bytes, MARKS[encoding] ?? [NaN]));

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
	const encoding = markedAs(bytes) ?? chosen ?? 'utf-8';
	const text = textIn(encoding, bytes, isCut);
	if (text !== undefined) return NO_TEXT.test(text) ? { problem: 'binary' } : { text, encoding };
	if (chosen !== undefined || encoding !== 'utf-8') return { problem: 'invalid' };
	// Read as single bytes, the control characters of binary files show.
	return { problem: NO_TEXT.test(Buffer.from(bytes).toString('latin1')) ? 'binary' : 'unknown' };
}
