/**
 * Percent-encodes everything but letters, digits and `-_.~` (document: RFC 3986). Half of a surrogate pair becomes
 * U+FFFD, as it does in the signature.
 */
export const rfc3986 = (value: string): string =>
	encodeURIComponent(Buffer.from(value).toString()).replace(
		/[!'()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
