import { may, libraryFor, requirePermission } from '../../auth/userAccess';
import { byStrictness, defaulted, flag, int, optional, path, required, word } from '../../http/parameters';
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
function ordered(entries: Entry[], wanted = 'last_dateline desc'): Entry[] {
	const [field, direction] = wanted.split(' ');
	const sign = direction === 'desc' ? -1 : 1;
	const byName = (a: Entry, b: Entry): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
	if (field === 'filename') return entries.sort((a, b) => sign * byName(a, b));
	const value = (entry: Entry): number => (field === 'filesize' ? entry.filesize : entry.modifiedMs);
	return entries.sort((a, b) => sign * (value(a) - value(b)) || byName(a, b));
}

/** doc: two words. fact 5.6, lenient: clients add a direction, or order by the time of modification. */
const order = byStrictness<string>(
	word('filename', 'filesize'),
	word(...['filename', 'filesize', 'last_dateline'].flatMap((field) => [field, `${field} asc`, `${field} desc`])),
);

export const ls = userOperation('/m-api/1/file/ls', {
	method: 'GET',
	params: {
		mount_id: required(int(1)),
		fullpath: defaulted(path, ''),
		sort: optional(word('1', '2', '3', '5')),
		dir: defaulted(flag, false),
		order: optional(order),
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
