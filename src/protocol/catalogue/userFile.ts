import type { JsonObject } from '../wire/json';
import { lists, operation, returns } from '../operation/define';
import { binary, choice, flag, list, multi, required, text } from '../operation/fields';
import { checkFileName, joinPath } from '../wire/paths';
import { contentFields, uploadFields, verify } from './shared';
import {
	fileRef,
	folderRef,
	library,
	mountRef,
	pathRef,
	simpleUserEntry,
	sourcesRef,
	targetFolder,
} from './sharedUser';

const common = { resource: 'file', credential: 'token' } as const;
const byPath = (value: string) => ({ __rl: true, mode: 'path', value });
const MOUNT = { __rl: true, mode: 'id', value: '2101' };
const SAMPLE = 'Contracts/offer.txt';

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
	output: returns<{ uris: string[] }>(),
	example: { library: MOUNT, file: byPath(SAMPLE) },
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
	output: returns<{ url: string }>(),
	example: { library: MOUNT, file: byPath(SAMPLE) },
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
	input: { library, file: required(fileRef) },
	output: returns<JsonObject>(),
	simplify: simpleUserEntry,
	example: { library: MOUNT, file: byPath(SAMPLE) },
});

export const userGetUploadServer = operation({
	...common,
	id: 'userFileUploadServer',
	operation: 'getUploadServer',
	name: 'Get Upload Server',
	action: 'Get an upload server',
	summary: 'Get the server that a web page uploads a file to',
	route: 'GET /m-api/1/file/upload_server',
	repeatable: true,
	reads: true,
	input: {
		library,
		path: required(
			text({
				label: 'File Path',
				wire: 'fullpath',
				path: true,
				claims: 'nothing',
				help: 'Full path of the file to be uploaded',
				placeholder: 'e.g. Inbox/scan.pdf',
			}),
		),
	},
	output: returns<{ server: string }>(),
	example: { library: MOUNT, path: 'Reports/from-a-page.txt' },
});

export const userCopy = operation({
	...common,
	id: 'userFileCopy',
	operation: 'copy',
	name: 'Copy',
	action: 'Copy a file',
	summary: 'Copy files and folders into a folder of this or another library, or move them to another library',
	route: 'POST /m-api/1/file/copy',
	repeatable: false,
	input: {
		library,
		file: { ...sourcesRef, help: 'The file or folder to copy, or several of them' },
		targetLibrary: {
			...mountRef,
			label: 'Target Library',
			help: 'The library to copy into; the same one when empty',
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
			help: 'Whether to delete the original after the copy, which moves it to another library',
			off: 'omit',
		}),
	},
	output: returns<JsonObject>(),
	done: { success: true },
	example: { library: MOUNT, file: byPath(SAMPLE), targetFolder: byPath('Archive'), options: { overwrite: true } },
});

export const userMove = operation({
	...common,
	id: 'userFileMove',
	operation: 'move',
	name: 'Move',
	action: 'Move a file',
	summary: 'Move files and folders into another folder of the library',
	route: 'POST /m-api/1/file/move',
	repeatable: false,
	input: {
		library,
		file: { ...sourcesRef, help: 'The file or folder to move, or several of them' },
		targetFolder: targetFolder('foldersByPath', 'library'),
	},
	output: returns<JsonObject>(),
	done: { success: true },
	example: { library: MOUNT, file: byPath('Contracts/draft.txt'), targetFolder: byPath('Archive') },
});

export const userRename = operation({
	...common,
	id: 'userFileRename',
	operation: 'rename',
	name: 'Rename',
	action: 'Rename a file',
	summary: 'Give a file or folder another name',
	route: 'POST /m-api/1/file/rename',
	repeatable: false,
	input: {
		library,
		file: required({ ...pathRef, help: 'The file or folder to rename' }),
		newName: required(
			text({
				wire: 'newname',
				help: 'The new name, without folders',
				forbid: '/',
				placeholder: 'e.g. offer 2026.pdf',
			}),
		),
	},
	output: returns<JsonObject>(),
	done: { success: true },
	example: { library: MOUNT, file: byPath('Contracts/old name.txt'), newName: 'new name.txt' },
});

