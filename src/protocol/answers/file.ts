import type { Numeric } from '../wire/json';

/* Files and folders of a library. Sizes are bytes, times are Unix seconds unless a field says otherwise. */

/** Extended properties of an entry. */
export type FileProperty = {
	/** Tags, separated by semicolons. */
	tag?: string;
	op_name?: string;
	/** Whether a folder inherits the permissions of its parent: 1 or 0. */
	inherit?: number;
	/** Format not shown (G38). */
	permission?: unknown;
};

/** What names a file or folder in every answer. */
type FileIdentity = {
	/** Stable ID: stays the same when the entry is moved or renamed. */
	hash: string;
	/** 1 folder, 0 file. */
	dir: Numeric;
	/** Path without slashes around it. */
	fullpath: string;
	filename: string;
	/** 0 for folders. */
	filesize: Numeric;
};

/** Who created and last changed an entry, and when. Names may be null (client facts 5.4). */
type FileAuthors = {
	create_member_name: string | null;
	create_dateline: Numeric;
	last_member_name: string | null;
	last_dateline: Numeric;
};

/** An entry of the recycle bin, and what all lists of a library have in common. */
export type RecycledEntry = FileIdentity &
	FileAuthors & {
		/** SHA1 of the content; empty for folders. */
		filehash: string;
	};

/** An entry of a folder or of a search. */
export type FileEntry = RecycledEntry & {
	/** Only in lists (G05); JSON text in older deployments (client facts 5.1). */
	property?: FileProperty | string | null;
};

/** An entry of the updates feed. Its times are seconds; the cursor of the feed is in milliseconds. */
export type FeedEntryAnswer = RecycledEntry & {
	/** 0 deleted, 1 not deleted; only in mode compare. */
	cmd?: Numeric;
	/** From where a list continues after this entry (src/protocol/wire/feedCursor.ts); only in items of Get Many. */
	cursor?: string;
	/** The entry is dated ahead, by more than a minute after the service's own time. */
	dated_ahead?: boolean;
};

/** The properties of one file or folder. With `attribute` 10 only the first fields come. */
export type FileInfo = FileIdentity &
	Partial<FileAuthors> & {
		/** SHA1 of the content; certain only with `attribute` 10 (G04). */
		filehash?: string;
		/** Signed download link. */
		uri?: string;
		/** Signed preview link. */
		preview?: string;
		/** Signed thumbnail link, for images. */
		thumbnail?: string;
		/** Tags, separated by semicolons. */
		tag?: string;
		/** Counts and total size of everything inside; with `attribute` 1 (G11). */
		file_count?: Numeric;
		folder_count?: Numeric;
		files_size?: Numeric;
		property?: FileProperty | string | null;
	};

/** A new folder. */
export type CreatedFolder = { hash: string; fullpath: string };

/** The result of a copy. A queued copy has a `queue_id` (text: client facts 5.12), and may have no entry yet (G20). */
export type CopyResult = { hash?: string; fullpath?: string; queue_id?: string };

/** What the items of links have besides: until when the link works (null: until it is closed), and what it allows. */
export type LinkItem = { expires_at?: string | null; auth?: string; created_by?: string; created_at?: string };

/** Items of copies by library authorization: what was asked for, besides what the service answers. */
export type CopiedItem = {
	from_fullpath: string;
	/** Null where the copy was made and cannot be found, as `warning` says; absent while nobody knows. */
	fullpath?: string | null;
	hash?: string | null;
	/** The path that was asked for, while the task waits in the queue. */
	requested?: string;
	queue_id?: string;
	/** True when the task was waited for. */
	completed?: true;
	/** What became of a name that was taken. */
	skipped?: true;
	renamed?: true;
	replaced?: true;
	warning?: string;
	error?: string;
};

/** Items of what is placed by one request: where it is now, as far as that is known, and where it was. */
export type PlacedItem = {
	success: true;
	fullpath?: string;
	hash?: string;
	/** The path that was asked for. */
	requested: string;
	from_fullpath: string;
	/** What became of a name that was taken. */
	skipped?: true;
	renamed?: true;
	replaced?: true;
	/** The library of a person that it is in, and the one that it was in. */
	mount_id?: number;
	from_mount_id?: number;
};

/** Items of Restore; `fullpath` and `hash` are null where it was restored and cannot be found, as `warning` says. */
export type RestoredItem = {
	success: true;
	requested: string;
	fullpath: string | null;
	hash?: string | null;
	warning?: string;
};

/* Links to files. All but external links are signed and short-lived. */

/** Links that download a file, valid for 10 minutes. */
export type DownloadLinks = { urls: string[] };

/** A page that shows a file, valid for 10 minutes. */
export type PreviewLink = {
	url: string;
	/** Only for images, when asked for (G07). */
	thumbnail?: string;
};

/** The address of one page or one server. */
export type PageLink = { url: string };

/** Upload servers, one of which to pick at random, and a temporary upload key. The key is a secret. */
export type UploadKey = { 'm-upload': string[]; key: string };

/** A new external link, and the code that closes it. */
export type CreatedLink = { link: string; code: string };

/** An external link of the library. */
export type ExternalLink = {
	filename: string;
	/** Bytes. */
	filesize: Numeric;
	link: string;
	/** Unix seconds; -1 never expires. */
	deadline: Numeric;
	/** 1 or true: protected by a password (client facts 5.17). */
	password: number | boolean;
	/** Not in the document; deployments may send them. */
	code?: string;
	fullpath?: string;
	/** What the link allows, as it was created, or three digits (client facts 5.26). */
	auth?: string;
	permission?: string;
};

/* What the requests of an upload answer. */

/** What create_file says of the file to come. */
export type UploadTicket = Readonly<{
	hash: string;
	/** The final path: the service may have added a number to the name (G34). */
	fullpath: string;
	/** 1: the service has the content already and nothing needs to be sent (client facts 5.10). */
	state: Numeric;
	/** Upload server, several separated by commas, or a list of them; with or without scheme (C05). */
	server?: string | readonly string[];
}>;

/** A session at an upload server. Its ID is a secret. */
export type OpenedSession = Readonly<{ session: string }>;

/** A file after a web upload. `filesize` in bytes. */
export type WebUploadedFile = Readonly<{ hash: string; fullpath: string; filesize: Numeric }>;
