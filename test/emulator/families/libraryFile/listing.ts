import type { Json } from '../../http/json';
import { defaulted, filled, flag, int, json, list, optional, path, required, text, word } from '../../http/parameters';
import { badParameter } from '../../http/errors';
import type { Entry } from '../../store/library/entry';
import { isWithin, subtree, fullpathOf } from '../../store/library/entry';
import type { Library } from '../../store/library/library';
import { taggedBelow } from '../../store/library/write';
import type { World } from '../../world/world';
import { operation } from '../operation';
import { listEntry } from './shared';

/** doc: default page size 100. assumed (ambiguity A14): start counts entries, and there is no largest size. */
export const page = { start: defaulted(int(0), 0), size: defaulted(int(1), 100) };

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

function paged(entries: Entry[], start: number, size: number): Json {
	return { count: entries.length, list: entries.slice(start, start + size).map(listEntry) };
}

/** doc: only these ids. assumed (ambiguity G24): as far as they lie under fullpath; unknown ones are left out. */
function byHashes(library: Library, folder: Entry, hashes: readonly string[]): Entry[] {
	const found = hashes.map((hash) => library.tree.byHash.get(hash));
	return found.filter(
		(entry): entry is Entry => entry !== undefined && !entry.deleted && entry !== folder && isWithin(entry, folder),
	);
}

export const ls = operation({
	params: {
		fullpath: required(path),
		tag: optional(filled),
		hashs: optional(list(',', text)),
		...page,
		order: optional(word(...orders)),
		dir: optional(flag), // fact 5.6: clients send these two
	},
	atMostOne: [['tag', 'hashs']],
	handle: ({ library, p }) => {
		const folder = library.tree.getFolder(p.fullpath, 'fullpath');
		const chosen =
			p.tag !== undefined ? taggedBelow(library, folder, [p.tag]) : p.hashs && byHashes(library, folder, p.hashs);
		if (chosen)
			return paged(
				chosen.filter((entry) => !p.dir || entry.children),
				p.start,
				p.size,
			);
		const children = folder.children;
		if (!children) return { count: 0, list: [] };
		const count = p.dir ? children.ownFolders : children.byName.size;
		if (p.order) return paged(ordered(children.sorted.slice(0, count), p.order), p.start, p.size);
		const size = Math.max(0, Math.min(p.size, count - p.start));
		return { count, list: children.sorted.slice(p.start, size).map(listEntry) };
	},
});

const scopes = ['filename', 'tag', 'content'] as const;

/** doc: JSON array as a string. */
export const scope = json((value, name) => {
	const known = Array.isArray(value)
		? value.filter((each): each is (typeof scopes)[number] => scopes.some((one) => one === each))
		: [];
	if (!Array.isArray(value) || known.length !== value.length || known.length === 0)
		throw badParameter(name, 'is not a JSON array of filename, tag, content');
	return known;
});

/** assumed: a match is the keywords as they are, anywhere in the text, upper and lower case alike. */
export function matches(world: World, entry: Entry, keywords: string, where: readonly string[]): boolean {
	if (where.includes('filename') && entry.name.toLowerCase().includes(keywords)) return true;
	if (where.includes('tag') && [...(entry.details?.tags ?? [])].some((tag) => tag.toLowerCase().includes(keywords)))
		return true;
	return where.includes('content') && (world.contents.get(entry.filehash)?.text?.includes(keywords) ?? false);
}

export const search = operation({
	params: {
		keywords: required(filled),
		path: defaulted(path, ''),
		scope: defaulted(scope, ['filename', 'tag']),
		...page,
	},
	handle: ({ world, library, p }) => {
		const folder = library.tree.getFolder(p.path, 'path');
		const keywords = p.keywords.toLowerCase();
		const found = [...subtree(folder)].filter(
			(entry) => entry !== folder && matches(world, entry, keywords, p.scope),
		);
		const paths = new Map(found.map((entry) => [entry, fullpathOf(entry)]));
		found.sort((a, b) => ((paths.get(a) ?? '') < (paths.get(b) ?? '') ? -1 : 1));
		return paged(found, p.start, p.size);
	},
});
