import { libraryFor, may, requirePermission } from '../../auth/callers';
import { badParameter } from '../../http/errors';
import { defaulted, filled, flag, int, json, optional, path, required, word } from '../../http/parameters';
import { isAudio, isImage, isOffice, isVideo } from '../../links/fileLinks';
import { type Entry, extensionOf, subtree } from '../../store/library/entry';
import type { Library } from '../../store/library/library';
import { librariesOf, takesPart } from '../../world/participation';
import { matches, page, scope } from '../lists';
import { userOperation } from '../operation';
import { entryList } from './reading';

/** doc: JSON array of dir, file or extensions. assumed (C10): extensions in lower case, without dot. */
const extensions = json((value, name): string[] => {
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

const TEXT_DOCUMENTS = ['pdf', 'txt', 'md', 'csv'];

/** doc, sort: 1 video, 2 audio, 3 image, 5 document. assumed (C01): a filter by kind. */
const kinds: Readonly<Record<string, (name: string) => boolean>> = {
	1: isVideo,
	2: isAudio,
	3: isImage,
	5: (name) => isOffice(name) || TEXT_DOCUMENTS.includes(extensionOf(name)),
};

/** doc: by default the latest modification comes first. assumed (C02): names and sizes ascend; names break ties. */
function ordered(entries: Entry[], field: 'filename' | 'filesize' | undefined): Entry[] {
	const byName = (a: Entry, b: Entry): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
	if (field === 'filename') return entries.sort(byName);
	const value = (entry: Entry): number => (field === 'filesize' ? entry.filesize : -entry.modifiedMs);
	return entries.sort((a, b) => value(a) - value(b) || byName(a, b));
}

export const ls = userOperation('/m-api/1/file/ls', {
	method: 'GET',
	params: {
		mount_id: required(int(1)),
		fullpath: defaulted(path, ''),
		sort: optional(word('1', '2', '3', '5')),
		dir: defaulted(flag, false),
		order: optional(word('filename', 'filesize')),
		...page,
	},
	handle: (call) => {
		const { world, p } = call;
		const library = libraryFor(call, p.mount_id);
		const folder = library.tree.getFolder(p.fullpath, 'fullpath');
		requirePermission(call, 'file_preview', library, folder);
		const isWanted = (entry: Entry): boolean => {
			if (p.dir && !entry.children) return false;
			if (p.sort !== undefined && (entry.children || !kinds[p.sort]?.(entry.name))) return false;
			// assumed: what may not be previewed is not listed. Only folders have permissions of their own.
			return !entry.details?.permissions || may(call, 'file_preview', library, entry);
		};
		const entries = ordered([...(folder.children?.byName.values() ?? [])].filter(isWanted), p.order);
		return entryList(
			world,
			entries.map((entry) => [library, entry] as const),
			p,
		);
	},
});
