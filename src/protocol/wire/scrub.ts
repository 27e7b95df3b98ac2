/** Names of characters in HTML. */
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const hex = (value: number, width: number): string => value.toString(16).padStart(width, '0');

/** A pattern for one character in every way in which a server may repeat it: plain, as a URL, as JSON, as HTML. */
function patternOf(char: string): string {
	const plain = char.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
	const code = char.codePointAt(0) ?? 0;
	const units = Array.from(char.split(''), (unit) => `\\\\u${hex(unit.charCodeAt(0), 4)}`);
	const bytes = Array.from(new TextEncoder().encode(char), (byte) => `%${hex(byte, 2)}`);
	const html = [`&#0*${code};`, `&#x0*${hex(code, 1)};`, ...(ENTITIES[char] ? [ENTITIES[char]] : [])];
	const space = char === ' ' ? ['\\+'] : [];
	return `(?:${[plain, `\\\\${plain}`, units.join(''), bytes.join(''), ...html, ...space].join('|')})`;
}

const patternsOf = (secrets: readonly string[]): RegExp[] =>
	secrets
		.filter((secret) => secret.length >= 4)
		// A secret that contains another one is replaced as a whole.
		.sort((one, other) => other.length - one.length)
		.map((secret) => new RegExp(Array.from(secret, patternOf).join(''), 'gi'));

/**
 * Makes a function that replaces secrets in a text by `***`, also where they are percent-encoded or escaped as JSON or
 * HTML. Values of less than four characters stay, because they occur in ordinary words.
 */
export function scrubber(secrets: readonly string[]): (text: string) => string {
	// Made when something is to be scrubbed, i.e. after a failure.
	let patterns: readonly RegExp[] | undefined;
	return (text) => (patterns ??= patternsOf(secrets)).reduce((rest, pattern) => rest.replace(pattern, '***'), text);
}
