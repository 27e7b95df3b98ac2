/* A library log that is made up as it is read: what the server shows, and what the suite expects. */

/** How long the log is, and how many of its entries share a second. */
export interface ActivityWorld {
	readonly entries: number;
	readonly perSecond: number;
}

/** Most entries of a page (document, limits). */
export const LOG_PAGE = 1000;
/** The time of the first entry, as Unix seconds. */
const FIRST_SECOND = 1_700_000_000;

/** The path of the file of an entry: its number, so that the order can be checked. */
export const pathOf = (n: number): string => `Projects/Folder ${Math.floor(n / 100)}/Report ${n}.docx`;

/** An entry of a library log, with the fields that the document names. */
export const activityAt = (n: number, perSecond: number) => ({
	hash: `f${n.toString(16).padStart(39, '0')}`,
	dir: 0,
	act: 20,
	act_name: 'download',
	fullpath: pathOf(n),
	filehash: n.toString(16).padStart(40, '0'),
	filesize: 1000 + n,
	member_id: 100 + (n % 50),
	member_name: 'Ada Lin[ada.lin@example.com]',
	display_name: 'Ada Lin',
	member_account: 'ada.lin@example.com',
	dateline: FIRST_SECOND + Math.floor(n / perSecond),
});
