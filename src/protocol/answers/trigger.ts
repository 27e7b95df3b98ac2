import type { ChangedEntry } from './items';

/** Items of the File Library Trigger: what happened, to which entry, when and by whom. Signed links are left out. */
export type FeedChangeItem = {
	/**
	 * `incomplete`: more changes in one millisecond than the feed can show, or more files and folders in watched
	 * folders than are remembered; `message` says how many and what to do, `fullpath` the folder with which they came.
	 */
	event: ('created' | 'modified' | 'deleted' | 'moved' | 'restored' | 'changed' | 'arrived' | 'left') | 'incomplete';
} & ChangedEntry & {
		/** How a file arrived or left, and where it was; absent where the service does not tell. */
		how?: 'created' | 'moved' | 'restored' | 'deleted';
		from_fullpath?: string;
		/** What is special: hidden changes, too much in watched folders, a failed download, a change dated ahead. */
		message?: string;
		hash?: string;
		/** SHA1 of the content; absent for folders. */
		filehash?: string;
	};

/** Items of the File Library Activity Trigger, with the same columns for both logs. */
export type ActivityItem = {
	/** One of the events; `other` for a code that the document does not know, `unreadable` for a log that fails. */
	event: string;
	/** ISO time; the logs have full seconds. */
	date?: string;
	/** Of the member or administrator; absent for visitors of links. */
	member_name?: string;
	fullpath?: string;
	/** Absent where the list of libraries does not have it. */
	org_name?: string;
	type?: 'file' | 'folder';
	/** Bytes. */
	filesize?: number;
	/** What the log says of it; why a log cannot be read. */
	content: string;
	/** In the management log. */
	ip?: string;
	member_id?: number;
	org_id?: number;
	hash?: string;
};

/** How far a viewer is: page numbers, or seconds of playback. */
type Extent = { current: number; total: number };

/** Items of the File Library Preview Trigger. */
export type ViewerEventItem = {
	event: 'page' | 'progress';
	/** Null for a visitor without a signed link. */
	viewer: string | null;
	filename: string;
	/** ISO time by the clock of the viewer. */
	date: string;
	fullpath: string;
	page?: Extent;
	progress?: Extent;
	/** Whether the last page or the end was reached. */
	finished: boolean;
	/** ISO time by the clock of n8n. */
	received_at: string;
	hash: string;
	/** One for each time the page is loaded. */
	load_id: string;
};
