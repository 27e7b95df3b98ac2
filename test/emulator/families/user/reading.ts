import { libraryFor, requirePermission } from '../../auth/callers';
import { codes, ServiceFailure } from '../../http/errors';
import type { Json } from '../../http/json';
import { defaulted, flag, int, required } from '../../http/parameters';
import { downloadLink, isImage, isPreviewable, previewLink, thumbnailLink } from '../../links/fileLinks';
import { acts, type Entry } from '../../store/library/entry';
import type { Library } from '../../store/library/library';
import type { World } from '../../world/world';
import { fileEntry as libraryEntry } from '../libraryFile/info';
import { pageOf } from '../lists';
import { userOperation } from '../operation';
import { fileRef, oneFile, referredEntry, referredFile } from '../references';

/* How files and folders look in the answers of user operations. */

/** doc: file entry of favorites; ids of members are strings here. */
export function plainEntry(library: Library, entry: Entry): Record<string, Json> {
	return {
		...libraryEntry(entry),
		mount_id: library.profile.mountId,
		create_member_id: String(entry.createdBy.id),
		last_member_id: String(entry.modifiedBy.id),
	};
}

/** doc: entry of lists. assumed: only images have a thumbnail. assumed (C13): nothing is locked (but fact 5.23). */
function fileEntry(world: World, library: Library, entry: Entry): Record<string, Json> {
	return {
		...plainEntry(library, entry),
		...(isImage(entry.name) && !entry.children ? { thumbnail: thumbnailLink(world, entry) } : {}),
		lock: 0,
	};
}

/** doc: information adds the preview link, not for folders. */
function infoEntry(world: World, library: Library, entry: Entry): Record<string, Json> {
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

const file = { mount_id: required(int(1)), ...fileRef };

export const open = userOperation('/m-api/2/file/open', {
	method: 'GET',
	params: file,
	exactlyOne: oneFile,
	handle: (call) => {
		const { world, actor, p } = call;
		const library = libraryFor(call, p.mount_id);
		const entry = referredFile(library, p);
		requirePermission(call, 'file_read', library, entry);
		library.note(entry, acts.download, actor);
		const { hash, filehash, filesize } = entry;
		return { hash, filehash, filesize, lock: 0, uris: [downloadLink(world, entry, { filehash })] };
	},
});

/** assumed (C12): the link is valid for 10 minutes, as in the library family. */
export const previewUrl = userOperation('/m-api/2/file/preview_url', {
	method: 'GET',
	params: { ...file, watermark: defaulted(flag, false) },
	exactlyOne: oneFile,
	handle: (call) => {
		const { world, member, actor, p } = call;
		const library = libraryFor(call, p.mount_id);
		const entry = referredFile(library, p);
		requirePermission(call, 'file_preview', library, entry);
		if (!isPreviewable(entry.name))
			throw new ServiceFailure(codes.noPreview, `'${entry.name}' has no such online preview`);
		library.note(entry, acts.preview, actor);
		return { url: previewLink(world, library, entry, p.watermark ? { watermark: member.name } : {}) };
	},
});

export const info = userOperation('/m-api/2/file/info', {
	method: 'GET',
	params: file,
	exactlyOne: oneFile,
	handle: (call) => {
		const library = libraryFor(call, call.p.mount_id);
		const entry = referredEntry(library, call.p);
		requirePermission(call, 'file_preview', library, entry);
		return infoEntry(call.world, library, entry);
	},
});

/** doc: counts of all levels below. assumed (C19): 0 for a file. */
export const attribute = userOperation('/m-api/2/file/attribute', {
	dateline: true,
	method: 'GET',
	params: file,
	exactlyOne: oneFile,
	handle: (call) => {
		const library = libraryFor(call, call.p.mount_id);
		const entry = referredEntry(library, call.p);
		requirePermission(call, 'file_preview', library, entry);
		return { file_count: entry.children?.files ?? 0, folder_count: entry.children?.folders ?? 0 };
	},
});
