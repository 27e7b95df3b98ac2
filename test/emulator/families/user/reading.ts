import { libraryFor, requirePermission } from '../../auth/userCaller';
import { codes, ServiceFailure } from '../../http/errors';
import { defaulted, flag, int, required } from '../../http/parameters';
import { downloadLink, isPreviewable, previewLink } from '../../links/fileLinks';
import { acts } from '../../store/library/acts';
import { fileRef, oneFile, referredEntry, referredFile } from '../fileRef';
import { userOperation } from '../operationsByCaller';
import { infoEntry } from './entries';

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
