import type { FeedEntry } from '#changes/plan';

/**
 * A file or folder of the model. `version` counts what happened to it; only operations give it a new place in the
 * feed.
 */
export interface WorldFile {
	readonly hash: string;
	readonly folder: boolean;
	readonly createdS: number;
	name: string;
	parent: WorldFile | null;
	content: number;
	lastS: number;
	member: string;
	deleted: boolean;
	opMs: number;
	/** Order of the operations within one millisecond. */
	seq: number;
	version: number;
}

/** An entry as the feed showed it, and which version of which file it was. */
export interface Shown {
	readonly file: WorldFile;
	readonly version: number;
	readonly entry: FeedEntry;
}

/** Whether a file is `folder` itself or lies below it. */
export function isWithin(file: WorldFile, folder: WorldFile): boolean {
	for (let at: WorldFile | null = file; at; at = at.parent) if (at === folder) return true;
	return false;
}

const pathOf = ({ name, parent }: WorldFile): string => (parent ? `${pathOf(parent)}/${name}` : name);

/** The entry of the document, in compare mode with `cmd`: times in seconds, and never the operation time. */
export function shown(file: WorldFile, compare: boolean): Shown {
	const { hash, folder, name, content, createdS, lastS, member, deleted, version } = file;
	const entry: FeedEntry = {
		hash,
		dir: folder ? 1 : 0,
		fullpath: pathOf(file),
		filename: name,
		filehash: folder ? '' : `c${hash}-${content}`,
		filesize: folder ? 0 : content,
		create_member_name: 'ann',
		create_dateline: createdS,
		last_member_name: member,
		last_dateline: lastS,
		...(compare ? { cmd: deleted ? 0 : 1 } : {}),
	};
	return { file, version, entry };
}

/**
 * The fields of an entry that its own operations change. The folders of its path don't belong to them: renaming a
 * folder moves no entry below it in the feed. Neither do the names of people, who can be renamed too.
 */
export const ownFields = ({ hash, filename, filehash, last_dateline, cmd = 1 }: FeedEntry): string =>
	JSON.stringify({ hash, filename, filehash, last_dateline, cmd });
