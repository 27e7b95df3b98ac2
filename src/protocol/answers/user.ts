import type { Numeric } from '../wire/json';
import type { FileProperty, RecycledEntry } from './file';

/* What a person sees with an access token. Sizes are bytes, times are Unix seconds. */

/** A file or folder among the favorites. */
export type Favorite = RecycledEntry & {
	mount_id: number;
	/** Text or number (A08). */
	create_member_id: Numeric;
	last_member_id: Numeric;
};

/** A file or folder in a list. */
export type UserFileEntry = Favorite & {
	/** Signed thumbnail link. */
	thumbnail?: string;
	/** 0 is unlocked, anything else locked (C13). */
	lock: number;
};

/** The properties of one file or folder. */
export type UserFileInfo = UserFileEntry & {
	/** Signed preview link; absent for folders. */
	preview?: string;
	/** Object, JSON text, null or absent (client facts 5.3). */
	property?: FileProperty | string | null;
};

/** Links that download a file, valid for 10 minutes, and what they download. */
export type UserDownloadLinks = Pick<UserFileEntry, 'hash' | 'filehash' | 'filesize' | 'lock'> & { uris: string[] };

/** How much is in a folder, at all levels. */
export type FolderCounts = { file_count: number; folder_count: number };

/** The server of a web upload, with or without scheme (C05). */
export type UploadServer = { server: string };

/** A library of the person. */
export type Mount = {
	/** Enterprise; 0 is a personal library outside any enterprise. */
	ent_id: number;
	org_id: number;
	mount_id: number;
	org_name: string;
	org_logo_url: string;
	/** 20 is the personal library inside an enterprise. */
	org_type: number;
	member_count: number;
	owner_member_id: number;
	size_org_total: number;
	size_org_use: number;
	storage_point: string;
	/** Whether it can be reached from external networks: 1 or 0. */
	storage_ethernet: number;
	/** When it was added (client facts 5.21). */
	add_dateline?: number;
};

/** A new library of the person. */
export type CreatedMount = { org_id: number; mount_id: number; storage_point: string };
