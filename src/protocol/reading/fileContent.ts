/* A content of a file: what a link was made for, and what somebody has answered. */

/** What a file contained at some time. */
export interface FileContent {
	/** SHA1; null where the service did not say it. */
	readonly filehash: string | null;
	/** Its number in the history of the file, 1 for the oldest; null where that is not known. */
	readonly version_number: number | null;
}

/** Names a content in a page, which compares such names only; '' where it is not known. */
export const contentMark = (filehash: string | null): string => filehash?.slice(0, 12) ?? '';
