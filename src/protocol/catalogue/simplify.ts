import { isJsonObject, type JsonObject } from '../wire/json';
import type { Unverified } from './answers/common';
import type { FeedEntry, FileInfo } from './answers/file';
import type { QueueTask, Version } from './answers/history';
import type { ExternalLink } from './answers/link';
import type { PermissionStatus } from './answers/permission';

/* Items for people: what Simplify makes of the answers of a library. */

/** Unix seconds (number or text) as ISO text; undefined when there is no time. */
export const isoSeconds = (value: unknown): string | undefined => {
	const seconds = Number(value);
	return value === undefined || value === null || value === '' || !Number.isFinite(seconds) || seconds <= 0
		? undefined
		: new Date(seconds * 1000).toISOString();
};

/** Drops undefined and null fields, so that a field is either meaningful or absent. */
export const present = (item: JsonObject): JsonObject =>
	Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined && value !== null));

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
export const simpleEntry = (entry: Unverified<FileInfo>): JsonObject =>
	present({
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
	});

/** An entry of the updates feed: `deleted` where the feed tells it (mode compare), and its cursor. */
export const simpleChange = (entry: Unverified<FeedEntry>): JsonObject =>
	present({
		...simpleEntry(entry),
		deleted: entry.cmd === undefined ? undefined : Number(entry.cmd) === 0,
		cursor: entry.cursor,
	});

/** An entry in the history of a file. */
export const simpleVersion = (entry: Unverified<Version>): JsonObject =>
	present({
		hid: entry.hid,
		action: entry.act_name,
		date: isoSeconds(entry.dateline),
		memberId: entry.member_id,
		member: entry.member_name,
		fullpath: entry.fullpath,
		filehash: entry.filehash,
		filesize: entry.filesize,
	});

/** An external link; `expires` is absent for a link that never expires (-1). */
export const simpleLink = (entry: Unverified<ExternalLink>): JsonObject =>
	present({
		filename: entry.filename,
		filesize: entry.filesize,
		link: entry.link,
		expires: isoSeconds(entry.deadline),
		hasPassword: Number(entry.password) === 1 || entry.password === true,
	});

const QUEUE_STATES = ['waiting', 'processing', 'completed', 'failed'];
/** A queued task, its state as a word. */
export const simpleQueueTask = (entry: Unverified<QueueTask>): JsonObject =>
	present({
		status: QUEUE_STATES[Number(entry.status)] ?? entry.status,
		fullpath: entry.fullpath,
		added: isoSeconds(entry.add_dateline),
		started: isoSeconds(entry.start_dateline),
		finished: isoSeconds(entry.finish_dateline),
	});

/** Permission codes by their status: 1 granted, -1 denied; a code that is missing or 0 is not set (H06). */
export const simplePermissions = (entry: Unverified<PermissionStatus>): JsonObject => ({
	granted: Object.keys(entry).filter((code) => Number(entry[code]) === 1),
	denied: Object.keys(entry).filter((code) => Number(entry[code]) === -1),
});
