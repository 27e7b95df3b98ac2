import type { Json } from '../../http/json';
import { filled, flag, lenientOnly, list, optional, path, required, text, word } from '../../http/parameters';
import { isWithin, type Entry } from '../../store/library/entry';
import type { Library } from '../../store/library/library';
import { libraryOperation } from '../operationsByCaller';
import { page, pageOf } from '../paging';
import { listEntry } from './entries';

/** fact 5.6: the orders that clients send. */
const orders = [
	'filename asc',
	'filename desc',
	'last_dateline asc',
	'last_dateline desc',
	'filesize asc',
	'filesize desc',
] as const;

function ordered(entries: Entry[], order: string): Entry[] {
	const [field, direction] = order.split(' ');
	const value = (entry: Entry): number | string =>
		field === 'filename' ? entry.name : field === 'filesize' ? entry.filesize : entry.modifiedMs;
	const sign = direction === 'desc' ? -1 : 1;
	return entries.sort((a, b) => (value(a) < value(b) ? -sign : value(a) > value(b) ? sign : 0));
}

function answer(entries: readonly Entry[], p: { start: number; size: number }): Json {
	return { count: entries.length, list: pageOf(entries, p).map(listEntry) };
}

/** doc: only these ids. assumed (G24): as far as they are below fullpath; unknown ones are left out. */
function byHashes(library: Library, folder: Entry, hashes: readonly string[]): Entry[] {
	const found = hashes.map((hash) => library.tree.byHash.get(hash));
	return found.filter(
		(entry): entry is Entry => entry !== undefined && !entry.deleted && entry !== folder && isWithin(entry, folder),
	);
}

/** The entries chosen by tag (assumed (G25): one) or by id; undefined for a plain list of a folder. */
function chosen(
	library: Library,
	folder: Entry,
	p: { readonly tag?: string | undefined; readonly hashs?: readonly string[] | undefined },
): Entry[] | undefined {
	if (p.tag !== undefined) return library.tags.below(folder, [p.tag]);
	return p.hashs && byHashes(library, folder, p.hashs);
}

export const ls = libraryOperation('/m-open/1/file/ls', {
	params: {
		fullpath: required(path),
		tag: optional(filled),
		hashs: optional(list(',', text)),
		...page,
		order: lenientOnly(optional(word(...orders))), // fact 5.6, as `dir`: clients send it
		dir: lenientOnly(optional(flag)),
	},
	atMostOne: [['tag', 'hashs']],
	handle: ({ library, p }) => {
		const folder = library.tree.getFolder(p.fullpath, 'fullpath');
		const found = chosen(library, folder, p);
		if (found)
			return answer(
				found.filter((entry) => !p.dir || entry.children),
				p,
			);
		const { children } = folder;
		if (!children) return { count: 0, list: [] };
		// Without an order a page costs its own length only, whatever the size of the folder.
		const count = p.dir ? children.ownFolders : children.byName.size;
		if (p.order) return answer(ordered(children.sorted.slice(0, count), p.order), p);
		const size = Math.max(0, Math.min(p.size, count - p.start));
		return { count, list: children.sorted.slice(p.start, size).map(listEntry) };
	},
});
