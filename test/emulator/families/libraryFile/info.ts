import { seconds } from '../../time/clock';
import type { Json } from '../../http/json';
import { defaulted, int, optional, path, required, word } from '../../http/parameters';
import { isImage, isPreviewable } from '../../links/fileKinds';
import type { Entry } from '../../store/library/entry';
import { acts } from '../../store/library/library';
import type { World } from '../../world/world';
import type { Library } from '../../store/library/library';
import { operation } from '../operation';
import { downloadLink, previewLink, thumbnailLink } from './links';
import { fileEntry, fileRef, oneFile, property, referred, tagText } from './shared';

/** doc: information. assumed: folders have no uri and preview; the thumbnail is for images only. */
function addresses(world: World, library: Library, entry: Entry, net?: string | undefined): Record<string, Json> {
	if (entry.children) return {};
	return {
		uri: downloadLink(world, entry, { net }),
		...(isPreviewable(entry.name) ? { preview: previewLink(world, library, entry) } : {}),
		...(isImage(entry.name) ? { thumbnail: thumbnailLink(world, entry) } : {}),
	};
}

/** doc: attribute=1 adds these. assumed: all levels below; a file counts nothing. */
function counts(entry: Entry): Record<string, Json> {
	return {
		file_count: entry.children?.files ?? 0,
		folder_count: entry.children?.folders ?? 0,
		files_size: entry.children?.bytes ?? 0,
	};
}

export const info = operation({
	params: { ...fileRef, net: optional(word('in')), attribute: defaulted(word('0', '1', '10'), '0') },
	exactlyOne: oneFile,
	handle: ({ world, library, p }) => {
		const entry = referred(library, p);
		const { filehash, ...ordinary } = fileEntry(entry);
		if (p.attribute === '10') {
			const { hash, dir, fullpath, filename, filesize } = ordinary;
			return { hash, dir, fullpath, filename, filehash, filesize };
		}
		// ambiguity G04: the ordinary field list has no filehash, so there is none.
		return {
			...ordinary,
			...addresses(world, library, entry, p.net),
			tag: tagText(entry),
			...(p.attribute === '1' ? counts(entry) : {}),
			property: property(entry, true),
		};
	},
});

const actNames: Readonly<Record<number, string>> = {
	[acts.delete]: 'delete',
	[acts.create]: 'create',
	[acts.rename]: 'rename',
	[acts.edit]: 'edit',
	[acts.move]: 'move',
	[acts.recover]: 'recover',
};

export const history = operation({
	params: { fullpath: required(path), start: defaulted(int(0), 0), size: defaulted(int(1), 20) },
	handle: ({ library, p }) => {
		const entry = library.tree.get(p.fullpath);
		const records = library.history(entry);
		return {
			count: records.length,
			list: records.slice(p.start, p.start + p.size).map((record) => ({
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
				// doc: a string with extended properties such as machine and IP.
				property: JSON.stringify({ machine: 'api', ip: '127.0.0.1' }),
			})),
		};
	},
});

export const stat = operation({
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
