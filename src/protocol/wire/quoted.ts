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

/** The first character that cannot be sent or seen in one line of text, as its code point; undefined if there is none. */
export function unsendable(text: string, multiline: boolean): string | undefined {
	const found = multiline ? /(?![\t\n\r])[\p{Cc}\p{Cs}]/u.exec(text) : /[\p{Cc}\p{Cs}]/u.exec(text);
	return found ? codePoint(found[0]) : undefined;
}
