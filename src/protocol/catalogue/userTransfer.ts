import { operation, returns } from '../operation/define';
import { required } from '../operation/fields';
import type { DownloadedFile, UploadedFile } from './answers/file';
import { by } from './shared';
import {
	contentAs,
	contentFields,
	DOWNLOAD_FOR_MODEL,
	textFields,
	textFilePath,
	textOptions,
	uploadFields,
	verify,
} from './sharedTransfer';
import { fileRef, library, parentFolder } from './sharedUser';
import {
	abortUpload,
	finishUpload,
	initUserUpload,
	putPart,
	queryUpload,
	userCreateFile,
	webUploadUser,
} from './uploadRequests';
import { userGet, userGetDownloadLink, userGetUploadServer } from './userFile';

/* Uploads and downloads by user token. */

const common = { resource: 'file', credential: 'token' } as const;
const MOUNT = by('id', '2101');

export const userUpload = operation({
	...common,
	id: 'userFileUpload',
	operation: 'upload',
	menu: 'default',
	name: 'Upload',
	action: 'Upload a file',
	summary: 'Upload binary data of any size in chunks, verified by its SHA1',
	route: userCreateFile.route,
	covers: [
		userCreateFile,
		initUserUpload,
		putPart,
		queryUpload,
		finishUpload,
		abortUpload,
		userGetUploadServer,
		webUploadUser,
	],
	alsoSends: [userGet],
	repeatable: false,
	handler: 'transfer/upload',
	input: { library, ...contentFields, folder: parentFolder('The folder to upload to'), ...uploadFields },
	output: returns<UploadedFile>(),
	example: {
		library: MOUNT,
		binaryPropertyName: 'data',
		folder: by('path', 'Reports'),
		fileName: 'report.bin',
		conflict: 'overwrite',
	},
});

export const userDownload = operation({
	...common,
	id: 'userFileDownload',
	operation: 'download',
	name: 'Download',
	action: 'Download a file',
	summary: 'Download a file as binary data, text or JSON, verified by its size and SHA1',
	forModel: DOWNLOAD_FOR_MODEL,
	route: userGetDownloadLink.route,
	covers: [userGetDownloadLink, userGet],
	repeatable: true,
	reads: true,
	handler: 'transfer/download',
	input: {
		library,
		file: required({ ...fileRef, help: 'The file to download' }),
		...contentAs,
		verify,
	},
	output: returns<DownloadedFile>(),
	example: { library: MOUNT, file: by('path', 'Contracts/offer.txt'), binaryPropertyName: 'data' },
});

export const userCreateFromText = operation({
	...common,
	id: 'userFileCreateFromText',
	operation: 'createFromText',
	name: 'Create From Text',
	action: 'Create a file from text',
	summary: 'Store text as a file in a library',
	route: userCreateFile.route,
	covers: [userCreateFile, initUserUpload, putPart, queryUpload, finishUpload, abortUpload],
	alsoSends: [userGet],
	repeatable: false,
	handler: 'transfer/createText',
	input: { library, ...textFields, folder: parentFolder('The folder to store the file in'), ...textOptions },
	compose: textFilePath,
	output: returns<UploadedFile>(),
	example: {
		library: MOUNT,
		text: 'Minutes of the meeting',
		fileName: 'minutes.md',
		folder: by('path', 'Reports'),
		conflict: 'overwrite',
	},
});
