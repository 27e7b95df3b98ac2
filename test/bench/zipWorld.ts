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
