import type { IDataObject } from 'n8n-workflow';
import { ABSENT } from './messages';

/** A locator as the form stores it. */
export const by = (mode: string, value: string): Record<string, unknown> => ({ __rl: true, mode, value });

/** A file that is worked on, and the path of what is made of it. */
interface Planned {
	readonly path: string;
	readonly sha1: string;
	readonly target: string;
}

/** What a lane does with files that are in the library. Each item names a path, and the name of what is made. */
export interface Change {
	/** As docs/operations.json has it. */
	readonly id: string;
	readonly parameters: (folder: string) => Record<string, unknown>;
	readonly options?: Readonly<Record<string, unknown>>;
	/** The contents of paths afterwards. */
	readonly effect: (file: Planned) => Readonly<Record<string, string>>;
	/** What is wrong with the item. */
	readonly check?: (json: IDataObject, file: Planned) => string | undefined;
	readonly endpoints: readonly string[];
	/** How the number of files changes with each. */
	readonly grows: -1 | 0 | 1;
}

const file = by('path', '={{ $json.path }}');
const paths = (...names: string[]): string[] => names.map((name) => `/m-open/1/file/${name}`);

const sameContent = ({ filehash, ...json }: IDataObject, { sha1 }: Planned): string | undefined =>
	filehash === sha1 ? undefined : `the SHA1 is ${String(filehash)} instead of ${sha1} (${JSON.stringify(json)})`;
const arrived = ({ fullpath }: IDataObject, { target }: Planned): string | undefined =>
	fullpath === target ? undefined : `it is at ${String(fullpath)} instead of ${target}`;

const CHANGES: readonly Change[] = [
	{
		id: 'libraryFileInfo',
		parameters: () => ({ resource: 'file', operation: 'get', file }),
		// With the SHA1.
		options: { attribute: '10' },
		effect: () => ({}),
		check: sameContent,
		endpoints: paths('info'),
		grows: 0,
	},
	{
		id: 'libraryFileHistory',
		parameters: () => ({ resource: 'history', operation: 'getMany', file, returnAll: true }),
		effect: () => ({}),
		endpoints: paths('history'),
		grows: 0,
	},
	{
		id: 'libraryFileAddTag',
		parameters: () => ({ resource: 'tag', operation: 'add', file, tags: ['soak'] }),
		effect: () => ({}),
		endpoints: paths('add_tag'),
		grows: 0,
	},
	{
		id: 'libraryFileCopy',
		parameters: (folder) => ({
			resource: 'file',
			operation: 'copy',
			file,
			destinationFolder: by('path', folder),
			newName: '={{ $json.name }}',
		}),
		effect: ({ target, sha1 }) => ({ [target]: sha1 }),
		check: arrived,
		endpoints: paths('copy', 'info', 'ls', 'create_folder', 'queue_status'),
		grows: 1,
	},
	{
		id: 'libraryFileRename',
		parameters: () => ({ resource: 'file', operation: 'rename', file, newName: '={{ $json.name }}' }),
		effect: ({ path, target, sha1 }) => ({ [path]: ABSENT, [target]: sha1 }),
		check: arrived,
		endpoints: paths('move', 'info'),
		grows: 0,
	},
	{
		id: 'libraryFileDelete',
		parameters: () => ({ resource: 'file', operation: 'delete', file }),
		effect: ({ path }) => ({ [path]: ABSENT }),
		endpoints: paths('del'),
		grows: -1,
	},
];

/** The changes that a lane may make: only those that make room when its folder is full. */
export const changesOf = (hasRoom: boolean): readonly Change[] =>
	hasRoom ? CHANGES : CHANGES.filter(({ grows }) => grows < 0);

/** Asks for files of which the lane does not know whether a failed change was made. */
export const SETTLE: Change = { ...(CHANGES[0] as Change), check: () => undefined };

/** Uploads the binary field of each item under the name in the item. */
export const UPLOAD = {
	resource: 'file',
	operation: 'upload',
	binaryPropertyName: 'data',
	fileName: '={{ $json.name }}',
	conflict: 'overwrite',
} as const;

/** Downloads the file that each item names. */
export const DOWNLOAD = { resource: 'file', operation: 'download', file, binaryPropertyName: 'data' } as const;
