import type { Json } from '../../http/json';
import { seconds } from '../../time/clock';
import { badParameter } from '../../http/errors';
import { int, optional, path, text } from '../../http/parameters';
import type { Actor, Entry } from '../../store/library/entry';
import { fullpathOf } from '../../store/library/entry';
import type { Library } from '../../store/library/library';
import { inherits } from '../../store/permissions/folderPermissions';
import { permissionNames } from '../../store/permissions/roles';
import { nameOf } from '../../store/library/paths';

/** doc: fullpath or hash. */
export const fileRef = { fullpath: optional(path), hash: optional(text) };
export const oneFile = [['fullpath', 'hash']] as const;

/** doc: op_id and op_name, where an operation lists OP. */
export const operator = { op_id: optional(int(0)), op_name: optional(text) };

/** The file or folder a call means; throws 40402. */
export function referred(library: Library, p: { fullpath?: string | undefined; hash?: string | undefined }): Entry {
	return p.hash !== undefined ? library.tree.getByHash(p.hash) : library.tree.get(p.fullpath ?? '');
}

/** The same, but a file. assumed: a folder is a parameter error. */
export function referredFile(library: Library, p: { fullpath?: string | undefined; hash?: string | undefined }): Entry {
	const entry = referred(library, p);
	if (entry.children) throw badParameter(p.hash !== undefined ? 'hash' : 'fullpath', 'is a folder, a file is needed');
	return entry;
}

/** doc: op_id goes before op_name, which only sets the name shown. assumed: op_id must be a member (40406); without both the name is empty. */
export function actorOf(library: Library, p: { op_id?: number | undefined; op_name?: string | undefined }): Actor {
	if (p.op_id) return { id: p.op_id, name: library.directory.memberById(p.op_id).name };
	return { id: 0, name: p.op_name ?? '' };
}

/** doc: file entry of list, search and recycle list; `fullpath` may be given for entries in the bin. */
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

export function tagText(entry: Entry): string {
	return [...(entry.details?.tags ?? [])].join(';');
}

/**
 * doc: property of the file list. assumed (ambiguity G38): `permission` is a string, as the vendor's newest client
 * wants it (fact 5.1); metadata keys chosen for display stand in `metadata` (the document does not say where).
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

/** doc: entry of ls and search. */
export function listEntry(entry: Entry): Json {
	return { ...fileEntry(entry), property: property(entry) };
}
