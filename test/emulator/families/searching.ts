import { badParameter } from '../http/errors';
import { defaulted, json } from '../http/parameters';
import type { Entry } from '../store/library/entry';
import type { World } from '../world/world';

const scopes = ['filename', 'tag', 'content'] as const;

/** doc: where a search looks by default. */
const defaultScope: ReadonlyArray<(typeof scopes)[number]> = ['filename', 'tag'];

/** doc: where a search looks, as the JSON text of an array. */
const scopeKind = json((value, name) => {
	const known = Array.isArray(value)
		? value.filter((each): each is (typeof scopes)[number] => scopes.some((one) => one === each))
		: [];
	if (!Array.isArray(value) || known.length !== value.length || known.length === 0)
		throw badParameter(name, 'is not a JSON array of filename, tag, content');
	return known;
});
export const scope = defaulted(scopeKind, defaultScope);

/**
 * Whether an entry matches lower-case keywords.
 * assumed: the keywords match as they are, anywhere in the text, whatever the case.
 */
export function matches(world: World, entry: Entry, keywords: string, where: readonly string[]): boolean {
	if (where.includes('filename') && entry.name.toLowerCase().includes(keywords)) return true;
	if (where.includes('tag') && [...(entry.details?.tags ?? [])].some((tag) => tag.toLowerCase().includes(keywords)))
		return true;
	return where.includes('content') && (world.contents.get(entry.filehash)?.text?.includes(keywords) ?? false);
}
