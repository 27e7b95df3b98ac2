/* What visitors read, written a second time: a change of the page's wording must be made here too. */

/** Headings of the page that refuses a visitor. */
export const REFUSED = {
	missing: 'File not found',
	noPreview: 'This file has no preview',
	anonymous: 'This page requires a personal link',
} as const;

/** Notices on the preview page. */
export const NOTICE = {
	slow: 'The preview is taking longer than usual',
	withoutScript: 'Without JavaScript, the preview is shown',
} as const;

/** The line of the page's header that names its viewer. */
export const shownTo = (viewer: string): string => `Shown to ${viewer}`;

/** Where in the document the visitor is, as the preview and the header of the page say it. */
export const pageOf3 = (current: number): string => `Page ${current} of 3`;
