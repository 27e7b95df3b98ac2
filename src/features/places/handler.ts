import type { JsonObject } from '../../protocol/wire/json';
import { subjectOfRead } from '../../protocol/operation/subject';
import { isNoSuchEntry } from '../../protocol/wire/errorCodes';
import { rethrown } from '../../protocol/wire/libraryError';
import { type Handler, outputItem, handles } from '../../n8n/execute/job';
import { plainOperation } from '../../n8n/execute/plainOperation';
import { createFolder, libraryFileInfo } from '../../protocol/catalogue/libraryFiles';
import {
	libraryFileCopy,
	copyFolder,
	copyMany,
	getFolder,
	libraryFileMove,
	moveFolder,
	rename,
	renameFolder,
} from '../../protocol/catalogue/libraryPlaces';
import { userCreateFolder, userGet } from '../../protocol/catalogue/userFiles';
import {
	userCopy,
	userCopyFolder,
	userGetFolder,
	userMove,
	userMoveFolder,
	userRename,
	userRenameFolder,
} from '../../protocol/catalogue/userPlaces';
import { handler as copies } from './serve/copies';
import { handler as moveOrCopy } from './serve/moveOrCopy';
import { handler as create } from './serve/createFolder';

/**
 * The properties of a file or folder, with `exists: true`. Where the form wants it, one that does not exist is an item
 * with `exists: false` and what was asked for; any other failure is one. Throws what `call` throws.
 */
const look: Handler<{ readonly ifMissing?: 'fail' | 'exists' }> = {
	async run(job, caller) {
		try {
			const items = await plainOperation.run(job, caller);
			return items.map(({ json, ...item }) => ({ ...item, json: { ...json, exists: true } }));
		} catch (failure) {
			if (!isNoSuchEntry(failure) || job.checked.ifMissing !== 'exists') throw rethrown(failure);
			return [outputItem<JsonObject>({ ...subjectOfRead(job.op, job.params), exists: false })];
		}
	},
};

/** The operations of this feature, with what carries them out. */
export const handlers = [
	handles(libraryFileInfo, look),
	handles(getFolder, look),
	handles(userGet, look),
	handles(userGetFolder, look),
	handles(createFolder, create),
	handles(userCreateFolder, create),
	handles(libraryFileCopy, copies),
	handles(copyMany, copies),
	handles(copyFolder, copies),
	handles(libraryFileMove, moveOrCopy),
	handles(rename, moveOrCopy),
	handles(moveFolder, moveOrCopy),
	handles(renameFolder, moveOrCopy),
	handles(userCopy, moveOrCopy),
	handles(userMove, moveOrCopy),
	handles(userRename, moveOrCopy),
	handles(userCopyFolder, moveOrCopy),
	handles(userMoveFolder, moveOrCopy),
	handles(userRenameFolder, moveOrCopy),
];
