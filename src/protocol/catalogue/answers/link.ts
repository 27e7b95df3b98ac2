import type { Numeric } from '../../wire/json';

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

/** Items of Get Viewer Page Link. */
export type ViewerPageLink = {
	link: string;
	viewer: string;
	/** ISO time; null for a link that does not expire. */
	expires: string | null;
	hash: string;
	fullpath: string;
	filename: string;
};

/** Items of Get Reading Link. */
export type ReadingLinkItem = {
	link: string;
	viewer: string;
	ask: 'read' | 'approve';
	hash: string;
	fullpath: string;
	filename: string;
	/** The item of Wait for Reading has the same. */
	reading_id: string;
};
