import type { FeedEntry } from './file';

/** Items of the File Library Trigger. Signed links are left out. */
export type ChangeItem =
	| (Omit<FeedEntry, 'cursor'> & {
			event: 'created' | 'modified' | 'deleted' | 'moved' | 'restored' | 'changed';
			type: 'file' | 'folder';
			/** Why the content could not be downloaded, and in how many polls it was tried. */
			downloadError?: string;
			downloadTries?: number;
	  })
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
	file: { hash: string; fullpath: string; filename: string };
	/** Null for a visitor without a signed link. */
	viewer: string | null;
	page?: Extent;
	progress?: Extent;
	/** ISO times: by the clock of the viewer, and by that of n8n. */
	time: string;
	receivedAt: string;
	/** One for each time the page is loaded. */
	loadId: string;
};
