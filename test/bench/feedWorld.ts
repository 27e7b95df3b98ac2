/* A feed that is made up as it is read: what the server shows, and what the suite expects. */

/** How long the feed is, and how many of its changes share a millisecond. */
export interface FeedWorld {
	readonly changes: number;
	readonly perMs: number;
}

/** The time of the first change, as Unix ms. */
export const FIRST_MS = 1_700_000_000_000;
/** Entries of a page (document, limits). */
export const PAGE = 100;

/** The file name of a change: its number, so that the order can be checked. */
export const nameOf = (n: number): string => `Report ${n}.docx`;

/** The entry of a change, with the fields that the document names. */
export const changeAt = (n: number, ms: number) => ({
	cmd: n % 50 === 49 ? 0 : 1,
	hash: `f${n.toString(16).padStart(39, '0')}`,
	dir: 0,
	fullpath: `Projects/Folder ${Math.floor(n / 100)}/${nameOf(n)}`,
	filename: nameOf(n),
	filehash: n.toString(16).padStart(40, '0'),
	filesize: 1000 + n,
	create_member_name: 'Ada Lin',
	create_dateline: Math.floor(ms / 1000),
	last_member_name: 'Ben Ode',
	last_dateline: Math.floor(ms / 1000),
	property: '{"tag":""}',
});