export const userDelete = operation({
	...common,
	id: 'userFileDelete',
	operation: 'delete',
	name: 'Delete',
	action: 'Delete a file',
	summary: 'Delete a file or folder',
	route: 'POST /m-api/1/file/del',
	repeatable: false,
	input: { library, file: required({ ...pathRef, help: 'The file or folder to delete' }) },
	output: returns<JsonObject>(),
	done: { deleted: true },
	example: { library: MOUNT, file: byPath('Reports/old.txt') },
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
		keyword: required(text({ label: 'Search Text', help: 'Text to look for', placeholder: 'e.g. offer' })),
		library: { ...mountRef, help: 'The library to search; all libraries when empty', absent: '0' },
		path: text({
			label: 'Folder Path',
			wire: 'fullpath',
			path: true,
			claims: 'nothing',
			help: 'Folder to search, subfolders included',
			placeholder: 'e.g. Contracts/2026',
		}),
		scope: multi({
			label: 'Search In',
			form: 'json',
			help: 'Where to look',
			fallback: ['filename', 'tag'],
			choices: { content: { label: 'Content' }, filename: { label: 'Name' }, tag: { label: 'Tags' } },
		}),
		ext: list({
			claims: 'nothing',
			label: 'Extensions',
			form: 'json',
			of: 'text',
			button: 'Add Extension',
			help: 'Only these file extensions, without the dot; "dir" finds folders and "file" any file',
			placeholder: 'e.g. pdf',
		}),
	},
	output: lists<JsonObject>(),
	paging: { kind: 'offset', pageSize: 100 },
	simplify: simpleUserEntry,
	example: { keyword: 'offer', library: MOUNT, returnAll: true },
});

export const userListFolder = operation({
	id: 'userFileList',
	resource: 'folder',
	operation: 'getMany',
	name: 'Get Many',
	action: 'Get many entries of a folder',
	credential: 'token',
	summary: 'List the files and folders of a folder',
	route: 'GET /m-api/1/file/ls',
	repeatable: true,
	reads: true,
	input: {
		library,
		folder: folderRef,
		dir: flag({ label: 'Folders Only', help: 'Whether to leave out files', off: '0' }),
		kind: choice({
			label: 'Kind of File',
			wire: 'sort',
			help: 'Only files of this kind',
			fallback: 'all',
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
			help: 'How the service orders the list',
			fallback: 'modified',
			choices: {
				modified: { label: 'Last Modified, Newest First', wire: null },
				filename: { label: 'Name' },
				filesize: { label: 'Size' },
			},
		}),
	},
	output: lists<JsonObject>(),
	paging: { kind: 'offset', pageSize: 100 },
	simplify: simpleUserEntry,
	example: { library: MOUNT, folder: byPath('Contracts'), returnAll: true },
});

export const userCountFolder = operation({
	id: 'userFileAttribute',
	resource: 'folder',
	operation: 'getCounts',
	name: 'Get Counts',
	action: 'Get counts of a folder',
	credential: 'token',
	summary: 'Count the files and folders inside a folder, at all levels',
	route: 'GET /m-api/2/file/attribute',
	repeatable: true,
	reads: true,
	dateline: true,
	input: { library, folder: required({ ...fileRef, label: 'Folder', help: 'The folder to count in' }) },
	output: returns<{ file_count: number; folder_count: number }>(),
	example: { library: MOUNT, folder: byPath('Contracts') },
});

export const userCreateFolder = operation({
	id: 'userFileCreateFolder',
	resource: 'folder',
	operation: 'create',
	name: 'Create',
	action: 'Create a folder',
	credential: 'token',
	summary: 'Create a folder',
	route: 'POST /m-api/2/file/create_folder',
	repeatable: false,
	dateline: true,
	input: {
		library,
		name: required(
			text({
				label: 'Folder Name',
				wire: 'fullpath',
				composed: true,
				help: 'Name of the new folder',
				placeholder: 'e.g. 2026',
			}),
		),
		folder: {
			...folderRef,
			label: 'Parent Folder',
			help: 'The folder to create it in. Use "/" for the root of the library.',
			composed: true,
		},
		conflict: choice({
			label: 'If the Folder Exists',
			wire: 'overwrite',
			help: 'What to do when the name is taken',
			fallback: 'overwrite',
			choices: {
				overwrite: { label: 'Overwrite', wire: '1', help: 'What the service does when nothing is chosen' },
				rename: { label: 'Keep Both', wire: '0', help: 'The new folder gets another name' },
			},
		}),
	},
	compose: ({ name, folder }) => ({ fullpath: joinPath(folder?.value ?? '', checkFileName('Folder Name', name)) }),
	// The answer is not shown (ambiguities C03): what comes is put out.
	output: returns<JsonObject>(),
	done: { success: true },
	example: { library: MOUNT, name: 'Inbox', folder: byPath('Contracts') },
});
