/**
 * Items of the File Library Trigger: the event, and the entry as Change: Get Many shows it. Signed links are left out.
 */
export type ChangeItem =
	| {
			event: 'created' | 'modified' | 'deleted' | 'moved' | 'restored' | 'changed' | 'arrived' | 'left';
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
			/** How a file arrived or left, and where it was; absent where the service does not tell. */
			how?: 'created' | 'moved' | 'restored' | 'deleted';
			previous_fullpath?: string;
			/** The entry is dated ahead, by more than a minute after the service's own time. */
			dated_ahead?: boolean;
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

/** Items of the File Library Activity Trigger. */
export type ActivityItem =
	| {
			/** One of the events of a library, or `other` for an act that the document does not know. */
			event: string;
			/** ISO time; the logs have full seconds. */
			time: string;
			log: 'library';
			org_id: number;
			mount_id?: number;
			/** Absent where the list of libraries does not have it. */
			org_name?: string;
			fullpath: string;
			type: 'file' | 'folder';
			/** Bytes. */
			filesize: number;
			/** Absent for visitors of links. */
			member_name?: string;
			account?: string;
			member_id: number;
			hash: string;
			filehash?: string;
			/** Code of the act, and what the service calls it. */
			act: number;
			act_name: string;
			/** The entry is dated ahead, by more than a minute after the service's own time. */
			dated_ahead?: boolean;
	  }
	| {
			/** The type of the entry, or `other`. */
			event: string;
			time: string;
			log: 'management';
			/** The title of the type. */
			type: string;
			/** Name of the administrator. */
			admin: string;
			content: string;
			ip: string;
			dated_ahead?: boolean;
	  }
	| {
			/** A log that cannot be read. */
			event: 'unreadable';
			log: 'library' | 'management';
			message: string;
			org_id?: number;
			mount_id?: number;
			org_name?: string;
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
