import { ownOperation, returns } from '../../protocol/operation/define';
import { required } from '../../protocol/operation/fields';
import { libraryFileInfo, getDownloadLink } from '../../protocol/catalogue/libraryFiles';
import { listVersions } from '../../protocol/catalogue/libraryHistory';
import {
	abortUpload,
	createFile,
	finishUpload,
	initLibraryUpload,
	putPart,
	queryUpload,
} from '../../protocol/catalogue/requests';
import type { JsonObject } from '../../protocol/wire/json';
import { by, fileRef, operator } from '../../protocol/catalogue/shared';
import { requireSha1, versionRef } from '../../protocol/catalogue/sharedTransfer';

/* Earlier versions of a file. */

/** What a file has that had the content already: the fields of Get. */
export type UnchangedFile = Readonly<JsonObject> & { restored: false; duration_ms: number };

/** Items of Restore Version for a file that got the content. */
export type RestoredVersion = {
	hash: string;
	fullpath: string;
	filename: string;
	type: 'file';
	/** Bytes. */
	filesize: number;
	filehash: string;
	/** Whether the file has a new version. */
	restored: boolean;
	/** Why it has none, where the content went to its path after it had left it: the item is the file there. */
	reason?: string;
	/** Then the file that was to have the content: where it is now, null where it was deleted, absent if unknown. */
	original?: { hash: string; fullpath?: string | null };
	/** Number (the oldest version is 1) and ID (hid) of the new version, where the history shows it. */
	version_number?: number;
	version_id?: string;
	/** The version that was restored, when it was made (ISO time) and by whom. */
	restored_from: { version_number?: number; version_id?: string; date?: string; member_name?: string };
	/** True when the service had the content, so that nothing was transferred. */
	instant: boolean;
	retries: number;
	bytes_sent: number;
	duration_ms: number;
};

export const restoreVersion = ownOperation('libraryFileRestoreVersion', 'file.restoreVersion', createFile, {
	action: 'Restore a version of a file',
	summary: 'Make an earlier version of a file its current one, without a transfer',
	forModel: 'Make a version of a file in File Library the current one, by its filehash from History: Get Many.',
	covers: [libraryFileInfo, listVersions, createFile],
	// Where the service no longer knows the content.
	alsoSends: [getDownloadLink, initLibraryUpload, putPart, queryUpload, finishUpload, abortUpload],
	input: {
		file: required({ ...fileRef, help: 'The file' }),
		version: required({ ...versionRef, help: 'The version that becomes the current one' }),
		...operator,
	},
	check: requireSha1,
	items: returns<RestoredVersion | UnchangedFile>(),
	example: {
		file: by('path', 'Reports/Price list.csv'),
		version: by('filehash', '1633ee0736582509b656acbe88e4b534cdc4221b'),
	},
});
