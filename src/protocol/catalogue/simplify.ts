import { jsonIn, filledText, flagOf, isJsonObject, isoSeconds, type JsonObject, numberOf, textOf } from '../wire/json';
import { withoutPrototypes } from '../wire/parseJson';
import { entryPath } from '../wire/paths';
import * as contract from '../contract';
import type { ChangedEntry, Unverified } from '../answers/items';

/* Deployments send numbers as text (client facts 5.15), and digits as numbers; items have the document's types. */

/** A number that was sent as text or as a flag, undefined for an empty text; anything else as it came. */
function asNumber(value: unknown): unknown {
	if (typeof value === 'boolean') return Number(value);
	if (typeof value !== 'string') return value;
	if (value.trim() === '') return undefined;
	const number = numberOf(value);
	// A number that JavaScript cannot keep exactly stays a text.
	return number !== undefined && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : value;
}

function typedField(name: string, value: unknown): unknown {
	if (contract.NUMBERS.has(name)) return asNumber(value);
	if (contract.TEXTS.has(name)) return typeof value === 'number' ? String(value) : value;
	return Array.isArray(value) ? value.map((entry: unknown) => (isJsonObject(entry) ? typed(entry) : entry)) : value;
}

/** An entry of an answer with numbers and texts where the document has them, in the records inside of it too. */
export function typed(entry: object): JsonObject {
	// A copy of which hardly anything changes: lists have many entries.
	const fields: JsonObject = { ...entry };
	for (const name of Object.keys(fields)) {
		const value = typedField(name, fields[name]);
		if (value !== fields[name]) fields[name] = value;
	}
	return fields;
}

/* Items for people: what Simplify makes of the answers of a library. */

/** Drops what says nothing (undefined, null, an empty text), so that a field is either meaningful or absent. */
function present(item: JsonObject): JsonObject {
	const kept: JsonObject = {};
	for (const name of Object.keys(item)) {
		const value = item[name];
		if (value !== undefined && value !== null && value !== '') kept[name] = value;
	}
	return kept;
}

type AllOf<I> = { readonly [K in keyof I]-?: unknown };

/**
 * Makes a function of Simplify: `simple` sees the types of the document (`typed`), and what it leaves undefined,
 * null or empty is dropped. Keys are in the service's spelling: lower case with underscores. `I` is the item, of which
 * no field may be missing.
 */
export const simplifier =
	<T, I extends JsonObject = JsonObject>(simple: (entry: Unverified<T>) => AllOf<I>) =>
	(entry: Unverified<T>): I =>
		// The names stay the same, and what the service sends in another type than the document's is shown as it is.
		present(simple(typed(entry) as Unverified<T>)) as I;

/** The value of JSON text; undefined for text that is not JSON, and any other value as it is. */
const parsed = (value: unknown): unknown =>
	typeof value === 'string' ? withoutPrototypes(value, jsonIn(value)) : value;

/** The fields of `property`, which comes as an object or as JSON text (client facts 5.1). */
function propertiesOf(property: unknown): JsonObject {
	const properties = parsed(property);
	return isJsonObject(properties) ? properties : {};
}

/** Whether an entry inherits permissions from its parent; undefined where it does not say. */
export const inheritOf = ({ property }: Readonly<JsonObject>): boolean | undefined =>
	flagOf(propertiesOf(property).inherit, (inherit) => inherit === 1);

function tagsOf({ tag, property }: Unverified<contract.FileInfoLibrary>): string[] | undefined {
	const text = tag ?? propertiesOf(property).tag;
	return typeof text === 'string' ? text.split(';').filter(Boolean) : undefined;
}

/** Metadata by the keys of its templates; where it stands is an assumption, as the document does not say (G29). */
export function metadataOf({ property }: Unverified<contract.FileInfoLibrary>): JsonObject | undefined {
	const { metadata } = propertiesOf(property);
	return isJsonObject(metadata) ? metadata : undefined;
}

const ENTRY_TYPES = ['file', 'folder'] as const;
/** What an entry is, by its `dir`; undefined where the service does not say. */
export const entryType = (dir: unknown): 'file' | 'folder' | undefined => ENTRY_TYPES[numberOf(dir) ?? -1];

/**
 * A file or folder: its names, size, times as ISO text, people and marks, then its IDs. Leaves out signed links, and
 * the IDs of people, which no operation of a node with files takes.
 */
