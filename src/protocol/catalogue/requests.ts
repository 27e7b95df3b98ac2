import { request, returns } from '../operation/define';
import type { Numeric } from '../wire/json';
import type { OpenedSession, UploadTicket, WebUploadedFile } from '../answers/file';

/*
 * The requests that are no operation of their own: those that make up an upload, in the order of the service, and two
 * by token.
 */

/** Parameters of create_file that are sent but not signed (document, Request signing). */
const unsigned = ['filehash', 'filesize'] as const;

export const createFile = request({
	id: 'libraryFileCreateFile',
	route: 'POST /m-open/1/file/create_file',
	credential: 'org',
	unsigned,
	output: returns<UploadTicket>(),
});

export const userCreateFile = request({
	id: 'userFileCreateFile',
	route: 'POST /m-api/2/file/create_file',
	credential: 'token',
	unsigned,
	output: returns<UploadTicket>(),
});

/** Requests to an upload server carry the key of a session in a header instead of a sign. */
const session = { credential: 'uploadSession', signed: false, dateline: false } as const;

export const initLibraryUpload = request({
	...session,
	id: 'uploadInitLibrary',
	route: 'POST /upload_init',
	output: returns<OpenedSession>(),
});

export const initUserUpload = request({
	...session,
	id: 'uploadInitUser',
	route: 'POST /upload_init',
	output: returns<OpenedSession>(),
});

export const putPart = request({ ...session, id: 'uploadPart', route: 'PUT /upload_part', repeatable: true });

/** Answers how many bytes the server has received, as plain text or a JSON number (E05). */
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
});

export const abortUpload = request({
	...session,
	id: 'uploadAbort',
	route: 'POST /upload_abort',
	repeatable: true,
});

const inParts = [putPart, queryUpload, finishUpload, abortUpload] as const;
/** The requests of a chunked upload to a library. */
export const libraryUploading = [createFile, initLibraryUpload, ...inParts] as const;
/** The same by token. */
export const userUploading = [userCreateFile, initUserUpload, ...inParts] as const;

const webUpload = { route: 'POST /2/web_upload', signed: false, dateline: false } as const;

/** Carries the key of Get Upload Key. */
export const webUploadLibrary = request({
	...webUpload,
	id: 'webUploadLibrary',
	credential: 'org',
	output: returns<WebUploadedFile>(),
});

/** Carries the token of the person. */
export const webUploadUser = request({
	...webUpload,
	id: 'webUploadUser',
	credential: 'token',
	output: returns<WebUploadedFile>(),
});

/** What both requests about places have in common: by token, an entry keeps its name in the other folder. */
const writing = { credential: 'token', slow: true, done: { success: true } } as const;

/** Copies into a folder; what is copied keeps its name. */
export const copyRequest = request({ ...writing, id: 'userFileCopy', route: 'POST /m-api/1/file/copy' });
/** Moves into a folder; what is moved keeps its name. */
export const moveRequest = request({ ...writing, id: 'userFileMove', route: 'POST /m-api/1/file/move' });
