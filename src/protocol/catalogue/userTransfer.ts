import { operation, returns } from '../operation/define';
import { required } from '../operation/fields';
import type { DownloadedFile, UploadedFile } from './answers/file';
import { createFromText, download, upload } from './libraryTransfer';
import { by } from './shared';
import {
	contentAs,
	contentFields,
	textFields,
	textFilePath,
	textOptions,
	uploadFields,
	verify,
} from './sharedTransfer';
import { fileRef, library, parentFolder } from './sharedUser';
import { userCreateFile, userUploading, webUploadUser } from './uploadRequests';
import { byToken } from './twins';
import { userGet, userGetDownloadLink, userGetUploadServer } from './userFile';

/* Uploads and downloads by user token. */

const MOUNT = by('id', '2101');

export const userUpload = operation({
	...byToken(upload),
	id: 'userFileUpload',
	route: userCreateFile.route,
	covers: [...userUploading, userGetUploadServer, webUploadUser],
	alsoSends: [userGet],
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
	...byToken(download),
	id: 'userFileDownload',
	route: userGetDownloadLink.route,
	covers: [userGetDownloadLink, userGet],
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
	...byToken(createFromText),
	id: 'userFileCreateFromText',
	summary: 'Store text as a file in a library',
	route: userCreateFile.route,
	covers: [...userUploading],
	alsoSends: [userGet],
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
