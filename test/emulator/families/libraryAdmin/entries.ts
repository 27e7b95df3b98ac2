import type { Json } from '../../http/json';
import type { Library } from '../../store/library/library';

/* How libraries look in answers. */

/** doc: library of search and list. */
export function libraryEntry(library: Library): Record<string, Json> {
	const { profile } = library;
	return {
		org_id: profile.orgId,
		org_name: profile.name,
		org_logo_url: profile.logoUrl,
		size_org_total: profile.capacity,
		size_org_use: library.size,
		mount_id: profile.mountId,
		owner_id: profile.ownerId,
	};
}

/** doc: information adds the counts of what is not deleted. */
export function libraryInfo(library: Library): Record<string, Json> {
	const { files = 0, folders = 0 } = library.tree.root.children ?? {};
	return { ...libraryEntry(library), file_count: files, dir_count: folders };
}
