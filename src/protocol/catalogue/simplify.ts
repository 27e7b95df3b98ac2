import { isJsonObject, numberOf, type JsonObject } from '../wire/json';
import type { Unverified } from './answers/common';
import type { FeedEntry, FileInfo } from './answers/file';
import type { QueueTask, Version } from './answers/history';
import type { ExternalLink } from './answers/link';
import { typed } from './fieldTypes';

/* Items for people: what Simplify makes of the answers of a library. */

/** The latest time that a Date can represent, Unix seconds. */
const LATEST = 8.64e12;

/** Unix seconds (number or text) as ISO text; undefined when there is no time. */
export const isoSeconds = (value: unknown): string | undefined => {
	const seconds = numberOf(value) ?? 0;
	return seconds > 0 && seconds <= LATEST ? new Date(seconds * 1000).toISOString() : undefined;
};

/** A coded value as yes or no; undefined where the service sent none. */
export const flagOf = (value: unknown, means: (code: number) => boolean): boolean | undefined => {
	const code = typeof value === 'boolean' ? Number(value) : numberOf(value);
	return code === undefined ? undefined : means(code);
};

/** Drops undefined and null fields, so that a field is either meaningful or absent. */
const present = (item: JsonObject): JsonObject =>
	Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined && value !== null));

/**
 * Makes a function of Simplify: `simple` sees the types of the document (fieldTypes.ts), and what it leaves undefined
 * or null is dropped.
 */
export const simplifier =
	<T>(simple: (entry: Unverified<T>) => JsonObject) =>
	(entry: Unverified<T>): JsonObject =>
		// The names stay the same, and nothing was known of the values.
		present(simple(typed(entry) as Unverified<T>));

/** The value of JSON text; undefined for text that is not JSON, and any other value as it is. */
function parsed(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value);
	} catch {
		return undefined;
	}
}

/** Tags are in `tag`, or in `property` as an object or as JSON text (client facts 5.1). */
function tagsOf({ tag, property }: Unverified<FileInfo>): string[] | undefined {
	const properties = parsed(property);
	const text = tag ?? (isJsonObject(properties) ? properties.tag : undefined);
	return typeof text === 'string' ? text.split(';').filter(Boolean) : undefined;
}

/** A file or folder: IDs, names, size, and its times as ISO text. Leaves out signed links. */
export const simpleEntry = simplifier<FileInfo>((entry) => ({
	fullpath: entry.fullpath,
	filename: entry.filename,
	dir: entry.dir,
	filesize: entry.filesize,
	modified: isoSeconds(entry.last_dateline),
	modifiedBy: entry.last_member_name,
	created: isoSeconds(entry.create_dateline),
	createdBy: entry.create_member_name,
	tags: tagsOf(entry),
	file_count: entry.file_count,
	folder_count: entry.folder_count,
	files_size: entry.files_size,
	hash: entry.hash,
	filehash: entry.filehash,
}));

/** An entry of the updates feed: `deleted` where the feed tells it (mode compare), and its cursor. */
export const simpleChange = simplifier<FeedEntry>((entry) => ({
	...simpleEntry(entry),
	deleted: flagOf(entry.cmd, (cmd) => cmd === 0),
	cursor: entry.cursor,
}));

/** An entry in the history of a file. */
export const simpleVersion = simplifier<Version>((entry) => ({
	hid: entry.hid,
	action: entry.act_name,
	date: isoSeconds(entry.dateline),
	memberId: entry.member_id,
	member: entry.member_name,
	fullpath: entry.fullpath,
	filehash: entry.filehash,
	filesize: entry.filesize,
}));

/** An external link; `expires` is absent for a link that never expires (-1). */
export const simpleLink = simplifier<ExternalLink>((entry) => ({
	filename: entry.filename,
	filesize: entry.filesize,
	link: entry.link,
	expires: isoSeconds(entry.deadline),
	hasPassword: flagOf(entry.password, (password) => password === 1) ?? false,
}));

const QUEUE_STATES = ['waiting', 'processing', 'completed', 'failed'];
/** A queued task, its state as a word. */
export const simpleQueueTask = simplifier<QueueTask>((entry) => ({
	status: QUEUE_STATES[Number(entry.status)] ?? entry.status,
	fullpath: entry.fullpath,
	added: isoSeconds(entry.add_dateline),
	started: isoSeconds(entry.start_dateline),
	finished: isoSeconds(entry.finish_dateline),
}));
