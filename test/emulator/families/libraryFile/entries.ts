import type { Json } from '../../http/json';
import { fullpathOf, type Entry } from '../../store/library/entry';
import { nameOf } from '../../store/library/paths';
import { inherits } from '../../store/permissions/folderPermissions';
import { permissionNames } from '../../store/permissions/roles';
import { seconds } from '../../time/clock';

/* How files and folders look in the answers of library operations. */

/** doc: file entry of list, search and recycle list; pass `fullpath` for entries of the recycle bin. */
export function fileEntry(entry: Entry, fullpath = fullpathOf(entry)): Record<string, Json> {
	return {
		hash: entry.hash,
		dir: entry.children ? 1 : 0,
		fullpath,
		filename: nameOf(fullpath),
		filehash: entry.filehash,
		filesize: entry.children ? 0 : entry.filesize,
		create_member_name: entry.createdBy.name,
		create_dateline: seconds(entry.createdMs),
		last_member_name: entry.modifiedBy.name,
		last_dateline: seconds(entry.modifiedMs),
	};
}

/** doc: the tags of an entry, separated by semicolons. */
export function tagText(entry: Entry): string {
	return [...(entry.details?.tags ?? [])].join(';');
}

/**
 * doc: `property` of the file list. assumed (G38): `permission` is a string, as a public client reads it
 * (fact 5.1). assumed: metadata chosen for display is in `metadata`; the document does not say where.
 */
export function property(entry: Entry, allMetadata = false): Json {
	const metadata: Record<string, Json> = {};
	for (const [key, { values, display }] of entry.details?.metadata ?? []) {
		const shown = Object.entries(values).filter(([name]) => allMetadata || display.includes(name));
		if (shown.length > 0) metadata[key] = Object.fromEntries(shown);
	}
	return {
		tag: tagText(entry),
		op_name: entry.modifiedBy.name,
		inherit: inherits(entry) ? 1 : 0,
		permission: permissionNames.join(','),
		...(Object.keys(metadata).length > 0 ? { metadata } : {}),
	};
}

/** doc: entry of ls. assumed (G05): search has `property` too. */
export function listEntry(entry: Entry): Json {
	return { ...fileEntry(entry), property: property(entry) };
}
