import { SortedList } from './sortedList';
import { joinPath } from './paths';
import type { FolderPermissions } from '../permissions/folderPermissions';
import type { AdvancedPermissions } from '../permissions/advancedPermissions';

/** Who did something: a member of the library, or a name without one (id 0). */
export interface Actor {
	readonly id: number;
	readonly name: string;
}

/** A content an entry has or had. `hid` is the version id of history. */
export interface Version {
	readonly hid: string;
	readonly filehash: string;
	readonly filesize: number;
}

/** One line of an entry's history, as it was then. */
export interface HistoryRecord extends Version {
	readonly act: number;
	readonly fullpath: string;
	readonly actor: Actor;
	readonly atMs: number;
}

/** Properties set with a metadata template: values, and which of them the file list shows. */
export interface Metadata {
	readonly values: Readonly<Record<string, string | number | readonly string[]>>;
	readonly display: readonly string[];
}

/** What only few entries have; kept apart so that a million entries stay small. */
export interface Details {
	readonly tags: Set<string>;
	readonly metadata: Map<string, Metadata>;
	readonly history: HistoryRecord[];
	permissions?: FolderPermissions | undefined;
	advanced?: AdvancedPermissions | undefined;
	inherit: boolean;
}

/** The contents of a folder: by name, in listing order, and the totals of everything below. */
export interface Children {
	readonly byName: Map<string, Entry>;
	readonly sorted: SortedList<Entry>;
	/** Folders directly inside; they come first in the listing order. */
	ownFolders: number;
	files: number;
	folders: number;
	bytes: number;
}

/** A file or folder. Its path is not stored but follows from its parents, so moving a folder touches one entry. */
export interface Entry {
	readonly hash: string;
	name: string;
	parent: Entry | null;
	/** null for a file. */
	readonly children: Children | null;
	filehash: string;
	filesize: number;
	createdMs: number;
	createdBy: Actor;
	modifiedMs: number;
	modifiedBy: Actor;
	/** Operation time and tie-breaker: the place in the updates feed. */
	opMs: number;
	opSeq: number;
	deleted: boolean;
	/** Full path at the time of deletion, on the top entry of what was deleted. */
	deletedPath: string;
	details: Details | null;
}

/** assumed: the library list shows folders first, then names in code unit order; stable under paging. */
function listingOrder(a: Entry, b: Entry): number {
	const kind = Number(a.children === null) - Number(b.children === null);
	if (kind !== 0) return kind;
	return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

export function newChildren(): Children {
	return { byName: new Map(), sorted: new SortedList(listingOrder), ownFolders: 0, files: 0, folders: 0, bytes: 0 };
}

/** Full path without a leading slash; of a deleted entry, the path it had. */
export function fullpathOf(entry: Entry): string {
	if (!entry.parent) return entry.deletedPath;
	return joinPath(fullpathOf(entry.parent), entry.name);
}

/** The details of an entry, made when first needed. */
export function detailsOf(entry: Entry): Details {
	entry.details ??= { tags: new Set(), metadata: new Map(), history: [], inherit: true };
	return entry.details;
}

/** True when `entry` is `folder` or lies somewhere below it. */
export function isWithin(entry: Entry, folder: Entry): boolean {
	for (let at: Entry | null = entry; at; at = at.parent) if (at === folder) return true;
	return false;
}

/** The entry and everything below it, parents first. */
export function* subtree(entry: Entry): Generator<Entry> {
	yield entry;
	for (const child of entry.children?.byName.values() ?? []) yield* subtree(child);
}
