/* Values as messages show them. */

/** Characters of a value that a message shows. */
const SHOWN = 60;

const codePoint = (character: string): string =>
	`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * A text as a message shows it: in quotes, its first 60 characters, with the code points of characters that cannot be
 * seen or sent.
 */
export function quoted(text: string): string {
	// Twice as many code units hold that many characters; a long text is not taken apart as a whole.
	const characters = [...text.slice(0, 2 * SHOWN + 2)];
	const cut = characters.length > SHOWN || text.length > 2 * SHOWN + 2;
	const start = characters.slice(0, SHOWN).join('');
	return `"${start.replace(/[\p{Cc}\p{Cs}]/gu, codePoint)}${cut ? '…' : ''}"`;
}

/** A number of things in words, e.g. `1 file` and `2 files`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/**
 * The first half of a surrogate pair or control character (ASCII) in a text, as its code point; undefined if there is
 * none. Line breaks and tabs belong to a text of several lines.
 */
export function unsendable(text: string, multiline: boolean): string | undefined {
	// U+0080 to U+009F are in names of files whose encoding was misread once, and name them rightly.
	const found = /(?![\u0080-\u009f])[\p{Cc}\p{Cs}]/u.exec(multiline ? text.replace(/[\t\n\r]/g, ' ') : text);
	return found ? codePoint(found[0]) : undefined;
}
