import { SortedList } from './sortedList';

/* Paths without slashes at their ends; '' is the root. */

/** Folder part of a path; '' for an entry of the root. */
export function parentOf(path: string): string {
	const cut = path.lastIndexOf('/');
	return cut < 0 ? '' : path.slice(0, cut);
}

/** Last part of a path. */
export function nameOf(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1);
}

/** Folder and name as one path. */
export function joinPath(folder: string, name: string): string {
	return folder === '' ? name : `${folder}/${name}`;
}

/** Lower-case extension without the dot; '' when there is none. */
export function extensionOf(name: string): string {
	const cut = name.lastIndexOf('.');
	return cut <= 0 ? '' : name.slice(cut + 1).toLowerCase();
}

/** fact 5.8: the number precedes the extension, without a space. assumed: folders have no extension. */
export function numberedName(name: string, number: number, isFolder: boolean): string {
	const cut = isFolder ? -1 : name.lastIndexOf('.');
	return cut <= 0 ? `${name}(${number})` : `${name.slice(0, cut)}(${number})${name.slice(cut)}`;
}

/** doc: advanced permission codes; 1 grants, -1 denies, 0 sets nothing. */
export type PermissionCodes = Readonly<Record<string, number>>;

/** doc: names of folder permissions, none of which denies everything; or a role; or with role id 0 single codes. */
export interface PermissionSetting {
	readonly names?: readonly string[];
	readonly roleId?: number;
	readonly codes?: PermissionCodes;
}

/** Permissions set on one file or folder, by member id and by department id. */
export interface Permissions {
	readonly members: Map<number, PermissionSetting>;
	readonly groups: Map<number, PermissionSetting>;
}

/** doc: act codes of the library log. fact 5.24: history uses the same codes. */
export const acts = {
	delete: 0,
	create: 1,
	rename: 2,
	edit: 3,
	move: 4,
	recover: 5,
	download: 20,
	preview: 21,
	link: 1014,
	openLink: 1015,
	downloadLink: 1016,
	uploadLink: 1018,
} as const;

/** The author of a change: a member, or with id 0 only a name. */
export interface Actor {
	readonly id: number;
	readonly name: string;
}

/** What was done to an entry, as things were then. */
export interface ChangeRecord {
	readonly act: number;
	readonly fullpath: string;
	readonly filehash: string;
	readonly filesize: number;
	readonly actor: Actor;
	readonly atMs: number;
}

/** One line of an entry's history. `hid` is the version id. */
export interface HistoryRecord extends ChangeRecord {
	readonly hid: string;
}

/** Properties set with a metadata template: the values, and the names of those that the file list shows. */
interface Metadata {
	readonly values: Readonly<Record<string, string | number | readonly string[]>>;
	readonly display: readonly string[];
}

/** What only few entries have; kept apart so that a million entries stay small. */
interface Details {
	readonly tags: Set<string>;
	/** By key of the template. */
	readonly metadata: Map<string, Metadata>;
	/** Oldest first. */
	readonly history: HistoryRecord[];
	permissions?: Permissions | undefined;
	/** Whether permissions of the folders above apply. */
	inherit: boolean;
}

/** The contents of a folder: by name, in listing order, and the totals of everything below. */
interface Children {
	readonly byName: Map<string, Entry>;
	readonly sorted: SortedList<Entry>;
	files: number;
	folders: number;
	bytes: number;
}

/** A file or folder. Its path follows from its parents, so that moving a folder changes one entry only. */
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
	/** Operation time and tie-breaker: the place in the updates feed. 0 while the entry is not in the feed. */
	opMs: number;
	opSeq: number;
	deleted: boolean;
	/** Path at the time of deletion, on the top entry of what was deleted. */
	deletedPath: string;
	details: Details | null;
}

/** assumed: the library list shows folders first, then names by UTF-16 code unit. Paging needs a stable order. */
export function listingOrder(a: Entry, b: Entry): number {
	const kind = Number(a.children === null) - Number(b.children === null);
	if (kind !== 0) return kind;
	return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** The contents of an empty folder. */
export function newChildren(): Children {
	return { byName: new Map(), sorted: new SortedList(listingOrder), files: 0, folders: 0, bytes: 0 };
}

/** Bytes of a file, or of all files below a folder. */
export function sizeOf(entry: Entry): number {
	return entry.children?.bytes ?? entry.filesize;
}

/** Whether an entry has any of the tags. */
export function hasTag({ details }: Entry, tags: readonly string[]): boolean {
	return tags.some((tag) => details?.tags.has(tag));
}

/** The path without a leading slash; for a deleted entry, the path it had. */
export function fullpathOf(entry: Entry): string {
	if (!entry.parent) return entry.deletedPath;
	return joinPath(fullpathOf(entry.parent), entry.name);
}

/** The details of an entry, created on first use. */
export function detailsOf(entry: Entry): Details {
	entry.details ??= { tags: new Set(), metadata: new Map(), history: [], inherit: true };
	return entry.details;
}

/** True when `entry` is `folder` or is somewhere below it. */
export function isWithin(entry: Entry, folder: Entry): boolean {
	for (let at: Entry | null = entry; at; at = at.parent) if (at === folder) return true;
	return false;
}

/** The entry and everything below it, parents first. */
export function* subtree(entry: Entry): Generator<Entry> {
	yield entry;
	for (const child of entry.children?.byName.values() ?? []) yield* subtree(child);
}

/** The entries below a folder, itself excluded, that fit; ordered by path. */
export function foundBelow(folder: Entry, fits: (entry: Entry) => boolean): Entry[] {
	return [...subtree(folder)]
		.filter((entry) => entry !== folder && fits(entry))
		.map((entry) => ({ entry, path: fullpathOf(entry) }))
		.sort((a, b) => (a.path < b.path ? -1 : 1))
		.map(({ entry }) => entry);
}
