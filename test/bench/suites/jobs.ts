import type { INodeExecutionData } from 'n8n-workflow';
import { type Bench, byPath, startBench } from '../engine';
import type { Address, Contestants, Task } from '../types';
import {
	CULPRIT,
	departmentOf,
	type DirectoryWorld,
	FILES_IN_FOLDER,
	folderOf,
	HIT,
	type LibraryWorld,
	memberOf,
	type RestoreWorld,
	SOURCE,
	TIME_MS,
} from '../worlds';

/** A folder whose entries are listed: so many, in so many subfolders, which are among them. */
interface EntryWorld {
	readonly entries: number;
	readonly folders: number;
}

/** A directory to synchronize, and how many changes that takes. */
interface Synchronizing extends DirectoryWorld {
	readonly changes: number;
	/** Whether the input is one text of JSON, and not an item for each entry. */
	readonly json?: boolean;
}

/** A job that consists of many requests. */
export type Job =
	| ({ readonly job: 'list' } & EntryWorld)
	| ({ readonly job: 'mirror' } & LibraryWorld)
	| ({ readonly job: 'restore' } & RestoreWorld)
	| ({ readonly job: 'synchronize' } & Synchronizing);

type Run = () => Promise<undefined>;

const options = { concurrency: 8 };

/** Throws unless it is so many. */
function check(what: string, found: unknown, right: number): undefined {
	if (found !== right) throw new Error(`${String(found)} ${what}, ${right} are right`);
	return undefined;
}

/** Lists a folder with its subfolders, 100 entries per request. */
async function list(bench: Bench, { entries, folders }: EntryWorld): Promise<Run> {
	const listed = async (count: number, inFolders: number): Promise<undefined> => {
		const folder = byPath(`${inFolders}x${count / inFolders - 1}`);
		const parameters = { resource: 'folder', operation: 'getMany', folder, recursive: true, returnAll: true };
		return check('entries', (await bench.run('library', parameters)).length, count);
	};
	for (let i = 0; i < 5; i++) await listed(2000, 20);
	return async () => await listed(entries, folders);
}

/** Into a folder that does not exist yet; the service has all the contents, so no byte is sent. */
async function mirror(bench: Bench, { folders }: LibraryWorld): Promise<Run> {
	let run = 0;
	const mirrored = async (source: string, dryRun: boolean): Promise<number> => {
		const [sourceFolder, targetFolder] = [byPath(source), byPath(`T${run++}`)];
		const parameters = { resource: 'folder', operation: 'mirror', dryRun, options, sourceFolder, targetFolder };
		return (await bench.run('library', parameters)).length;
	};
	await mirrored(folderOf(0), true);
	return async () => check('changes', await mirrored(SOURCE, false), 1 + folders * (1 + FILES_IN_FOLDER));
}

/** What one person did to a folder is undone. */
async function restore(bench: Bench, { files }: RestoreWorld): Promise<Run> {
	const restored = async (time: number, dryRun: boolean): Promise<INodeExecutionData['json'] | undefined> => {
		const parameters = {
			resource: 'folder',
			operation: 'restoreToTime',
			folder: byPath(HIT),
			dryRun,
			planOutput: 'summary',
			time: new Date(time).toISOString(),
			filters: { changedBy: [CULPRIT] },
			options,
		};
		return (await bench.run('library', parameters))[0]?.json;
	};
	await restored(Date.now() - 1000, true);
	return async () => {
		const summary = await restored(TIME_MS + 2000, false);
		return check(`changes, ${String(summary?.status)}`, summary?.done, 2 * files);
	};
}

async function synchronize(bench: Bench, { changes, json = false, ...world }: Synchronizing): Promise<Run> {
	const inputOf = ({ members, departments }: DirectoryWorld): INodeExecutionData[] => [
		...Array.from({ length: departments }, (_, n) => ({ json: departmentOf(n) })),
		...Array.from({ length: members }, (_, n) => ({ json: memberOf(n, departments) })),
	];
	const synchronized = async (entries: INodeExecutionData[], dryRun: boolean, text?: string): Promise<unknown> => {
		const source = text === undefined ? {} : { source: 'json', directory: text };
		const of = { resource: 'directory', operation: 'synchronize', planOutput: 'summary', ...source };
		const items = text === undefined ? entries : undefined;
		return (await bench.run('admin', { ...of, dryRun, options }, items))[0]?.json.changes;
	};
	await synchronized(inputOf({ members: 1, departments: 1 }), true);
	const input = inputOf(world);
	const text = json ? JSON.stringify(input.map((item) => item.json)) : undefined;
	return async () => check('changes', await synchronized(input, false, text), changes);
}

function prepare(bench: Bench, job: Job): Promise<Run> {
	switch (job.job) {
		case 'list':
			return list(bench, job);
		case 'mirror':
			return mirror(bench, job);
		case 'restore':
			return restore(bench, job);
		case 'synchronize':
			return synchronize(bench, job);
	}
}

/** Whole jobs; their code is loaded before. */
export const contestants: Contestants<Job> = {
	node: async (job: Job, { url }: Address): Promise<Task> => ({ run: await prepare(await startBench(url), job) }),
};
