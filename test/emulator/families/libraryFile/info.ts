import type { Json } from '../../http/json';
import { defaulted, optional, path, required, word } from '../../http/parameters';
import { downloadLink, isImage, isPreviewable, previewLink, thumbnailLink } from '../../links/fileLinks';
import { acts, type Entry, fullpathOf, nameOf } from '../../store/library/entry';
import type { Library } from '../../store/library/library';
import { permissionNames } from '../../store/permissions/roles';
import { inherits } from '../../store/permissions/settings';
import { seconds } from '../../time/clock';
import type { World } from '../../world/world';
import { pageOf, shortPage } from '../lists';
import { libraryOperation } from '../operation';
import { fileRef, oneFile, referredEntry } from '../references';

/** The links of information. assumed: folders have no uri and no preview, and only images have a thumbnail. */
function linksTo(world: World, library: Library, entry: Entry, net?: string | undefined): Record<string, Json> {
	if (entry.children) return {};
	return {
		uri: downloadLink(world, entry, { net }),
		...(isPreviewable(entry.name) ? { preview: previewLink(world, library, entry) } : {}),
		...(isImage(entry.name) ? { thumbnail: thumbnailLink(world, entry) } : {}),
	};
}

/** doc: attribute=1 adds counts. assumed: of all levels below; they are 0 for a file. */
function counts(entry: Entry): Record<string, Json> {
	return {
		file_count: entry.children?.files ?? 0,
		folder_count: entry.children?.folders ?? 0,
		files_size: entry.children?.bytes ?? 0,
	};
}

export const info = libraryOperation('/m-open/1/file/info', {
	params: { ...fileRef, net: optional(word('in')), attribute: defaulted(word('0', '1', '10'), '0') },
	exactlyOne: oneFile,
	handle: ({ world, library, p }) => {
		const entry = referredEntry(library, p);
		const { filehash, ...ordinary } = fileEntry(entry);
		if (p.attribute === '10') {
			const { hash, dir, fullpath, filename, filesize } = ordinary;
			return { hash, dir, fullpath, filename, filehash, filesize };
		}
		// assumed (G04): there is no filehash, as the ordinary field list has none.
		return {
			...ordinary,
			...linksTo(world, library, entry, p.net),
			tag: tagText(entry),
			...(p.attribute === '1' ? counts(entry) : {}),
			property: property(entry, true),
		};
	},
});

/** assumed: the names of acts in history. */
const actNames: Readonly<Record<number, string>> = {
	[acts.delete]: 'delete',
	[acts.create]: 'create',
	[acts.rename]: 'rename',
	[acts.edit]: 'edit',
	[acts.move]: 'move',
	[acts.recover]: 'recover',
};

export const history = libraryOperation('/m-open/1/file/history', {
	params: { fullpath: required(path), ...shortPage },
	handle: ({ library, p }) => {
		const entry = library.tree.get(p.fullpath);
		const records = library.history(entry);
		return {
			count: records.length,
			list: pageOf(records, p).map((record) => ({
				hid: record.hid,
				act: record.act,
				act_name: actNames[record.act] ?? '',
				dir: entry.children ? 1 : 0,
				hash: entry.hash,
				fullpath: record.fullpath,
				filehash: record.filehash,
				filesize: record.filesize,
				member_id: record.actor.id,
				member_name: record.actor.name,
				dateline: seconds(record.atMs),
				// doc: a string with extended properties such as machine and IP address.
				property: JSON.stringify({ machine: 'api', ip: '127.0.0.1' }),
			})),
		};
	},
});

export const stat = libraryOperation('/m-open/1/file/stat', {
	params: {},
	handle: ({ library }) => ({
		org_id: library.profile.orgId,
		org_name: library.profile.name,
		mount_id: library.profile.mountId,
		capacity: library.profile.capacity,
		size: library.size,
		size_recycle: library.recycleBin.bytes,
		count_file: library.tree.root.children?.files ?? 0,
		storage_point: library.profile.storagePoint,
	}),
});

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
function tagText(entry: Entry): string {
	return [...(entry.details?.tags ?? [])].join(';');
}

/** doc: as in lists. assumed (G38): `permission` is a string (fact 5.1). assumed: chosen metadata is in `metadata`. */
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
