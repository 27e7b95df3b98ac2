import { lists, operation, returns, type Sent } from '../operation/define';
import { flag, list, required, text } from '../operation/fields';
import type { Done } from './answers/common';
import type { PageLink } from './answers/link';
import type { UploadServer, UserDownloadLinks, UserFileEntry, UserFileInfo } from './answers/user';
import { by, searchFolder, searchScope } from './shared';
import { inputError } from '../wire/libraryError';
import { checkFileName } from '../wire/paths';
import { uploadPath } from './sharedTransfer';
import {
	copied,
	fileOrRootRef,
	fileRef,
	library,
	mountRef,
	moved,
	pathRef,
	simpleUserEntry,
	sourcesRef,
	targetFolder,
} from './sharedUser';

/* Files, as a person works with them by token. */

const common = { resource: 'file', credential: 'token' } as const;
const MOUNT = by('id', '2101');
const SAMPLE = by('path', 'Contracts/offer.txt');

export const userGetDownloadLink = operation({
	...common,
	id: 'userFileDownloadUrl',
	operation: 'getDownloadLink',
	name: 'Get Download Link',
	action: 'Get a download link of a file',
	summary: 'Get links that download a file without signing in, valid for 10 minutes',
	route: 'GET /m-api/2/file/open',
	repeatable: true,
	reads: true,
	input: { library, file: required(fileRef) },
	output: returns<UserDownloadLinks>(),
	shape: { uris: 'list' },
	example: { library: MOUNT, file: SAMPLE },
});

export const userGetPreviewLink = operation({
	...common,
	id: 'userFilePreviewUrl',
	operation: 'getPreviewLink',
	name: 'Get Preview Link',
	action: 'Get a preview link of a file',
	summary: 'Get the address of a page that shows the file',
	route: 'GET /m-api/2/file/preview_url',
	repeatable: true,
	reads: true,
	input: { library, file: required(fileRef), watermark: flag({ help: 'Whether to show a watermark', off: 'omit' }) },
	output: returns<PageLink>(),
	example: { library: MOUNT, file: SAMPLE },
});

export const userGet = operation({
	...common,
	id: 'userFileInfo',
	operation: 'get',
	name: 'Get',
	action: 'Get a file',
	summary: 'Get the properties of a file or folder',
	route: 'GET /m-api/2/file/info',
	repeatable: true,
	reads: true,
	input: { library, file: required(fileOrRootRef) },
	output: returns<UserFileInfo>(),
	simplify: simpleUserEntry,
	example: { library: MOUNT, file: SAMPLE },
});

export const userGetUploadServer = operation({
	...common,
	id: 'userFileUploadServer',
	operation: 'getUploadServer',
	menu: 'technical',
	name: 'Get Upload Server',
	action: 'Get an upload server',
	summary: 'Get the server that a web page uploads a file to',
	route: 'GET /m-api/1/file/upload_server',
	repeatable: true,
	reads: true,
	input: { library, path: uploadPath },
	output: returns<UploadServer>(),
	example: { library: MOUNT, path: 'Reports/from-a-page.txt' },
});

export const userCopy = operation({
	...common,
	id: 'userFileCopy',
	operation: 'copy',
	name: 'Copy',
	action: 'Copy a file',
	summary: 'Copy files and folders to a folder of this or another library, or move them to another library',
	route: 'POST /m-api/1/file/copy',
	slow: true,
	repeatable: false,
	input: {
		library,
		file: sourcesRef('The file or folder to copy, or several of them'),
		targetLibrary: {
			...mountRef,
			label: 'Target Library',
			help: 'The library to copy to; the same library when left empty',
			modes: {
				list: { ...mountRef.modes.list, wire: 'target_mount_id' },
				id: { ...mountRef.modes.id, wire: 'target_mount_id' },
			},
		},
		targetFolder: targetFolder('targetFoldersByPath', 'targetLibrary'),
		overwrite: flag({
			help: 'Whether to replace files of the same name in the target folder; folders are never replaced',
			off: 'omit',
		}),
		deleteFrom: flag({
			label: 'Delete Original',
			help: 'Whether to delete the original after copying, which moves it to another library',
			off: 'omit',
		}),
	},
	output: returns<Done>(),
	done: copied,
	example: { library: MOUNT, file: SAMPLE, targetFolder: by('path', 'Archive'), options: { overwrite: true } },
});

