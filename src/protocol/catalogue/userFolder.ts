import { lists, operation, returns } from '../operation/define';
import { choice, flag, required } from '../operation/fields';
import type { Done } from './answers/common';
import type { FolderCounts, UserFileEntry } from './answers/user';
import { createFolder, listFolder } from './libraryFolder';
import { by, newFolder, newFolderPath } from './shared';
import { inputError } from '../wire/libraryError';
import { checkedFilters, recursive, treeFilterFields } from './sharedTree';
import { folderInfoRef, folderRef, library, parentFolder, simpleUserEntry } from './sharedUser';
import { byToken } from './twins';

/* Folders, as a person works with them by token. */

const common = { resource: 'folder', credential: 'token' } as const;
const MOUNT = by('id', '2101');
const FOLDER = by('path', 'Contracts');

export const userListFolder = operation({
	...byToken(listFolder),
	id: 'userFileList',
	route: 'GET /m-api/1/file/ls',
	input: {
		library,
		folder: folderRef,
		recursive,
		dir: flag({ label: 'Folders Only', place: 'filters', help: 'Whether to leave out files', off: '0' }),
		fileKind: choice({
			label: 'Kind of File',
			place: 'filters',
			wire: 'sort',
			help: 'Only files of this kind',
			default: 'all',
			choices: {
				all: { label: 'All', wire: null },
				video: { label: 'Video', wire: '1' },
				audio: { label: 'Audio', wire: '2' },
				image: { label: 'Image', wire: '3' },
				document: { label: 'Document', wire: '5' },
			},
		}),
		order: choice({
			label: 'Order By',
			help: 'How the service sorts the list',
			default: 'modified',
			choices: {
				modified: { label: 'Last Modified, Newest First', wire: null },
				filename: { label: 'Name' },
				filesize: { label: 'Size' },
			},
		}),
		...treeFilterFields('options'),
	},
	compose: (input) => {
		if (input.recursive && (input.fileKind ?? 'all') !== 'all')
			throw inputError(
				'Kind of File',
				"can't be combined with Include Subfolders",
				'Use Extensions in Options instead.',
			);
		// The service itself leaves out files, which changes nothing about the folders that are read.
		return { ...checkedFilters(input), ...(input.kind === 'folder' ? { dir: '1' } : {}) };
	},
	output: lists<UserFileEntry>(),
	secrets: ['thumbnail'],
	paging: { kind: 'offset', pageSize: 100, keyFields: ['hash'] },
	simplify: simpleUserEntry,
	example: { library: MOUNT, folder: FOLDER, returnAll: true },
});

export const userCountFolder = operation({
	...common,
	id: 'userFileAttribute',
	operation: 'getCounts',
	action: 'Get counts of a folder',
	summary: 'Count the files and folders inside a folder, at all levels',
	route: 'GET /m-api/2/file/attribute',
	reads: true,
	dateline: true,
	input: {
		library,
		folder: required({
			...folderInfoRef,
			help: 'The folder to count in. Use the path "/" for the library root.',
			modes: { ...folderInfoRef.modes, list: folderRef.modes.list },
		}),
	},
	output: returns<FolderCounts>(),
	example: { library: MOUNT, folder: FOLDER },
});

export const userCreateFolder = operation({
	...byToken(createFolder),
	id: 'userFileCreateFolder',
	route: 'POST /m-api/2/file/create_folder',
	dateline: true,
	input: {
		library,
		folder: parentFolder('The folder in which to create it'),
		name: newFolder.name,
		conflict: choice({
			label: 'If the Folder Exists',
			wire: 'overwrite',
			help: 'What to do when the parent folder already contains an entry of that name',
			default: 'overwrite',
			choices: {
				overwrite: { label: 'Overwrite', wire: '1', help: 'What the service does by default' },
				rename: { label: 'Keep Both', wire: '0', help: 'The new folder gets another name' },
			},
		}),
	},
	compose: newFolderPath,
	// The document shows no answer (C03): the node returns whatever comes.
	output: returns<Done>(),
	// The name may have been taken: then only the answer says where the folder is (client facts 5.9).
	done: ({ fullpath, overwrite }) => ({
		success: true,
		...(overwrite === '0' ? { requested: fullpath } : { fullpath }),
	}),
	example: { library: MOUNT, name: 'Inbox', folder: FOLDER },
});
