import type { Json } from '../../http/json';
import { isImage, isPreviewable, previewLink, thumbnailLink } from '../../links/fileLinks';
import { fullpathOf, type Entry } from '../../store/library/entry';
import type { Library } from '../../store/library/library';
import { seconds } from '../../time/clock';
import type { World } from '../../world/world';
import { pageOf } from '../paging';

/* How files and folders look in the answers of user operations. */

/** doc: file entry of favorites; ids of members are strings here. */
export function plainEntry(library: Library, entry: Entry): Record<string, Json> {
	return {
		hash: entry.hash,
		mount_id: library.profile.mountId,
		dir: entry.children ? 1 : 0,
		fullpath: fullpathOf(entry),
		filename: entry.name,
		filehash: entry.filehash,
		filesize: entry.children ? 0 : entry.filesize,
		create_member_id: String(entry.createdBy.id),
		create_member_name: entry.createdBy.name,
		create_dateline: seconds(entry.createdMs),
		last_member_id: String(entry.modifiedBy.id),
		last_member_name: entry.modifiedBy.name,
		last_dateline: seconds(entry.modifiedMs),
	};
}

/**
 * doc: file entry of list and search. assumed: only images have a thumbnail. assumed (C13): nothing locks a file, as
 * the document has no operation for it (fact 5.23: deployments have one).
 */
function fileEntry(world: World, library: Library, entry: Entry): Record<string, Json> {
	return {
		...plainEntry(library, entry),
		...(isImage(entry.name) && !entry.children ? { thumbnail: thumbnailLink(world, entry) } : {}),
		lock: 0,
	};
}

/** doc: information adds the preview link, not for folders. */
export function infoEntry(world: World, library: Library, entry: Entry): Record<string, Json> {
	return {
		...fileEntry(world, library, entry),
		...(!entry.children && isPreviewable(entry.name) ? { preview: previewLink(world, library, entry) } : {}),
	};
}

/** A page of entries of any libraries, with the count of all. */
export function entryList(
	world: World,
	entries: ReadonlyArray<readonly [Library, Entry]>,
	p: { start: number; size: number },
): Json {
	return {
		count: entries.length,
		list: pageOf(entries, p).map(([library, entry]) => fileEntry(world, library, entry)),
	};
}