export const userMove = operation({
	...common,
	id: 'userFileMove',
	operation: 'move',
	name: 'Move',
	action: 'Move a file',
	summary: 'Move files and folders to another folder of the library',
	route: 'POST /m-api/1/file/move',
	slow: true,
	repeatable: false,
	input: {
		library,
		file: sourcesRef('The file or folder to move, or several of them'),
		targetFolder: targetFolder('foldersByPath', 'library'),
	},
	output: returns<Done>(),
	done: moved,
	example: { library: MOUNT, file: by('path', 'Contracts/draft.txt'), targetFolder: by('path', 'Archive') },
});

export const userRename = operation({
	...common,
	id: 'userFileRename',
	operation: 'rename',
	name: 'Rename',
	action: 'Rename a file',
	summary: 'Change the name of a file or folder',
	route: 'POST /m-api/1/file/rename',
	slow: true,
	repeatable: false,
	input: {
		library,
		file: required({ ...pathRef, help: 'The file or folder to rename' }),
		newName: required(
			text({
				wire: 'newname',
				claims: 'name',
				composed: true,
				help: 'The new name, without folders',
				placeholder: 'e.g. offer 2026.pdf',
			}),
		),
	},
	output: returns<Done>(),
	compose: ({ newName }) => ({ newname: checkFileName('New Name', newName) }),
	// Where it is now, only the answer can say (client facts 5.12): the name may have been taken.
	done: ({ newname: asked, ...sent }) => ({ ...moved(sent), newname: asked }),
	example: { library: MOUNT, file: by('path', 'Contracts/old name.txt'), newName: 'new name.txt' },
});

export const userDelete = operation({
	...common,
	id: 'userFileDelete',
	operation: 'delete',
	name: 'Delete',
	action: 'Delete a file',
	summary: 'Delete a file or folder',
	route: 'POST /m-api/1/file/del',
	slow: true,
	repeatable: false,
	input: { library, file: required({ ...pathRef, help: 'The file or folder to delete' }) },
	output: returns<Done>(),
	done: { deleted: true },
	example: { library: MOUNT, file: by('path', 'Reports/old.txt') },
});

export const userSearch = operation({
	...common,
	id: 'userFileSearch',
	operation: 'search',
	name: 'Search',
	action: 'Search files',
	summary: 'Find files and folders in one library or in all of them',
	route: 'GET /m-api/2/file/search',
	repeatable: true,
	reads: true,
	input: {
		keyword: required(text({ label: 'Search Text', help: 'Text to search for', placeholder: 'e.g. offer' })),
		library: { ...mountRef, help: 'The library to search; all libraries when left empty', absent: '0' },
		folder: { ...searchFolder('fullpath'), dependsOn: 'library' },
		scope: searchScope,
		ext: list({
			claims: 'nothing',
			label: 'Extensions',
			place: 'filters',
			form: 'json',
			of: 'extension',
			button: 'Add Extension',
			help: 'Only these file extensions, in any case; "dir" finds folders and "file" any file',
			placeholder: 'e.g. pdf',
		}),
	},
	compose: ({ library: chosen, folder }): Sent => {
		if (!folder?.value) return {};
		if (chosen) return { fullpath: folder.value };
		throw inputError('Library', 'is required to search a folder', 'Choose the library that contains the folder.');
	},
	output: lists<UserFileEntry>(),
	paging: { kind: 'offset', pageSize: 100, keyFields: ['mount_id', 'hash'] },
	simplify: simpleUserEntry,
	example: { keyword: 'offer', library: MOUNT, returnAll: true },
});
