import { operation, returns } from '../operation/define';
import { binary, required } from '../operation/fields';
import { contentFields, uploadFields, verify } from './shared';
import { fileRef, folderRef, library } from './sharedUser';
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

const common = { resource: 'file', credential: 'token' } as const;
const byPath = (value: string) => ({ __rl: true, mode: 'path', value });

export const userUpload = operation({
	...common,
	id: 'userFileUpload',
	operation: 'upload',
	name: 'Upload',
	action: 'Upload a file',
	summary: 'Upload binary data of any size, in parts, checked by its SHA1',
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
	special: 'upload',
	input: {
		library,
		...contentFields,
		folder: {
			...folderRef,
			label: 'Parent Folder',
			help: 'The folder to upload into. Use "/" for the root of the library.',
			composed: true,
		},
		...uploadFields,
	},
	output: returns<{ hash: string; fullpath: string; filename: string; filehash: string; filesize: number }>(),
	example: {
		library: { __rl: true, mode: 'id', value: '2101' },
		binaryPropertyName: 'data',
		folder: byPath('Reports'),
		fileName: 'report.bin',
		options: { conflict: 'overwrite' },
	},
});

export const userDownload = operation({
	...common,
	id: 'userFileDownload',
	operation: 'download',
	name: 'Download',
	action: 'Download a file',
	summary: 'Download a file as binary data, checked by its size and SHA1',
	route: userGetDownloadLink.route,
	covers: [userGetDownloadLink, userGet],
	repeatable: true,
	reads: true,
	special: 'download',
	input: {
		library,
		file: required({ ...fileRef, help: 'The file to download' }),
		binaryPropertyName: binary({
			direction: 'out',
			label: 'Put Output File in Field',
			help: 'The name of the output binary field to put the file in',
		}),
		verify,
	},
	output: returns<{ fullpath: string; filesize: number }>(),
	example: {
		library: { __rl: true, mode: 'id', value: '2101' },
		file: byPath('Contracts/offer.txt'),
		binaryPropertyName: 'data',
	},
});
