import { lists, operation, returns, type Sent } from '../operation/define';
import { flag, list, required, text } from '../operation/fields';
import type { PageLink } from './answers/link';
import type { UploadServer, UserDownloadLinks, UserFileEntry, UserFileInfo } from './answers/user';
import { inputError } from '../wire/libraryError';
import * as files from './libraryFile';
import { by, searchFolder, searchScope } from './shared';
import { linksItem } from './simplify';
import { uploadPath } from './sharedTransfer';
import { fileByPathRef, fileOrRootRef, library, lockedBy, mountRef, simpleUserEntry } from './sharedUser';
import { byToken } from './twins';

/* Files, as a person works with them by token. */

const common = { resource: 'file', credential: 'token' } as const;
const MOUNT = by('id', '2101');
const SAMPLE = by('path', 'Contracts/offer.txt');

export const userGetDownloadLink = operation({
	...byToken(files.getDownloadLink),
	id: 'userFileDownloadUrl',
	route: 'GET /m-api/2/file/open',
	input: { library, file: required({ ...fileByPathRef, help: 'The file to link to' }) },
	wrap: ({ uris, lock, ...file }) => ({ ...linksItem(uris), locked: lockedBy(lock), ...file }),
	output: returns<UserDownloadLinks>(),
	secrets: ['uris', 'url', 'urls'],
	shape: { uris: 'list' },
	example: { library: MOUNT, file: SAMPLE },
});

export const userGetPreviewLink = operation({
	...byToken(files.getPreviewLink),
	id: 'userFilePreviewUrl',
	summary: 'Get the address of a page that shows the file',
	route: 'GET /m-api/2/file/preview_url',
	input: {
		library,
		file: required({ ...fileByPathRef, help: 'The file to preview' }),
		watermark: flag({ help: 'Whether to show a watermark', off: 'omit' }),
	},
	output: returns<PageLink>(),
	secrets: ['url'],
	example: { library: MOUNT, file: SAMPLE },
});

export const userGet = operation({
	...byToken(files.get),
	id: 'userFileInfo',
	route: 'GET /m-api/2/file/info',
	input: { library, file: required(fileOrRootRef) },
	output: returns<UserFileInfo>(),
	secrets: ['preview', 'thumbnail'],
	simplify: simpleUserEntry,
	example: { library: MOUNT, file: SAMPLE },
});

export const userGetUploadServer = operation({
	...common,
	id: 'userFileUploadServer',
	operation: 'getUploadServer',
	menu: 'technical',
	action: 'Get an upload server',
	summary: 'Get the server that a web page uploads a file to',
	route: 'GET /m-api/1/file/upload_server',
	reads: true,
	input: { library, path: uploadPath },
	output: returns<UploadServer>(),
	example: { library: MOUNT, path: 'Reports/from-a-page.txt' },
});

export const userSearch = operation({
	...byToken(files.search),
	id: 'userFileSearch',
	summary: 'Find files and folders in one library or in all of them',
	route: 'GET /m-api/2/file/search',
	input: {
		keyword: required(text({ label: 'Search Text', help: 'Text to search for', placeholder: 'e.g. offer' })),
		library: { ...mountRef, help: 'The library to search; all libraries when left empty', sentWhenEmpty: '0' },
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
	secrets: ['thumbnail'],
	paging: { kind: 'offset', pageSize: 100, keyFields: ['mount_id', 'hash'] },
	simplify: simpleUserEntry,
	example: { keyword: 'offer', library: MOUNT, returnAll: true },
});
