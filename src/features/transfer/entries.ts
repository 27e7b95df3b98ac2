import { ownOperation, returns } from '../../protocol/operation/define';
import { required, text } from '../../protocol/operation/fields';
import type { JsonObject } from '../../protocol/wire/json';
import { baseName, requireVisible } from '../../protocol/wire/paths';
import { libraryFileInfo, getDownloadLink, getUploadKey } from '../../protocol/catalogue/libraryFiles';
import { listVersions } from '../../protocol/catalogue/libraryHistory';
import { by, fileRef, FOLDER_PATH, intranet, ITEM_PATH, operator, parentFolder } from '../../protocol/catalogue/shared';
import {
	contentAs,
	contentFields,
	DOWNLOAD_FOR_MODEL,
	requireVerifiable,
	textFields,
	textFilePath,
	textOptions,
	uploadFields,
	verify,
	version,
} from '../../protocol/catalogue/sharedTransfer';
import {
	createFile,
	libraryUploading,
	userCreateFile,
	userUploading,
	webUploadLibrary,
	webUploadUser,
} from '../../protocol/catalogue/requests';
import { byToken, inLibrary, chosenMount, parentFolder as userParentFolder } from '../../protocol/catalogue/sharedUser';
import { userGet, userGetDownloadLink, userGetUploadServer } from '../../protocol/catalogue/userFiles';

/* Uploads and downloads by library authorization. */

/** Items of Upload and Create From Text for a file that was stored. */
export type UploadedFile = {
	hash: string;
	fullpath: string;
	filename: string;
	type: 'file';
	/** Bytes. */
	filesize: number;
	/** SHA1 of the content. */
	filehash: string;
	transfer: {
		/** True when the service had the content already. */
		instant: boolean;
		/** Number of parts that were sent, and of repeated requests. */
		chunks: number;
		retries: number;
		bytes_sent: number;
		duration_ms: number;
	};
	/** True when the file was stored and another name was asked for, which is `requested`. */
	renamed?: true;
	requested?: string;
	/** Of a web upload: whether the stored content was read back, and why not. */
	verified?: boolean;
	warning?: string;
};

/** Items of Upload and Create From Text for a file that was there and was kept: the fields of Get. */
export type KeptFile = Readonly<JsonObject> & {
	/** Nothing was sent. */
	skipped: true;
};

/** Items of Download; the content is in their binary data, or in `text` or `data`, as Output says. */
export type DownloadedFile = {
	/** Null when the file was named by ID and not verified. */
	fullpath: string | null;
	filename: string;
	type: 'file';
	/** ID of the file; absent when it was named by path and not verified. */
	hash?: string;
	filehash?: string;
	/** Whether the content was compared with its SHA1. */
	verified: boolean;
	/** Bytes, those of the version that was asked for. */
	filesize: number;
	bytes_received: number;
	/** Number of times a broken transfer was resumed. */
	retries: number;
	duration_ms: number;
	text?: string;
	/** Parsed JSON. */
	data?: JsonObject;
	/** In which the text was read. */
	encoding?: string;
};

/** That a file got another name than was asked for. */
const storedAs = ({ renamed, requested, filename }: JsonObject): string | undefined =>
	renamed === true && typeof requested === 'string'
		? `${baseName(requested)} was stored as ${String(filename)}`
		: undefined;

export const upload = ownOperation('libraryFileUpload', 'file.upload', createFile, {
	menu: 'default',
	summary: 'Upload binary data of any size in chunks, verified by its SHA1',
	covers: [...libraryUploading, getUploadKey, webUploadLibrary],
	alsoSends: [libraryFileInfo],
	says: storedAs,
	input: {
		...contentFields,
		folder: { ...parentFolder('The folder to upload to, created if missing'), forBuilder: FOLDER_PATH },
		...uploadFields,
		...operator,
	},
	items: returns<UploadedFile | KeptFile>(),
	example: {
		binaryPropertyName: 'data',
		folder: by('path', 'Reports'),
		fileName: 'report.bin',
		conflict: 'overwrite',
	},
});

export const download = ownOperation('libraryFileDownload', 'file.download', getDownloadLink, {
	summary: 'Download a file as binary data, text or JSON, verified by its SHA1',
	forModel: DOWNLOAD_FOR_MODEL,
	covers: [getDownloadLink, libraryFileInfo],
	reads: true,
	input: {
		file: required({ ...fileRef, help: 'The file to download', forBuilder: ITEM_PATH }),
		...contentAs,
		version,
		downloadName: text(['File Name', 'Name of the downloaded file; its name in the library when left empty'], {
			wire: 'filename',
		}),
		intranet,
		verify,
		...operator,
	},
	check: (input) => {
		requireVerifiable(input);
		if (input.downloadName !== undefined) requireVisible('File Name', input.downloadName);
	},
	items: returns<DownloadedFile>(),
	example: { file: by('path', 'Contracts/offer.txt'), binaryPropertyName: 'data' },
});

export const createFromText = ownOperation('libraryFileCreateFromText', 'file.createFromText', createFile, {
	action: 'Create a file from text',
	summary: 'Store text as a file in the library',
	covers: [...libraryUploading],
	// To append, the file is read first, and its history looked at afterwards.
	alsoSends: [libraryFileInfo, getDownloadLink, listVersions],
	input: {
		...textFields,
		folder: parentFolder('The folder to store the file in, created if missing'),
		...textOptions,
		...operator,
	},
	compose: textFilePath,
	items: returns<UploadedFile | KeptFile>(),
	example: {
		text: 'Minutes of the meeting',
		fileName: 'minutes.md',
		folder: by('path', 'Reports'),
		conflict: 'overwrite',
	},
});

/* Uploads and downloads by user token. */

export const userUpload = ownOperation('userFileUpload', 'file.upload', userCreateFile, {
	...byToken(upload),
	covers: [...userUploading, userGetUploadServer, webUploadUser],
	alsoSends: [userGet],
	input: {
		library: chosenMount,
		...contentFields,
		folder: userParentFolder('The folder to upload to'),
		...uploadFields,
	},
	items: returns<UploadedFile | KeptFile>(),
});

export const userDownload = ownOperation('userFileDownload', 'file.download', userGetDownloadLink, {
	...byToken(download),
	covers: [userGetDownloadLink, userGet],
	input: { ...inLibrary(download.input, 'file'), ...contentAs, verify },
	items: returns<DownloadedFile>(),
});

export const userCreateFromText = ownOperation('userFileCreateFromText', 'file.createFromText', userCreateFile, {
	...byToken(createFromText),
	summary: 'Store text as a file in a library',
	covers: [...userUploading],
	alsoSends: [userGet, userGetDownloadLink],
	input: {
		library: chosenMount,
		...textFields,
		folder: userParentFolder('The folder to store the file in'),
		...textOptions,
	},
	compose: textFilePath,
	items: returns<UploadedFile | KeptFile>(),
});
