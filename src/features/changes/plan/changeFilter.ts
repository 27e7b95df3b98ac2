import { nameKey, textOf } from '../../../protocol/wire/json';
import { baseName, isWithinPath, joinPath, parentPath, pathInside, toFullpath } from '../../../protocol/wire/paths';
import { compileEntryFilter, type EntryFilter } from '../../../protocol/tree/entryFilter';
import { type EventChoice, eventFromFeed, type FeedEntry, isDeleted } from './change';

/** Which changes a workflow wants. Paths for patterns begin in the watched folder; names are compared in any case. */
export interface ChangeFilter extends EntryFilter {
	readonly events: ReadonlySet<EventChoice>;
	/** Whether `any` includes deletions. */
	readonly includeDeleted: boolean;
	/** Only entries in these folders, paths without slashes around them; the whole library when absent. */
	readonly folders?: readonly string[];
	/** Except those in these folders. */
	readonly excludedFolders?: readonly string[];
	readonly subfolders: boolean;
	readonly changedBy?: readonly string[];
	readonly notChangedBy?: readonly string[];
}

/**
 * Compiles a filter into a predicate over feed entries. Events that only the history can tell apart (modified, moved,
 * restored) pass; paths for patterns begin in the `roots`. Throws what `compileEntryFilter` throws.
 */
export function compileFilter(filter: ChangeFilter, roots = filter.folders): (entry: FeedEntry) => boolean {
	const [changedBy, notChangedBy] = [nameSet(filter.changedBy), nameSet(filter.notChangedBy)];
	const isEntryWanted = compileEntryFilter(filter);
	const { events, includeDeleted } = filter;
	const ofDeleted = new Set([...events].filter((event) => includeDeleted || event !== 'any'));
	return (entry) =>
		eventFromFeed({ entry }, isDeleted(entry) ? ofDeleted : events) !== undefined &&
		isInPart(filter, textOf(entry.fullpath)) &&
		isEntryWanted(entry, pathFrom(roots, entry)) &&
		(changedBy.size === 0 || changedBy.has(nameKey(entry.last_member_name))) &&
		!notChangedBy.has(nameKey(entry.last_member_name));
}

/** Which part of a library is watched. */
export type WatchedPart = Pick<ChangeFilter, 'folders' | 'excludedFolders' | 'subfolders'>;

/** Whether a path is in the part of the library that is watched. */
export function isInPart({ folders, excludedFolders = [], subfolders }: WatchedPart, path: string): boolean {
	const normalized = toFullpath(path);
	if (excludedFolders.some((folder) => isWithinPath(normalized, folder))) return false;
	if (folders === undefined) return true;
	if (normalized === '') return false;
	return folders.some((folder) =>
		subfolders ? pathInside(normalized, folder) !== undefined : parentPath(normalized) === folder,
	);
}

/** Compiles the filter of arrivals and departures, which are of files and of deleted folders, in any place. */
export function compileArrivalFilter(filter: ChangeFilter): (entry: FeedEntry) => boolean {
	const anywhere = { folders: [''], subfolders: true, excludedFolders: [] };
	const anything = { events: new Set<EventChoice>(['any']), includeDeleted: true } as const;
	return compileFilter({ ...filter, ...anything, ...anywhere }, filter.folders);
}

/** The path of an entry inside the watched folder that it is in, with the name that the entry has. */
function pathFrom(roots: ChangeFilter['folders'] = [], { fullpath, filename }: FeedEntry): string {
	const path = toFullpath(textOf(fullpath));
	const root = roots.find((folder) => path.startsWith(`${folder}/`));
	return joinPath(parentPath(pathInside(path, root) ?? path), textOf(filename ?? baseName(path)));
}

/** The names, and the parts of those with commas: an expression may give several people as one text. */
const nameSet = (names: readonly string[] = []): Set<string> =>
	new Set(names.flatMap((name) => [name, ...name.split(',')].map(nameKey)).filter(Boolean));
