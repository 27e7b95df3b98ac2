/** Fields of a link that say which file it is: their values are no secrets, and an error may name the file. */
const NAMES: ReadonlySet<string> = new Set(['fullpath', 'path', 'filename', 'file', 'name']);
/** The end of a path that is the name of a file. */
const FILE_NAME = /\.[A-Za-z\d]{1,8}$/;

/**
 * The parts of a link that may contain its signature: some hosts sign in the path, as a whole or by a long part of it.
 * Empty for what is no address.
 */
export function linkSecrets(url: string): string[] {
	if (!URL.canParse(url)) return [];
	const { pathname, searchParams, hash } = new URL(url);
	const longParts = pathname.split('/').filter((part) => part.length >= 16 && !FILE_NAME.test(part));
	const values = [...searchParams].flatMap(([name, value]) => (NAMES.has(name.toLowerCase()) ? [] : [value]));
	return [hash, ...values.filter((value) => value.length >= 8), ...longParts, ...longParts.map(decoded)];
}

function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}
