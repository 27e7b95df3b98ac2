/* A watched folder in which many files arrive at once: what the server shows, and what the suite expects. */

/** How many files the folder has, and how many arrive. */
export interface ArrivalWorld {
	readonly files: number;
	readonly arriving: number;
}

export const WATCHED = 'Inbox';
/** A request for this path lets the files arrive. */
export const BURST = '/burst';

/** The entry of a file by its number; those that arrive come after those that are there. */
export const fileAt = (n: number, ms: number) => ({
	cmd: 1,
	hash: n.toString(16).padStart(40, 'f'),
	dir: 0,
	fullpath: `${WATCHED}/Report ${n}.docx`,
	filename: `Report ${n}.docx`,
	filehash: n.toString(16).padStart(40, '0'),
	filesize: 1000 + n,
	create_member_name: 'Ada Lin',
	create_dateline: Math.floor(ms / 1000),
	last_member_name: 'Ben Ode',
	last_dateline: Math.floor(ms / 1000),
	property: '{"tag":""}',
});
