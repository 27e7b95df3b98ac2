import { codes, ServiceFailure } from '../../http/errors';
import { extensionOf } from '../../store/library/paths';
import { isImage, isOffice, isPreviewable } from '../../links/fileKinds';
import type { Json } from '../../http/json';
import { defaulted, flag, optional, path, word } from '../../http/parameters';
import type { Entry } from '../../store/library/entry';
import type { Library } from '../../store/library/library';
import { acts } from '../../store/library/library';
import type { World } from '../../world/world';
import { downloadLink, previewLink } from '../libraryFile/links';
import { page } from '../libraryFile/listing';
import {
	fileEntry,
	fileRef,
	infoEntry,
	libraryFor,
	may,
	mount,
	oneFile,
	operation,
	referred,
	referredFile,
	requirePermission,
} from './shared';

const VIDEO = ['mp4', 'mov', 'avi', 'mkv'];
const AUDIO = ['mp3', 'wav', 'm4a'];
const DOCUMENTS = ['pdf', 'txt', 'md', 'csv'];

/** doc: 1 video, 2 audio, 3 image, 5 document. ambiguity C01: a filter by kind; which extensions belong to it is assumed. */
const kinds: Readonly<Record<string, (name: string) => boolean>> = {
	1: (name) => VIDEO.includes(extensionOf(name)),
	2: (name) => AUDIO.includes(extensionOf(name)),
	3: isImage,
	5: (name) => isOffice(name) || DOCUMENTS.includes(extensionOf(name)),
};

/** doc: by default the latest modification comes first. ambiguity C02: assumed that names and sizes ascend; names break ties. */
function ordered(entries: Entry[], order: 'filename' | 'filesize' | undefined): Entry[] {
	const byName = (a: Entry, b: Entry): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
	if (order === 'filename') return entries.sort(byName);
	if (order === 'filesize') return entries.sort((a, b) => a.filesize - b.filesize || byName(a, b));
	return entries.sort((a, b) => b.modifiedMs - a.modifiedMs || byName(a, b));
}

/** A page of entries with the count of all. */
export function paged(
	world: World,
	entries: ReadonlyArray<readonly [Library, Entry]>,
	p: { start: number; size: number },
): Json {
	return {
		count: entries.length,
		list: entries.slice(p.start, p.start + p.size).map(([library, entry]) => fileEntry(world, library, entry)),
	};
}

export const ls = operation({
	params: {
		...mount,
		fullpath: defaulted(path, ''),
		sort: optional(word('1', '2', '3', '5')),
		dir: defaulted(flag, false),
		order: optional(word('filename', 'filesize')),
		...page,
	},
	handle: ({ world, enterprise, directory, member, p }) => {
		const library = libraryFor(world, { enterprise, directory, member }, p.mount_id);
		const folder = library.tree.getFolder(p.fullpath, 'fullpath');
		requirePermission(library, folder, { directory, member }, 'file_preview');
		const isWanted = (entry: Entry): boolean => {
			if (p.dir && !entry.children) return false;
			if (p.sort !== undefined && (entry.children || !kinds[p.sort]?.(entry.name))) return false;
			// What may not even be looked at is not listed (assumed); only folders have permissions of their own.
			return !entry.details?.permissions || may(library, entry, { directory, member }, 'file_preview');
		};
		const entries = ordered([...(folder.children?.byName.values() ?? [])].filter(isWanted), p.order);
		return paged(
			world,
			entries.map((entry) => [library, entry] as const),
			p,
		);
	},
});

export const open = operation({
	params: { ...mount, ...fileRef },
	exactlyOne: oneFile,
	handle: ({ world, enterprise, directory, member, actor, p }) => {
		const library = libraryFor(world, { enterprise, directory, member }, p.mount_id);
		const entry = referredFile(library, p);
		requirePermission(library, entry, { directory, member }, 'file_read');
		library.note(entry, acts.download, actor);
		return {
			hash: entry.hash,
			filehash: entry.filehash,
			filesize: entry.filesize,
			lock: 0,
			uris: [downloadLink(world, entry)],
		};
	},
});

export const previewUrl = operation({
	params: { ...mount, ...fileRef, watermark: defaulted(flag, false) },
	exactlyOne: oneFile,
	handle: ({ world, enterprise, directory, member, actor, p }) => {
		const library = libraryFor(world, { enterprise, directory, member }, p.mount_id);
		const entry = referredFile(library, p);
		requirePermission(library, entry, { directory, member }, 'file_preview');
		if (!isPreviewable(entry.name))
			throw new ServiceFailure(codes.noPreview, `'${entry.name}' has no such online preview`);
		library.note(entry, acts.preview, actor);
		// ambiguity C12: assumed to live 10 minutes, as in the library family.
		return { url: previewLink(world, library, entry, p.watermark ? { watermark: member.name } : {}) };
	},
});

export const info = operation({
	params: { ...mount, ...fileRef },
	exactlyOne: oneFile,
	handle: ({ world, enterprise, directory, member, p }) => {
		const library = libraryFor(world, { enterprise, directory, member }, p.mount_id);
		const entry = referred(library, p);
		requirePermission(library, entry, { directory, member }, 'file_preview');
		return infoEntry(world, library, entry);
	},
});

export const attribute = operation({
	params: { ...mount, ...fileRef },
	exactlyOne: oneFile,
	handle: ({ world, enterprise, directory, member, p }) => {
		const library = libraryFor(world, { enterprise, directory, member }, p.mount_id);
		const entry = referred(library, p);
		requirePermission(library, entry, { directory, member }, 'file_preview');
		// doc: all nested items. ambiguity C19: a file counts nothing (assumed).
		return { file_count: entry.children?.files ?? 0, folder_count: entry.children?.folders ?? 0 };
	},
});
