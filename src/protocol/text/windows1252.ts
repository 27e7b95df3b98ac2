/*
 * Windows-1252 by its table (WHATWG Encoding): the TextDecoder of Node.js before 24 reads it as ISO 8859-1, where the
 * euro sign, dashes and typographic quotes are control characters.
 */

/** What Windows-1252 has for the bytes 0x80 to 0x9f; an unused byte is the control character of its number. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The character of each byte. */
const CHARACTERS: readonly string[] = Array.from(
	{ length: 256 },
	(_, byte) => HIGH[byte - 0x80] ?? String.fromCharCode(byte),
);

const BYTES: ReadonlyMap<string, number> = new Map(CHARACTERS.map((character, byte) => [character, byte]));

/** The text of bytes in Windows-1252, which has a character for every byte. */
export const fromWindows1252 = (bytes: Uint8Array): string =>
	Buffer.from(bytes)
		.toString('latin1')
		.replace(/[\u0080-\u009f]/g, (control) => CHARACTERS[control.charCodeAt(0)] ?? control);

/** The byte of a character; undefined for one that Windows-1252 does not have. */
export const byteInWindows1252 = (character: string): number | undefined => BYTES.get(character);
