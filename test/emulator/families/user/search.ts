import { badParameter } from '../../http/errors';
import { defaulted, filled, int, json, optional, path, required } from '../../http/parameters';
import { subtree } from '../../store/library/entry';
import type { Entry } from '../../store/library/entry';
import type { Library } from '../../store/library/library';
import { librariesOf, takesPart } from '../../world/participation';
import { extensionOf } from '../../store/library/paths';
import { matches, page, scope } from '../libraryFile/listing';
import { paged } from './reading';
import { libraryFor, may, operation } from './shared';

/** doc: JSON array of dir, file or extensions. ambiguity C10: without dot, lower case (assumed). */
const extensions = json((value, name): string[] => {
	const isText = (each: unknown): each is string => typeof each === 'string' && /^[^.\sA-Z]+$/.test(each);
	if (!Array.isArray(value) || value.length === 0 || !value.every(isText))
		throw badParameter(name, 'is not a JSON array of dir, file or lower-case extensions without dot');
	return value;
});

/** assumed: one of the words is enough. */
function hasKind(entry: Entry, wanted: readonly string[]): boolean {
	if (entry.children) return wanted.includes('dir');
	return wanted.includes('file') || wanted.includes(extensionOf(entry.name));
}

export const search = operation({
	params: {
		keyword: required(filled),
		mount_id: required(int(0)),
		fullpath: optional(path),
		scope: defaulted(scope, ['filename', 'tag']),
		ext: optional(extensions),
		...page,
	},
	handle: ({ world, enterprise, directory, member, p }) => {
		// assumed: a folder needs a library.
		if (p.mount_id === 0 && p.fullpath) throw badParameter('fullpath', 'needs a mount_id');
		const caller = { enterprise, directory, member };
		// doc: mount_id 0 is global.
		const libraries =
			p.mount_id === 0
				? librariesOf(world, enterprise.id).filter((library) => takesPart(library, member.id, directory))
				: [libraryFor(world, caller, p.mount_id)];
		const keyword = p.keyword.toLowerCase();
		const found: Array<readonly [Library, Entry]> = [];
		for (const library of libraries) {
			const folder = library.tree.getFolder(p.fullpath ?? '', 'fullpath');
			for (const entry of subtree(folder)) {
				const fits =
					entry !== folder && matches(world, entry, keyword, p.scope) && (!p.ext || hasKind(entry, p.ext));
				if (fits && may(library, entry, caller, 'file_preview')) found.push([library, entry]);
			}
		}
		return paged(world, found, p);
	},
});
