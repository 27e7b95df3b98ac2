import type { JsonObject } from '../wire/json';
import { inputError } from '../wire/libraryError';
import { baseName, toFullpath } from '../wire/paths';

/** What can be chosen in the trigger, with its label. */
export const EVENTS = {
	any: { label: 'Any Change' },
	fileCreated: { label: 'File Created' },
	fileModified: { label: 'File Modified' },
	fileDeleted: { label: 'File Deleted' },
	folderCreated: { label: 'Folder Created' },
	folderChanged: { label: 'Folder Changed' },
	folderDeleted: { label: 'Folder Deleted' },
	moved: { label: 'Moved or Renamed' },
	restored: { label: 'Restored' },
} as const;
/** One of the kinds of change to choose. */
export type EventChoice = keyof typeof EVENTS;

/** Which changes a workflow wants. Names are compared without regard to case, sizes are bytes and concern files only. */
export interface ChangeFilter {
	readonly events: ReadonlySet<EventChoice>;
	/** Deleted entries too, where any change is wanted. */
	readonly includeDeleted: boolean;
	readonly type: 'all' | 'files' | 'folders';
	/** Only what lies in this folder, which is a path without slashes around it; the whole library when absent. */
	readonly folder?: string;
	readonly subfolders: boolean;
	/** Without the dot, in lower case; any when empty. */
	readonly extensions: readonly string[];
	/** `*` stands for any characters, `?` for one. */
	readonly namePattern?: string;
	readonly changedBy: readonly string[];
	readonly notChangedBy: readonly string[];
	readonly minimumSize?: number;
	readonly maximumSize?: number;
}

/** Whether an entry of the updates feed is a folder. */
export const isFolder = (entry: JsonObject): boolean => Number(entry.dir) === 1;
/** Whether an entry of the updates feed (mode compare) was deleted: `cmd` 0. */
export const isDeleted = (entry: JsonObject): boolean => entry.cmd !== undefined && Number(entry.cmd) === 0;

/** Longest pattern; a longer one is a mistake. */
const LONGEST_PATTERN = 200;

/**
 * The test of a filter, for entries of the updates feed. What needs a further call to tell (modified, moved, restored) passes.
 * Throws inputError for a pattern that is too long, and for sizes that exclude each other.
 */
export function acceptor(filter: ChangeFilter): (entry: JsonObject) => boolean {
	const { minimumSize = 0, maximumSize = Infinity, namePattern = '' } = filter;
	if (minimumSize > maximumSize)
		throw inputError('Maximum Size', 'is smaller than Minimum Size', 'No file can be that: correct one of them.');
	if (namePattern.length > LONGEST_PATTERN)
		throw inputError('Name Pattern', `is longer than ${LONGEST_PATTERN} characters`);
	const filesOnly =
		filter.extensions.length > 0 || filter.minimumSize !== undefined || filter.maximumSize !== undefined;
	const [by, notBy] = [names(filter.changedBy), names(filter.notChangedBy)];
	return (entry) => {
		const folder = isFolder(entry);
		const name = String(entry.filename ?? baseName(String(entry.fullpath ?? '')));
		if (folder ? filter.type === 'files' || filesOnly : filter.type === 'folders') return false;
		if (!mayBe(filter, folder, isDeleted(entry)) || !inScope(filter, String(entry.fullpath ?? ''))) return false;
		if (
			filter.extensions.length > 0 &&
			!filter.extensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`))
		)
			return false;
		if (namePattern !== '' && !matchesPattern(namePattern.toLowerCase(), name.toLowerCase())) return false;
		const who = plain(entry.last_member_name);
		if ((by.size > 0 && !by.has(who)) || notBy.has(who)) return false;
		const size = Number(entry.filesize);
		return folder || !filesOnly || (size >= minimumSize && size <= maximumSize);
	};
}

const plain = (name: unknown): string =>
	String(name ?? '')
		.trim()
		.toLowerCase();
const names = (list: readonly string[]): Set<string> => new Set(list.map(plain).filter(Boolean));

function mayBe({ events, includeDeleted }: ChangeFilter, folder: boolean, deleted: boolean): boolean {
	if (deleted) return events.has(folder ? 'folderDeleted' : 'fileDeleted') || (events.has('any') && includeDeleted);
	const kinds: EventChoice[] = [
		'any',
		'moved',
		'restored',
		...(folder ? (['folderCreated', 'folderChanged'] as const) : (['fileCreated', 'fileModified'] as const)),
	];
	return kinds.some((kind) => events.has(kind));
}

function inScope({ folder, subfolders }: ChangeFilter, path: string): boolean {
	if (folder === undefined) return true;
	const at = toFullpath(path);
	const parent = at.slice(0, Math.max(0, at.lastIndexOf('/')));
	if (at === '') return false;
	return subfolders ? folder === '' || at.startsWith(`${folder}/`) : parent === folder;
}

/** Wildcards in linear space and without backtracking over more than one `*`, so that no pattern can stall n8n. */
export function matchesPattern(pattern: string, name: string): boolean {
	const [p, n] = [[...pattern], [...name]];
	let [i, j, star, mark] = [0, 0, -1, 0];
	while (j < n.length) {
		if (i < p.length && p[i] === '*') {
			[star, mark] = [i++, j];
		} else if (i < p.length && (p[i] === '?' || p[i] === n[j])) {
			[i, j] = [i + 1, j + 1];
		} else if (star >= 0) {
			[i, j] = [star + 1, ++mark];
		} else {
			return false;
		}
	}
	while (p[i] === '*') i++;
	return i === p.length;
}
