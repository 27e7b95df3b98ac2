import type { Numeric } from '../wire/json';

/**
 * An entry of the updates feed: a file entry, with `cmd` in compare mode (document, file/updates). Times are seconds,
 * sizes bytes. A deployment may leave a field out, so every field is optional. The time of the operation itself is
 * not part of it.
 */
export type FeedEntry = {
	/** Stable id of the file or folder; it survives a move or rename. */
	readonly hash?: string;
	/** 1 folder, 0 file. */
	readonly dir?: Numeric;
	readonly fullpath?: string;
	readonly filename?: string;
	/** SHA1 of the content; empty for folders. */
	readonly filehash?: string;
	/** 0 for folders. */
	readonly filesize?: Numeric;
	readonly create_member_name?: string;
	readonly create_dateline?: Numeric;
	readonly last_member_name?: string;
	readonly last_dateline?: Numeric;
	/** Compare mode only: 0 deleted, 1 not deleted. */
	readonly cmd?: Numeric;
};

/** Whether an entry is a folder. */
export const isFolder = ({ dir }: FeedEntry): boolean => Number(dir) === 1;

/** Whether an entry was deleted; only compare mode says so. */
export const isDeleted = ({ cmd }: FeedEntry): boolean => cmd !== undefined && Number(cmd) === 0;
