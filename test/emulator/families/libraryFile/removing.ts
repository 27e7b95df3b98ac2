import { badParameter } from '../../http/errors';
import { defaulted, entryPath, filled, flag, list, optional, path, required } from '../../http/parameters';
import type { Entry } from '../../store/library/entry';
import { isWithin } from '../../store/library/entry';
import { deleteEntry, destroyRecycled, findRecycled, recover as bringBack } from '../../store/library/remove';
import { taggedBelow } from '../../store/library/write';
import { operation } from '../operation';
import { page } from './listing';
import { actorOf, fileEntry, operator } from './shared';

const paths = list('|', entryPath);
const tags = list(';', filled);

/** Entries that are not inside another of them: deleting a folder takes its contents along. */
function outermost(entries: readonly Entry[]): Entry[] {
	return entries.filter((entry) => !entries.some((other) => other !== entry && isWithin(entry, other)));
}

export const del = operation({
	params: {
		fullpath: optional(entryPath),
		tag: optional(tags),
		path: optional(path),
		destroy: defaulted(flag, false),
		...operator,
		fullpaths: optional(paths), // fact 5.11: the vendor's Java client sends this name
	},
	exactlyOne: [['fullpath', 'tag', 'fullpaths']],
	handle: ({ library, p }) => {
		if (p.path !== undefined && !p.tag) throw badParameter('path', "is only used together with 'tag'");
		const actor = actorOf(library, p);
		const named = p.fullpath !== undefined ? [p.fullpath] : (p.fullpaths ?? []);
		// ambiguity G12: tag without path means the whole library (assumed); any of the tags is enough (assumed).
		const chosen = p.tag
			? taggedBelow(library, library.tree.getFolder(p.path ?? '', 'path'), p.tag)
			: named.map((each) => library.tree.get(each));
		for (const entry of outermost(chosen)) deleteEntry(library, entry, p.destroy, actor);
		return {};
	},
});

export const deleteCompletely = operation({
	params: { fullpaths: optional(paths), tag: optional(tags), ...operator },
	exactlyOne: [['fullpaths', 'tag']],
	handle: ({ library, p }) => {
		actorOf(library, p);
		// assumed: a path stands for everything deleted from it; one that is not in the bin is 40402, and then nothing is done.
		const items = p.tag
			? library.recycleBin.tagged(p.tag)
			: (p.fullpaths ?? []).flatMap((each) => (findRecycled(library, each), [...library.recycleBin.at(each)]));
		for (const item of new Set(items)) destroyRecycled(library, item);
		return {};
	},
});

export const recycle = operation({
	params: page,
	handle: ({ library, p }) => ({
		count: library.recycleBin.count,
		list: library.recycleBin.page(p.start, p.size).map((item) => fileEntry(item.entry, item.fullpath)),
	}),
});

export const recover = operation({
	params: { fullpaths: required(paths), ...operator },
	handle: ({ library, p }) => {
		const actor = actorOf(library, p);
		const items = [...new Set(p.fullpaths)].map((each) => findRecycled(library, each));
		for (const item of items) bringBack(library, item, actor);
		return {};
	},
});
