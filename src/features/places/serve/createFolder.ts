import { fileCalls, infoIfExists, locationOf, type EntryLocation } from '../../../client/files/fileCalls';
import { mountIn } from '../../../client/service/account';
import { becameOf, existsError } from '../../../client/files/takenName';
import type { Caller } from '../../../client/service/call';
import type { createFolder } from '../../../protocol/catalogue/libraryFiles';
import { typed } from '../../../protocol/catalogue/simplify';
import type { In } from '../../../protocol/operation/define';
import { isFolder } from '../../../protocol/tree/entryFilter';
import { fieldsIn } from '../../../protocol/wire/json';
import { LibraryError, quoted } from '../../../protocol/wire/libraryError';
import { numbered } from '../../../protocol/wire/paths';
import { type HandlerFor, type Job, mountOf, outputItem } from '../../../n8n/execute/job';
import type { CreatedFolder } from '../../../protocol/answers/items';

type FolderJob = Job<In<typeof createFolder>>;

const MOST_NUMBERS = 1_000;

/**
 * Creates a folder, unless the name is taken: then, as the form says, the item is the folder that has it, the new one
 * gets a number, or the item fails. Whether it is taken is looked up first, because the document does not say what the
 * service does with an existing folder (C04, G40); where a file has the name, the service chooses another one. Throws
 * LibraryError conflict, and what the calls throw.
 */
export const handler: HandlerFor<typeof createFolder> = {
	automatic: ['overwrite'],
	async run(job, caller) {
		const requested = job.params.fullpath ?? '';
		const { conflict = 'existing' } = job.checked;
		const existing = await infoIfExists(caller, at(job, requested));
		if (existing && conflict === 'fail') throw existsError(requested, 'If the Folder Exists', job.op.id);
		if (existing && conflict === 'existing' && isFolder(existing))
			return [outputItem<CreatedFolder>({ ...locationOf(existing), ...mountOf(job.params), skipped: true })];
		const isTaken = existing !== undefined && conflict === 'rename';
		const location = await create(job, caller, isTaken ? await freePath(job, caller) : requested);
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
async function create({ params }: FolderJob, caller: Caller, fullpath: string): Promise<EntryLocation | undefined> {
	const answer = typed(fieldsIn(await fileCalls(caller).createFolder({ ...params, fullpath }, {})));
	const location = locationOf(answer);
	if (location) return location;
	const found = await infoIfExists(caller, { ...mountIn(params), fullpath });
	return found && isFolder(found) ? locationOf(found) : undefined;
}
