import { request, returns } from '../operation/define';
import type { Numeric } from '../wire/json';

/* Requests that an upload is made of. None is an operation of its own: Upload sends them in the order that the service wants. */

/** Parameters of create_file that are sent but not signed (document, Request signing). */
const unsigned = ['filehash', 'filesize'] as const;

/** What create_file says of the file to come. */
type CreatedFile = Readonly<{
	hash: string;
	fullpath: string;
	/** 1: the service has the content already, nothing is to be sent. */
	state: Numeric;
	/** Upload server, several with commas, or a list of them; with or without scheme (C05). */
	server?: string | readonly string[];
}>;

export const createFile = request({
	id: 'libraryFileCreateFile',
	route: 'POST /m-open/1/file/create_file',
	credential: 'org',
	unsigned,
	repeatable: false,
	output: returns<CreatedFile>(),
});

export const userCreateFile = request({
	id: 'userFileCreateFile',
	route: 'POST /m-api/2/file/create_file',
	credential: 'token',
	unsigned,
	repeatable: false,
	output: returns<CreatedFile>(),
});

/** Requests to an upload server carry the key of a session in a header instead of a sign. */
const session = { credential: 'uploadSession', signed: false, dateline: false } as const;
type Session = Readonly<{ session: string }>;

export const initLibraryUpload = request({
	...session,
	id: 'uploadInitLibrary',
	route: 'POST /upload_init',
	repeatable: false,
	output: returns<Session>(),
});

export const initUserUpload = request({
	...session,
	id: 'uploadInitUser',
	route: 'POST /upload_init',
	repeatable: false,
	output: returns<Session>(),
});

export const putPart = request({
	...session,
	id: 'uploadPart',
	route: 'PUT /upload_part',
	repeatable: true,
	output: returns<unknown>(),
});

/** Answers how many bytes the server has, as plain text or a JSON number (E05). */
export const queryUpload = request({
	...session,
	id: 'uploadQuery',
	route: 'POST /upload_req',
	repeatable: true,
	output: returns<Numeric>(),
});

export const finishUpload = request({
	...session,
	id: 'uploadFinish',
	route: 'POST /upload_finish',
	repeatable: true,
	output: returns<unknown>(),
});

export const abortUpload = request({
	...session,
	id: 'uploadAbort',
	route: 'POST /upload_abort',
	repeatable: true,
	output: returns<unknown>(),
});

type WebUploaded = Readonly<{ hash: string; fullpath: string; filesize: Numeric }>;
const webUpload = { route: 'POST /2/web_upload', signed: false, dateline: false, repeatable: false } as const;

/** Known by the key of Get Upload Key. */
export const webUploadLibrary = request({
	...webUpload,
	id: 'webUploadLibrary',
	credential: 'org',
	output: returns<WebUploaded>(),
});

/** Known by the token. */
export const webUploadUser = request({
	...webUpload,
	id: 'webUploadUser',
	credential: 'token',
	output: returns<WebUploaded>(),
});
