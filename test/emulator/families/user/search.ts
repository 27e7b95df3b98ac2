import { libraryFor, may } from '../../auth/userAccess';
import { badParameter } from '../../http/errors';
import { filled, int, json, optional, path, required } from '../../http/parameters';
import { subtree, type Entry } from '../../store/library/entry';
import type { Library } from '../../store/library/library';
import { extensionOf } from '../../store/library/paths';
import { librariesOf, takesPart } from '../../world/participation';
import { userOperation } from '../operationsByCaller';
import { page } from '../paging';
import { matches, scope } from '../searching';
import { entryList } from './entries';

/**
 * doc: JSON array of dir, file or extensions. assumed (C10): extensions in lower case, without dot. assumed,
 * lenient: an empty one is none.
 */
const extensions = json((value, name, strict): string[] | undefined => {
	if (Array.isArray(value) && value.length === 0 && !strict) return undefined;
	const isExtension = (each: unknown): each is string => typeof each === 'string' && /^[^.\sA-Z]+$/.test(each);
	if (!Array.isArray(value) || value.length === 0 || !value.every(isExtension))
		throw badParameter(name, 'is not a JSON array of dir, file or lower-case extensions without dot');
	return value;
});

/** assumed: one of the words is enough. */
function hasKind(entry: Entry, wanted: readonly string[]): boolean {
	if (entry.children) return wanted.includes('dir');
	return wanted.includes('file') || wanted.includes(extensionOf(entry.name));
}

export const search = userOperation('/m-api/2/file/search', {
	method: 'GET',
	params: {
		keyword: required(filled),
		mount_id: required(int(0)),
		fullpath: optional(path),
		scope,
		ext: optional(extensions),
		...page,
	},
	handle: (call) => {
		const { world, enterprise, directory, member, p } = call;
		// assumed: a folder requires a library.
		if (p.mount_id === 0 && p.fullpath) throw badParameter('fullpath', 'needs a mount_id');
		// doc: mount_id 0 searches all libraries.
		const libraries =
			p.mount_id === 0
				? librariesOf(world, enterprise.id).filter((library) => takesPart(library, member.id, directory))
				: [libraryFor(call, p.mount_id)];
		const keyword = p.keyword.toLowerCase();
		const found: Array<readonly [Library, Entry]> = [];
		for (const library of libraries) {
			const folder = library.tree.getFolder(p.fullpath ?? '', 'fullpath');
			for (const entry of subtree(folder)) {
				const fits =
					entry !== folder && matches(world, entry, keyword, p.scope) && (!p.ext || hasKind(entry, p.ext));
				if (fits && may(call, 'file_preview', library, entry)) found.push([library, entry]);
			}
		}
		return entryList(world, found, p);
	},
});
