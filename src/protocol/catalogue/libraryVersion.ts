import { operation, returns } from '../operation/define';
import { required } from '../operation/fields';
import type { RestoredVersion } from './answers/file';
import { get, getDownloadLink } from './libraryFile';
import { listVersions } from './libraryHistory';
import { by, fileRef, operator } from './shared';
import { requireSha1, versionRef } from './sharedTransfer';
import { abortUpload, createFile, finishUpload, initLibraryUpload, putPart, queryUpload } from './uploadRequests';

/* Earlier versions of a file. */

export const restoreVersion = operation({
	resource: 'file',
	credential: 'org',
	id: 'libraryFileRestoreVersion',
	operation: 'restoreVersion',
	action: 'Restore a version of a file',
	summary: 'Make an earlier version of a file its current one; the content does not have to be transferred',
	forModel:
		'The filehash of each version is in the history of the file. The versions in between stay in the history.',
	route: createFile.route,
	covers: [get, listVersions, createFile],
	// Where the service no longer knows the content.
	alsoSends: [getDownloadLink, initLibraryUpload, putPart, queryUpload, finishUpload, abortUpload],
	repeatable: true,
	handler: 'places/restoreVersion',
	input: {
		file: required({ ...fileRef, help: 'The file of which to restore a version' }),
		version: required({ ...versionRef, help: 'The version that becomes the current one' }),
		...operator,
	},
	// Found before a library is bound for it.
	compose: (input) => {
		requireSha1(input);
		return {};
	},
	output: returns<RestoredVersion>(),
	example: {
		file: by('path', 'Reports/Price list.csv'),
		version: by('filehash', '1633ee0736582509b656acbe88e4b534cdc4221b'),
	},
});
