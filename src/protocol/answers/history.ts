import type { Numeric } from '../wire/json';

/* What happened in a library. Times are Unix seconds. */

/** An entry in the history of a file. */
export type Version = {
	/** ID of the version. */
	hid: string;
	/** Codes are not shown (G17); clients use those of the library log (client facts 5.24). */
	act: number;
	act_name: string;
	dir: number;
	hash: string;
	fullpath: string;
	/** SHA1 of the content; it names the version in downloads. */
	filehash: string;
	/** Bytes. */
	filesize: number;
	member_id: Numeric;
	member_name: string | null;
	dateline: number;
	/** Extended properties such as machine and IP; raw JSON or text (client facts 5.24). */
	property: unknown;
};

/** What the items of a history have besides: the extended properties where they are plain text. */
export type VersionItem = { details?: { text?: string } };

/** How many entries of the updates feed lie between two times. */
export type ChangeCount = { count: Numeric };

/** A task that the service does in the background. */
export type QueueTask = {
	/** 0 waiting, 1 processing, 2 completed, 3 failed. */
	status: number;
	fullpath: string;
	add_dateline: number;
	start_dateline: number;
	finish_dateline: number;
};

/** An entry of the library log. */
export type LibraryLogEntry = {
	hash: string;
	dir: number;
	/** Code of the action (document, Library administration). */
	act: number;
	act_name: string;
	fullpath: string;
	filehash: string;
	/** Bytes. */
	filesize: number;
	member_id: number;
	/** Name and account in one text (F16). */
	member_name: string;
	display_name: string;
	member_account: string;
	dateline: number;
};

/** An entry of the management log. */
export type ManagementLogEntry = {
	/** Kind of entry, 1 to 9 (document, Management log). */
	type: number;
	admin: string;
	content: string;
	ip: string;
	dateline: number;
};
