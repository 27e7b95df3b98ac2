import type { JsonObject } from '../wire/json';
type Item = Record<string, unknown>;

/** Unix seconds (number or text) as ISO text; undefined when there is no time. */
export const isoSeconds = (value: unknown): string | undefined => {
	const seconds = Number(value);
	return value === undefined || value === null || value === '' || !Number.isFinite(seconds) || seconds <= 0
		? undefined
		: new Date(seconds * 1000).toISOString();
};

/** Drops what is not there, so that a field is either meaningful or absent. */
const present = (item: Item): Item =>
	Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined && value !== null));

/** Tags stand in `tag`, or in `property` as an object or as JSON text (client facts 5.1). */
function tags(entry: JsonObject): string[] | undefined {
	let property = entry.property;
	if (typeof property === 'string') {
		try {
			property = JSON.parse(property);
		} catch {
			property = undefined;
		}
	}
	const tag = entry.tag ?? (property as JsonObject | null | undefined)?.tag;
	return typeof tag === 'string' ? tag.split(';').filter(Boolean) : undefined;
}

/** A file or folder: ids, names, size, and its times as ISO text. Leaves out signed links. */
export const simpleEntry = (entry: JsonObject): Item =>
	present({
		fullpath: entry.fullpath,
		filename: entry.filename,
		dir: entry.dir,
		filesize: entry.filesize,
		modified: isoSeconds(entry.last_dateline),
		modifiedBy: entry.last_member_name,
		created: isoSeconds(entry.create_dateline),
		createdBy: entry.create_member_name,
		tags: tags(entry),
		file_count: entry.file_count,
		folder_count: entry.folder_count,
		files_size: entry.files_size,
		hash: entry.hash,
		filehash: entry.filehash,
	});

/** An entry of the updates feed: `deleted` where the feed tells it (mode compare), and the cursor of its page. */
export const simpleChange = (entry: JsonObject): Item =>
	present({
		...simpleEntry(entry),
		deleted: entry.cmd === undefined ? undefined : Number(entry.cmd) === 0,
		fetch_dateline: entry.fetch_dateline,
	});

export const simpleVersion = (entry: JsonObject): Item =>
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

/** `expires` is absent for a link that never does (-1). */
export const simpleLink = (entry: JsonObject): Item =>
	present({
		filename: entry.filename,
		filesize: entry.filesize,
		link: entry.link,
		expires: isoSeconds(entry.deadline),
		hasPassword: Number(entry.password) === 1 || entry.password === true,
	});

const QUEUE_STATES = ['waiting', 'processing', 'completed', 'failed'];
export const simpleQueueTask = (entry: JsonObject): Item =>
	present({
		status: QUEUE_STATES[Number(entry.status)] ?? entry.status,
		fullpath: entry.fullpath,
		added: isoSeconds(entry.add_dateline),
		started: isoSeconds(entry.start_dateline),
		finished: isoSeconds(entry.finish_dateline),
	});

/** Permission codes by their status: 1 granted, -1 denied; a code that is missing or 0 has no setting (ambiguities H06). */
export const simplePermissions = (entry: JsonObject): Item => ({
	granted: Object.keys(entry).filter((code) => Number(entry[code]) === 1),
	denied: Object.keys(entry).filter((code) => Number(entry[code]) === -1),
});
