/* Files by their numbers, so that the order can be checked. */

/** The name of the file of a number. */
export const nameOf = (n: number): string => `Report ${n}.docx`;
/** The path of the file of a number; a folder has a hundred. */
export const pathOf = (n: number): string => `Projects/Folder ${Math.floor(n / 100)}/${nameOf(n)}`;

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

/* A directory that is made up: what the emulator has, and what the input describes. */

/** How large the directory is that the service has. */
export interface DirectoryWorld {
	readonly members: number;
	readonly departments: number;
}

/** Departments with ten departments each, down to the last one. */
export const departmentOf = (n: number) => ({
	type: 'department',
	outId: `dept-${n}`,
	name: `Department ${n}`,
	parentOutId: n < 10 ? '' : `dept-${Math.floor(n / 10) - 1}`,
});

/** A member with all usual fields, in one of so many departments. */
export const memberOf = (n: number, departments: number) => ({
	type: 'member',
	outId: `emp-${n}`,
	name: `Person ${n}`,
	account: `person.${n}@example.com`,
	email: `person.${n}@example.com`,
	phone: '+1 555 0100',
	title: 'Engineer',
	departmentOutIds: [`dept-${n % departments}`],
});

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

/** The entry of a change, with the fields that the document names. */
export const changeAt = (n: number, ms: number) => ({
	cmd: n % 50 === 49 ? 0 : 1,
	hash: `f${n.toString(16).padStart(39, '0')}`,
	dir: 0,
	fullpath: pathOf(n),
	filename: nameOf(n),
	filehash: n.toString(16).padStart(40, '0'),
	filesize: 1000 + n,
	create_member_name: 'Ada Lin',
	create_dateline: Math.floor(ms / 1000),
	last_member_name: 'Ben Ode',
	last_dateline: Math.floor(ms / 1000),
	property: '{"tag":""}',
});

/* A library that is made up, and the requests that whole jobs in it need: counted by hand, not by our code. */

/** How large the library is: folders of 100 files each. */
export interface LibraryWorld {
	readonly folders: number;
}

/** The files in each folder: one page of a list. */
export const FILES_IN_FOLDER = 100;
/** The folder of all folders. */
export const SOURCE = 'S';

export const folderOf = (n: number): string => `${SOURCE}/folder-${n}`;
/** Requests of a first mirror (docs/mirror.md): one a folder of source and target, one a change; contents are known. */
export const mirrorRequests = ({ folders }: LibraryWorld): number =>
	2 * (1 + folders) + 1 + folders * (1 + FILES_IN_FOLDER);

/* A library in which somebody encrypted a folder, among many other changes. */

/** The folder that is restored. */
export const HIT = 'Hit';
/** Who encrypted it. */
export const CULPRIT = 'Kim';

/** How many files of the folder were encrypted and renamed, and how many changes there were in all. */
export interface RestoreWorld {
	readonly files: number;
	readonly changes: number;
}

/** The path of a file of the folder. */
export const hitFile = (n: number): string => `${HIT}/${Math.floor(n / 100)}/report ${n}.txt`;
/** What the server says beside its address: the time before all changes, in Unix ms. */
export const TIME_MS = Date.UTC(2026, 0, 1);

/* A folder that is downloaded as a ZIP: what the server shows, and what the suite expects. */

/** How many folders it has, how many files are in each, and how many bytes each of these has. */
export interface ZipWorld {
	readonly folders: number;
	readonly files: number;
	readonly size: number;
}

/** The path of the folder, which says what is in it. */
export const zipFolder = ({ folders, files, size }: ZipWorld): string => `zip-${folders}x${files}x${size}`;

/** The path of the file of a number. */
export const zipFile = (world: ZipWorld, n: number): string =>
	`${zipFolder(world)}/folder-${Math.floor(n / world.files)}/${n % world.files}-${world.size}.bin`;

/** What the path of such a folder says; undefined for another one. */
export function zipWorldIn(path: string): ZipWorld | undefined {
	const [, folders, files, size] = /^zip-(\d+)x(\d+)x(\d+)/.exec(path) ?? [];
	return folders === undefined ? undefined : { folders: Number(folders), files: Number(files), size: Number(size) };
}
