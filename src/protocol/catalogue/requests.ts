import { request } from '../operation/define';

/* The requests that are no operation: those of an upload, in the order of the service, and two by token. */

export const createFile = request('libraryFileCreateFile');
export const userCreateFile = request('userFileCreateFile');

/* Requests to an upload server carry the key of a session in a header instead of a sign. */

export const initLibraryUpload = request('uploadInitLibrary');
export const initUserUpload = request('uploadInitUser');
export const putPart = request('uploadPart');
/** Answers how many bytes the server has received, as plain text or a JSON number (E05). */
export const queryUpload = request('uploadQuery');
export const finishUpload = request('uploadFinish');
export const abortUpload = request('uploadAbort');

const inParts = [putPart, queryUpload, finishUpload, abortUpload] as const;
/** The requests of a chunked upload to a library. */
export const libraryUploading = [createFile, initLibraryUpload, ...inParts] as const;
/** The same by token. */
export const userUploading = [userCreateFile, initUserUpload, ...inParts] as const;

/** Carries the key of Get Upload Key. */
export const webUploadLibrary = request('webUploadLibrary');
/** Carries the token of the person. */
export const webUploadUser = request('webUploadUser');

/* By token, an entry keeps its name in the other folder. */

/** Copies into a folder; what is copied keeps its name. */
export const copyRequest = request('userFileCopy');
/** Moves into a folder; what is moved keeps its name. */
export const moveRequest = request('userFileMove');
