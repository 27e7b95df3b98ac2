import { ownOperation, returns } from '../../protocol/operation/define';
import { required } from '../../protocol/operation/fields';
import type { RestoredVersion } from '../../protocol/answers/file';
import { get, getDownloadLink } from '../../protocol/catalogue/libraryFiles';
import { listVersions } from '../../protocol/catalogue/libraryHistory';
import {
	abortUpload,
	createFile,
	finishUpload,
	initLibraryUpload,
	putPart,
	queryUpload,
} from '../../protocol/catalogue/requests';
import { by, fileRef, operator } from '../../protocol/catalogue/shared';
import { requireSha1, versionRef } from '../../protocol/catalogue/sharedTransfer';

/* Earlier versions of a file. */

export const restoreVersion = ownOperation({
	resource: 'file',
	credential: 'org',
	id: 'libraryFileRestoreVersion',
	undo: 'file.restoreVersion',
	operation: 'restoreVersion',
	action: 'Restore a version of a file',
	summary: 'Make an earlier version of a file its current one; the content does not have to be transferred',
	forModel: 'Make a version of a file in File Library the current one, by its filehash from History: Get Many.',
	route: createFile.route,
	covers: [get, listVersions, createFile],
	// Where the service no longer knows the content.
	alsoSends: [getDownloadLink, initLibraryUpload, putPart, queryUpload, finishUpload, abortUpload],
	repeatable: true,
	special: true,
	input: {
		file: required({ ...fileRef, help: 'The file of which to restore a version' }),
		version: required({ ...versionRef, help: 'The version that becomes the current one' }),
		...operator,
	},
	check: requireSha1,
	output: returns<RestoredVersion>(),
	example: {
		file: by('path', 'Reports/Price list.csv'),
		version: by('filehash', '1633ee0736582509b656acbe88e4b534cdc4221b'),
	},
});