export const simpleEntry = simplifier<contract.FileInfoLibrary>((entry) => ({
	filename: entry.filename,
	fullpath: entryPath(entry.fullpath),
	type: entryType(entry.dir),
	filesize: entry.filesize,
	modified: isoSeconds(entry.last_dateline),
	modified_by: entry.last_member_name,
	created: isoSeconds(entry.create_dateline),
	created_by: entry.create_member_name,
	tags: tagsOf(entry),
	metadata: metadataOf(entry),
	file_count: entry.file_count,
	folder_count: entry.folder_count,
	files_size: entry.files_size,
	hash: entry.hash,
	filehash: entry.filehash,
}));

/** An entry of the recycle bin. Its latest change is the deletion (G41). */
export const simpleRecycled = simplifier<contract.FileEntryLibrary>((entry) => {
	const { filename, fullpath, modified, modified_by: deletedBy, ...rest } = simpleEntry(entry);
	return { filename, fullpath, deleted_at: modified, deleted_by: deletedBy, ...rest };
});

/** An entry of the updates feed, as a person reads it. */
export type SimpleChange = ChangedEntry & {
	/** Where the feed tells it (mode compare). */
	deleted?: boolean;
	dated_ahead?: boolean;
	/** Of changes that the feed hides. */
	message?: string;
	hash?: string;
	filehash?: string;
	cursor?: string;
};

type ListedEntry = contract.UpdatesEntry & Pick<SimpleChange, 'cursor' | 'dated_ahead'>;
export const simpleChange = simplifier<ListedEntry, SimpleChange>((entry) => ({
	filename: entry.filename,
	fullpath: entryPath(entry.fullpath),
	modified: isoSeconds(entry.last_dateline),
	modified_by: entry.last_member_name,
	type: entryType(entry.dir),
	filesize: entry.filesize,
	deleted: flagOf(entry.cmd, (cmd) => cmd === 0),
	dated_ahead: entry.dated_ahead,
	message: undefined,
	hash: entry.hash,
	filehash: entry.filehash,
	cursor: entry.cursor,
}));

/** What a history record says beyond the document, such as machine and IP; anything but fields as `text`. */
function recordDetails(property: unknown): JsonObject | undefined {
	const details = parsed(property) ?? property;
	const fields = isJsonObject(details) ? details : { text: filledText(textOf(details)) };
	return Object.values(fields).some((value) => value !== undefined) ? fields : undefined;
}

export type SimpleVersion = {
	date?: string;
	action?: string;
	member_name?: string;
	fullpath?: string;
	type?: 'file' | 'folder';
	filesize?: number;
	/** Extended properties; `text` where they are plain text. */
	details?: { text?: string };
	act?: number;
	member_id?: number;
	version_id?: string;
	hash?: string;
	filehash?: string;
};

/** An entry in the history of a file: what happened, when and by whom, then the version that it left. */
export const simpleVersion = simplifier<contract.HistoryEntry, SimpleVersion>((entry) => ({
	date: isoSeconds(entry.dateline),
	action: entry.act_name,
	member_name: entry.member_name,
	fullpath: entryPath(entry.fullpath),
	type: entryType(entry.dir),
	filesize: entry.filesize,
	details: recordDetails(entry.property),
	act: entry.act,
	member_id: entry.member_id,
	version_id: entry.hid,
	hash: entry.hash,
	filehash: entry.filehash,
}));

/** Links to the same content, the first of them also as `url`; nothing where the answer has none. */
export const linksItem = (urls: readonly string[] | undefined): JsonObject =>
	urls === undefined ? {} : { ...(urls.length > 0 ? { url: urls[0] } : {}), urls };

/** A size limit in bytes under `name`, or `unlimited` (-1); neither where there is none. */
export function sizeLimit(name: string, limit: unknown): JsonObject {
	const bytes = numberOf(limit);
	return bytes === undefined ? {} : bytes < 0 ? { unlimited: true } : { [name]: bytes, unlimited: false };
}

/** The usage of a library; sizes in bytes. */
export const simpleStatistics = simplifier<contract.LibraryStatistics>((entry) => ({
	org_name: entry.org_name,
	size_used: entry.size,
	...sizeLimit('size_total', entry.capacity),
	size_recycle: entry.size_recycle,
	file_count: entry.count_file,
	storage_point: entry.storage_point,
	org_id: entry.org_id,
	mount_id: entry.mount_id,
}));

const QUEUE_STATES = ['waiting', 'processing', 'completed', 'failed'];
/** A queued task, its state as a word. */
export const simpleQueueTask = simplifier<contract.QueueItem>((entry) => ({
	status: QUEUE_STATES[numberOf(entry.status) ?? -1] ?? entry.status,
	fullpath: entryPath(entry.fullpath),
	added_at: isoSeconds(entry.add_dateline),
	started_at: isoSeconds(entry.start_dateline),
	finished_at: isoSeconds(entry.finish_dateline),
}));
