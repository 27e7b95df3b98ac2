import { defined, textOf } from '../wire/json';
import { inputError } from '../wire/libraryError';
import { baseName, joinPath, parentPath, toFullpath } from '../wire/paths';
import { compileEntryFilter } from '../tree/entryFilter';
import type { EventChoice } from './changeEvent';
import { type FeedEntry, isDeleted, isFolder } from './change';

/** Which changes a workflow wants. Names are compared case-insensitively; sizes are bytes and apply to files only. */
export interface ChangeFilter {
	readonly events: ReadonlySet<EventChoice>;
	/** Whether `any` includes deletions. */
	readonly includeDeleted: boolean;
	readonly type: 'all' | 'files' | 'folders';
	/** Only entries in this folder, a path without slashes around it; the whole library when absent. */
	readonly folder?: string;
	readonly subfolders: boolean;
	/** Without the dot, in lower case; any extension when empty. */
	readonly extensions: readonly string[];
	/** See `EntryFilter`; paths inside the folder. */
	readonly include?: readonly string[];
	readonly exclude?: readonly string[];
	readonly changedBy: readonly string[];
	readonly notChangedBy: readonly string[];
	readonly minimumSize?: number;
	readonly maximumSize?: number;
}

/**
 * Compiles a filter into a predicate over feed entries. Events that only the history can tell apart (modified, moved,
 * restored) pass. Throws what `compilePatterns` throws, and inputError for sizes that exclude each other.
 */
export function compileFilter(filter: ChangeFilter): (entry: FeedEntry) => boolean {
	checkFilter(filter);
	const { type, extensions, include, exclude, minimumSize: minSize, maximumSize: maxSize } = filter;
	const isAuthorWanted = authorFilter(filter);
	const isEntryWanted = compileEntryFilter({
		kind: KINDS[type],
		extensions,
		...defined({ include, exclude, minSize, maxSize }),
	});
	return (entry) =>
		mayBeWantedEvent(filter, entry) &&
		isInFolder(filter, textOf(entry.fullpath)) &&
		isEntryWanted(entry, pathInside(filter, entry)) &&
		isAuthorWanted(entry);
}

/** The kinds of an entry by the choices of the form. */
const KINDS = { all: 'all', files: 'file', folders: 'folder' } as const;

function checkFilter({ minimumSize = 0, maximumSize = Infinity }: ChangeFilter): void {
	if (minimumSize > maximumSize)
		throw inputError('Maximum Size', 'is smaller than Minimum Size', 'No file matches both: change one of them.');
}

/** Whether the feed leaves it open that the entry's change is one of the chosen events. */
function mayBeWantedEvent({ events, includeDeleted }: ChangeFilter, entry: FeedEntry): boolean {
	const folder = isFolder(entry);
	if (isDeleted(entry))
		return events.has(folder ? 'folderDeleted' : 'fileDeleted') || (events.has('any') && includeDeleted);
	const ofThisType: EventChoice[] = folder ? ['folderCreated', 'folderChanged'] : ['fileCreated', 'fileModified'];
	const possible: EventChoice[] = ['any', 'moved', 'restored', ...ofThisType];
	return possible.some((event) => events.has(event));
}

function isInFolder({ folder, subfolders }: ChangeFilter, path: string): boolean {
	if (folder === undefined) return true;
	const normalized = toFullpath(path);
	if (normalized === '') return false;
	if (subfolders) return folder === '' || normalized.startsWith(`${folder}/`);
	return normalized.slice(0, Math.max(0, normalized.lastIndexOf('/'))) === folder;
}

/** The path of an entry inside the watched folder, with the name that the entry has. */
function pathInside({ folder = '' }: ChangeFilter, { fullpath, filename }: FeedEntry): string {
	const path = toFullpath(textOf(fullpath));
	const inside = folder === '' ? path : path.slice(folder.length + 1);
	return joinPath(parentPath(inside), textOf(filename ?? baseName(path)));
}

const normalizedName = (name: unknown): string => textOf(name).trim().toLowerCase();
const nameSet = (names: readonly string[]): Set<string> => new Set(names.map(normalizedName).filter(Boolean));

function authorFilter(filter: ChangeFilter): (entry: FeedEntry) => boolean {
	const [changedBy, notChangedBy] = [nameSet(filter.changedBy), nameSet(filter.notChangedBy)];
	return (entry) => {
		const author = normalizedName(entry.last_member_name);
		return (changedBy.size === 0 || changedBy.has(author)) && !notChangedBy.has(author);
	};
}
