import { operation, type Sent, returns } from '../operation/define';
import type { CreatedFolder } from '../answers/items';
import { choice, filter, required } from '../operation/fields';
import { checkEntryFilter } from '../tree/entryFilter';
import { inputError } from '../wire/libraryError';
import * as files from './libraryFiles';
import { by, folderInfoRef, folderRef, newFolderPath, searchFolder, searchScope } from './shared';
import { linksItem } from './simplify';
import { uploadPath } from './sharedTransfer';
import { byToken, inLibrary, chosenMount, lockedBy, MOUNT, mountRef, simpleUserEntry } from './sharedUser';
import { listFilterFields } from './sharedTree';

/* Files, as a person works with them by token. */

export const userGetDownloadLink = operation('userFileDownloadUrl', 'file.getDownloadLink', {
	...byToken(files.getDownloadLink),
	input: inLibrary(files.getDownloadLink.input, 'file'),
	wrap: ({ uris, lock, ...file }) => ({ ...linksItem(uris), locked: lockedBy(lock), ...file }),
	secrets: ['uris', 'url', 'urls'],
});

export const userGetPreviewLink = operation('userFilePreviewUrl', 'file.getPreviewLink', {
	...byToken(files.getPreviewLink),
	summary: 'Get the address of a page that shows the file',
	input: inLibrary(files.getPreviewLink.input, 'file', 'watermark'),
	secrets: ['url'],
});

export const userGet = operation('userFileInfo', 'file.get', {
	...byToken(files.libraryFileInfo),
	input: inLibrary(files.libraryFileInfo.input, 'file', 'ifMissing'),
	secrets: ['preview', 'thumbnail'],
	simplify: simpleUserEntry,
});

export const userGetUploadServer = operation('userFileUploadServer', 'file.getUploadServer', {
	action: 'Get an upload server',
	summary: 'Get the server that a web page uploads a file to',
	input: { library: chosenMount, path: uploadPath },
	example: { library: MOUNT, path: 'Reports/from-a-page.txt' },
});

export const userSearch = operation('userFileSearch', 'file.search', {
	...byToken(files.search),
	summary: 'Find files and folders in one library or in all of them',
	input: {
		keyword: required.text(['Search Text', 'Text to search for'], { placeholder: 'e.g. offer' }),
		library: { ...mountRef, help: 'The library to search; all libraries when left empty', sentWhenEmpty: '0' },
		folder: { ...searchFolder('fullpath'), dependsOn: 'library' },
		scope: searchScope,
		ext: filter.list('Only these file extensions, in any case; "dir" finds folders and "file" any file', {
			claims: 'nothing',
			label: 'Extensions',
			of: 'extension',
			placeholder: 'e.g. pdf',
		}),
	},
	compose: ({ library: chosen, folder }): Sent => {
		if (!folder?.value) return {};
		if (chosen) return { fullpath: folder.value };
		throw inputError('Library', 'is required to search a folder', 'Choose the library that contains the folder.');
	},
	secrets: ['thumbnail'],
	paging: { kind: 'offset', pageSize: 100, keyFields: ['mount_id', 'hash'] },
	simplify: simpleUserEntry,
	example: { keyword: 'offer', library: MOUNT, returnAll: true },
});

/* Folders, as a person works with them by token. */

export const userListFolder = operation('userFileList', 'folder.getMany', {
	...byToken(files.listFolder),
	input: {
		...inLibrary(files.listFolder.input, 'folder', 'recursive'),
		fileKind: filter.choice(
			'Only files of this type, as the service knows it. With Include Subfolders, use Extensions instead.',
			{
				label: 'Media Type',
				wire: 'sort',
				choices: {
					all: { label: 'All', wire: null },
					video: { label: 'Video', wire: '1' },
					audio: { label: 'Audio', wire: '2' },
					image: { label: 'Image', wire: '3' },
					document: { label: 'Document', wire: '5' },
				},
			},
		),
		order: choice(['Order By', 'How the service sorts the list'], {
			choices: {
				modified: { label: 'Last Modified, Newest First', wire: null },
				filename: 'Name',
				filesize: 'Size',
			},
		}),
		...listFilterFields,
		// The service itself leaves out files, which changes nothing about the folders that are read.
		kind: filter.choice('Which entries to include', {
			wire: 'dir',
			choices: {
				all: { label: 'Files and Folders', wire: null },
				file: { label: 'Files', wire: null },
				folder: { label: 'Folders', wire: '1' },
			},
		}),
	},
	check: (input) => {
		if (input.recursive && (input.fileKind ?? 'all') !== 'all')
			throw inputError('Media Type', "can't be combined with Include Subfolders", 'Use Extensions instead.');
		checkEntryFilter(input);
	},
	secrets: ['thumbnail'],
	paging: { kind: 'offset', pageSize: 100, keyFields: ['hash'] },
	simplify: simpleUserEntry,
});

export const userCountFolder = operation('userFileAttribute', 'folder.getCounts', {
	action: 'Get counts of a folder',
	summary: 'Count the files and folders inside a folder, at all levels',
	input: {
		library: chosenMount,
		folder: required({
			...folderInfoRef,
			dependsOn: 'library',
			help: 'The folder to count in',
			modes: { ...folderInfoRef.modes, list: folderRef.modes.list },
		}),
	},
	example: { library: MOUNT, folder: by('path', 'Contracts') },
});

export const userCreateFolder = operation('userFileCreateFolder', 'folder.create', {
	...byToken(files.createFolder),
	alsoSends: [userGet],
	input: inLibrary(files.createFolder.input, 'folder', 'name', 'conflict'),
	compose: newFolderPath,
	items: returns<CreatedFolder>(),
});
