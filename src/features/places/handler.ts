import { type JsonObject, fieldsIn } from '../../protocol/wire/json';
import { subjectOfRead } from '../../protocol/operation/subject';
import { isNoSuchEntry } from '../../protocol/wire/errorCodes';
import { rethrown, LibraryError, quoted } from '../../protocol/wire/libraryError';
import { type Handler, outputItem, type Job, mountOf, handles, type HandlerFor } from '../../n8n/execute/job';
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
import { fileCalls, infoIfExists, locationOf, type EntryLocation } from '../../client/files/fileCalls';
import { mountIn } from '../../client/service/account';
import { becameOf, existsError } from '../../client/files/takenName';
import type { Caller } from '../../client/service/call';
import { typed } from '../../protocol/catalogue/simplify';
import type { In } from '../../protocol/operation/define';
import { isFolder } from '../../protocol/tree/entryFilter';
import { numbered } from '../../protocol/wire/paths';
import type { CreatedFolder } from '../../protocol/answers/items';

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

type FolderJob = Job<In<typeof createFolder>>;

const MOST_NUMBERS = 1_000;

/**
 * Creates a folder, unless the name is taken: then, as the form says, the item is the folder that has it, the new one
 * gets a number, or the item fails. Whether it is taken is looked up first, because the document does not say what the
 * service does with an existing folder (C04, G40); where a file has the name, the service chooses another one. Throws
 * LibraryError conflict, and what the calls throw.
 */
const create: HandlerFor<typeof createFolder> = {
	automatic: ['overwrite'],
	async run(job, caller) {
		const requested = job.params.fullpath ?? '';
		const { conflict = 'existing' } = job.checked;
		const existing = await infoIfExists(caller, at(job, requested));
		if (existing && conflict === 'fail') throw existsError(requested, 'If the Folder Exists', job.op.id);
		if (existing && conflict === 'existing' && isFolder(existing))
			return [outputItem<CreatedFolder>({ ...locationOf(existing), ...mountOf(job.params), skipped: true })];
		const isTaken = existing !== undefined && conflict === 'rename';
		const location = await createAt(job, caller, isTaken ? await freePath(job, caller) : requested);
		return [
			outputItem<CreatedFolder>({
				success: true,
				...(location ?? { requested }),
				...mountOf(job.params),
				...becameOf(requested, location, false),
			}),
		];
	},
};

const at = ({ params }: FolderJob, fullpath: string) => ({ ...mountIn(params), fullpath });

/** The first path with a number that no entry has: `name(2)` (client facts 5.8). */
async function freePath(job: FolderJob, caller: Caller): Promise<string> {
	const requested = job.params.fullpath ?? '';
	for (let number = 2; number <= MOST_NUMBERS; number++) {
		const path = numbered(requested, number, 'folder');
		if (!(await infoIfExists(caller, at(job, path)))) return path;
	}
	throw new LibraryError('conflict', `${MOST_NUMBERS} folders are called like ${quoted(requested)}`, {
		operation: job.op.id,
		hint: 'Choose another name.',
	});
}

/** Creates a folder, and says where it is; undefined where the service does not, and something else has its name. */
async function createAt({ params }: FolderJob, caller: Caller, fullpath: string): Promise<EntryLocation | undefined> {
	const answer = typed(fieldsIn(await fileCalls(caller).createFolder({ ...params, fullpath }, {})));
	const location = locationOf(answer);
	if (location) return location;
	const found = await infoIfExists(caller, { ...mountIn(params), fullpath });
	return found && isFolder(found) ? locationOf(found) : undefined;
}

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
