import { operation, returns } from '../operation/define';
import { binary, required, text } from '../operation/fields';
import { get, getDownloadLink, getUploadKey } from './libraryFile';
import { contentFields, fileRef, folderRef, intranet, operator, uploadFields, verify } from './shared';
import {
	abortUpload,
	createFile,
	finishUpload,
	initLibraryUpload,
	putPart,
	queryUpload,
	webUploadLibrary,
} from './uploadRequests';

const common = { resource: 'file', credential: 'org' } as const;
const byPath = (value: string) => ({ __rl: true, mode: 'path', value });

export const upload = operation({
	...common,
	id: 'libraryFileUpload',
	operation: 'upload',
	name: 'Upload',
	action: 'Upload a file',
	summary: 'Upload binary data of any size, in parts, checked by its SHA1',
	route: createFile.route,
	covers: [
		createFile,
		initLibraryUpload,
		putPart,
		queryUpload,
		finishUpload,
		abortUpload,
		getUploadKey,
		webUploadLibrary,
	],
	alsoSends: [get],
	repeatable: false,
	special: 'upload',
	input: {
		...contentFields,
		folder: {
			...folderRef,
			label: 'Parent Folder',
			help: 'The folder to upload into; it is created when missing. Use "/" for the root of the library.',
			composed: true,
		},
		...uploadFields,
		...operator,
	},
	output: returns<{ hash: string; fullpath: string; filename: string; filehash: string; filesize: number }>(),
	example: {
		binaryPropertyName: 'data',
		folder: byPath('Reports'),
		fileName: 'report.bin',
		options: { conflict: 'overwrite' },
	},
});

export const download = operation({
	...common,
	id: 'libraryFileDownload',
	operation: 'download',
	name: 'Download',
	action: 'Download a file',
	summary: 'Download a file as binary data, checked by its size and SHA1',
	route: getDownloadLink.route,
	covers: [getDownloadLink, get],
	repeatable: true,
	reads: true,
	special: 'download',
	input: {
		file: required({ ...fileRef, help: 'The file to download' }),
		binaryPropertyName: {
			...binary({
				direction: 'out',
				label: 'Put Output File in Field',
				help: 'The name of the output binary field to put the file in',
			}),
		},
		version: text({
			wire: 'filehash',
			label: 'Version',
			help: 'Content checksum (filehash) of an earlier version; the current one when empty',
		}),
		downloadName: text({ wire: 'filename', label: 'File Name', help: 'Name to give the downloaded file' }),
		intranet,
		verify,
		...operator,
	},
	output: returns<{ fullpath: string; filesize: number }>(),
	example: { file: byPath('Contracts/offer.txt'), binaryPropertyName: 'data' },
});
