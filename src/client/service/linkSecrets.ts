/**
 * The parts of a link that may contain its signature: some hosts sign in the path, as a whole or by a long part of it.
 * Empty for what is no address.
 */
export function linkSecrets(url: string): string[] {
	if (!URL.canParse(url)) return [];
	const { pathname, search, searchParams, hash } = new URL(url);
	const longParts = pathname.split('/').filter((part) => part.length >= 16);
	const values = [...searchParams.values()].filter((value) => value.length >= 8);
	return [search, hash, ...values, ...longParts, ...longParts.map(decoded)];
}

function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}
