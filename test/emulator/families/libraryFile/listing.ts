import {
	defaulted,
	filled,
	flag,
	int,
	type Kind,
	list,
	optional,
	path,
	required,
	text,
	word,
} from '../../http/parameters';
import { type Entry, foundBelow, hasTag, isWithin } from '../../store/library/entry';
import type { Library } from '../../store/library/library';
import { matches, page, pageOf, scope } from '../lists';
import { libraryOperation } from '../operation';
import { fileEntry, listEntry } from './info';

/** assumed: results are ordered by path. */
export const search = libraryOperation('/m-open/1/file/search', {
	params: { keywords: required(filled), path: defaulted(path, ''), scope, ...page },
	handle: ({ world, library, p }) => {
		const folder = library.tree.getFolder(p.path, 'path');
		const keywords = p.keywords.toLowerCase();
		const found = foundBelow(folder, (entry) => matches(world, entry, keywords, p.scope));
		return { count: found.length, list: pageOf(found, p).map(listEntry) };
	},
});

/** doc: fetch_dateline may be missing, empty or 0. */
const cursor: Kind<number> = (raw, name) => (raw === '' ? 0 : int(0)(raw, name));

export const updates = libraryOperation('/m-open/1/file/updates', {
	params: { fetch_dateline: defaulted(cursor, 0), mode: defaulted(word('', 'compare'), ''), dir: optional(flag) },
	handle: ({ world, library, p }) => {
		if (p.mode === 'compare') {
			const found = library.feed.later(p.fetch_dateline, { folders: p.dir, deleted: true });
			// doc: the largest operation time. fact 5.14: with nothing new the cursor stays.
			return {
				fetch_dateline: found.at(-1)?.opMs ?? p.fetch_dateline,
				list: found.map((entry) => ({ ...fileEntry(entry), cmd: entry.deleted ? 0 : 1 })),
			};
		}
		// doc: from now, without deleted entries. assumed (G03): later pages contain deleted entries.
		const fromNow = p.fetch_dateline === 0;
		// "From now" includes what happened in the current millisecond.
		const before = fromNow ? world.now() + 1 : p.fetch_dateline;
		const found = library.feed.earlier(before, { folders: p.dir, deleted: !fromNow });
		return { fetch_dateline: found.at(-1)?.opMs ?? p.fetch_dateline, list: found.map((entry) => fileEntry(entry)) };
	},
});

export const updatesCount = libraryOperation('/m-open/1/file/updates_count', {
	params: { begin_dateline: required(int(0)), end_dateline: required(int(0)), showdel: defaulted(flag, false) },
	handle: ({ library, p }) => ({
		count: library.feed.count(p.begin_dateline, p.end_dateline, { deleted: p.showdel }),
	}),
});

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
	const { tag } = p;
	if (tag !== undefined) return foundBelow(folder, (entry) => hasTag(entry, [tag]));
	return p.hashs && byHashes(library, folder, p.hashs);
}

export const ls = libraryOperation('/m-open/1/file/ls', {
	params: { fullpath: required(path), tag: optional(filled), hashs: optional(list(',', text)), ...page },
	atMostOne: [['tag', 'hashs']],
	handle: ({ library, p }) => {
		const folder = library.tree.getFolder(p.fullpath, 'fullpath');
		const found = chosen(library, folder, p);
		if (found) return { count: found.length, list: pageOf(found, p).map(listEntry) };
		const { children } = folder;
		if (!children) return { count: 0, list: [] };
		// A page costs its own length only, whatever the size of the folder.
		return { count: children.sorted.size, list: children.sorted.slice(p.start, p.size).map(listEntry) };
	},
});
