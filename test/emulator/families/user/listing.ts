import { may, libraryFor, requirePermission } from '../../auth/userAccess';
import { defaulted, flag, int, optional, path, required, word } from '../../http/parameters';
import { isAudio, isImage, isOffice, isVideo } from '../../links/fileKinds';
import type { Entry } from '../../store/library/entry';
import { extensionOf } from '../../store/library/paths';
import { userOperation } from '../operationsByCaller';
import { page } from '../paging';
import { entryList } from './entries';

const TEXT_DOCUMENTS = ['pdf', 'txt', 'md', 'csv'];

/** doc, sort: 1 video, 2 audio, 3 image, 5 document. assumed (C01): a filter by kind. */
const kinds: Readonly<Record<string, (name: string) => boolean>> = {
	1: isVideo,
	2: isAudio,
	3: isImage,
	5: (name) => isOffice(name) || TEXT_DOCUMENTS.includes(extensionOf(name)),
};

/** doc: by default the latest modification comes first. assumed (C02): names and sizes ascend; names break ties. */
function ordered(entries: Entry[], order: 'filename' | 'filesize' | undefined): Entry[] {
	const byName = (a: Entry, b: Entry): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
	if (order === 'filename') return entries.sort(byName);
	if (order === 'filesize') return entries.sort((a, b) => a.filesize - b.filesize || byName(a, b));
	return entries.sort((a, b) => b.modifiedMs - a.modifiedMs || byName(a, b));
}

export const ls = userOperation('/m-api/1/file/ls', {
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
