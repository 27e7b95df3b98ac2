import { lists, operation, returns } from '../operation/define';
import { list, text } from '../operation/fields';
import type { CreatedFolder, FileEntry } from './answers/file';
import { by, folderRef, newFolder, newFolderPath, operator } from './shared';
import { checkedFilters, recursive, treeFilterFields } from './sharedTree';
import { simpleEntry } from './simplify';

/* Folders of a library. */

const common = { resource: 'folder', credential: 'org' } as const;
const FOLDER = by('path', 'Contracts');

export const createFolder = operation({
	...common,
	id: 'libraryFileCreateFolder',
	operation: 'create',
	action: 'Create a folder',
	summary: 'Create a folder',
	route: 'POST /m-open/1/file/create_folder',
	input: { ...newFolder, ...operator },
	compose: newFolderPath,
	output: returns<CreatedFolder>(),
	example: { name: 'Inbox', folder: FOLDER },
});

export const listFolder = operation({
	...common,
	id: 'libraryFileList',
	operation: 'getMany',
	menu: 'default',
	action: 'Get many entries of a folder',
	summary: 'List the files and folders in a folder, on request with everything in its subfolders',
	route: 'POST /m-open/1/file/ls',
	reads: true,
	handler: 'listing/listTree',
	input: {
		folder: folderRef,
		recursive,
		tag: text({
			place: 'filters',
			help: 'Only entries with this tag, at all levels below the folder',
			placeholder: 'e.g. signed',
		}),
		hashs: list({
			claims: 'nothing',
			label: 'IDs',
			place: 'filters',
			form: ',',
			of: 'text',
			button: 'Add ID',
			help: 'Only the entries with these IDs',
		}),
		...treeFilterFields('options'),
	},
	compose: checkedFilters,
	output: lists<FileEntry>(),
	paging: { kind: 'offset', pageSize: 100, keyFields: ['hash'] },
	simplify: simpleEntry,
	example: { folder: FOLDER, returnAll: true },
});
