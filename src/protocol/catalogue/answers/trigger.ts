/**
 * Items of the File Library Trigger: the event, and the entry as Change: Get Many shows it. Signed links are left out.
 */
export type ChangeItem =
	| {
			event: 'created' | 'modified' | 'deleted' | 'moved' | 'restored' | 'changed';
			filename: string;
			fullpath: string;
			type: 'file' | 'folder';
			/** Bytes; 0 for folders. */
			filesize: number;
			/** ISO times. */
			modified?: string;
			created?: string;
			/** Names; absent where the service does not know them. */
			modified_by?: string;
			created_by?: string;
			hash: string;
			/** SHA1 of the content; absent for folders. */
			filehash?: string;
			deleted?: boolean;
			/** Why the content could not be downloaded, and in how many polls it was tried. */
			download_error?: string;
			download_tries?: number;
	  }
	| {
			/** More changes in one millisecond than the feed can show. */
			event: 'incomplete';
			message: string;
			/** ISO time of that millisecond. */
			time: string;
			shown: number;
			/** Null when the service cannot count them. */
			counted: number | null;
	  };

/** How far a viewer is: page numbers, or seconds of playback. */
type Extent = { current: number; total: number };

/** Items of the File Library Preview Trigger. */
export type ViewerEventItem = {
	event: 'page' | 'progress';
	/** Whether the last page or the end was reached. */
	finished: boolean;
	filename: string;
	fullpath: string;
	hash: string;
	/** Null for a visitor without a signed link. */
	viewer: string | null;
	page?: Extent;
	progress?: Extent;
	/** ISO times: by the clock of the viewer, and by that of n8n. */
	time: string;
	received_at: string;
	/** One for each time the page is loaded. */
	load_id: string;
};
