import { handles, type Handler, type Job } from '../../n8n/execute/job';
import type { INodeExecutionData } from 'n8n-workflow';
import { folderRequest } from '../../client/files/fileCalls';
import { pages } from '../../client/paging/pages';
import { nextTurn } from '../../client/async/inTurns';
import type { Caller } from '../../client/service/call';
import { readTree, type TreeEntry } from '../../client/tree/readTree';
import { listFolder } from '../../protocol/catalogue/libraryFiles';
import { userListFolder } from '../../protocol/catalogue/userFiles';
import type { In } from '../../protocol/operation/define';
import { compileEntryFilter, excludedBy, passesAll } from '../../protocol/tree/entryFilter';
import { defined, fieldsIn, type JsonObject, textOf } from '../../protocol/wire/json';
import { toFullpath } from '../../protocol/wire/paths';
import { concurrencyIn } from '../../n8n/form/nodeSettings';
import { noticesIn } from '../../n8n/execute/hints';
import { itemMaker } from '../../n8n/execute/plainOperation';

/** What is entered for the list of a folder; the form of File Library User has other fields besides. */
export type ListInput = In<typeof listFolder>;

/**
 * Lists a folder, with its subfolders where that is wanted: the entries that the filters let through, as many as the
 * limit says. Nothing of the others is kept. Throws what `pages` and `readTree` throw.
 */
const handler: Handler<ListInput> = {
	async run(job, caller) {
		const { limit = Infinity } = job;
		const finish = itemMaker(job);
		const items: INodeExecutionData[] = [];
		for await (const { entry } of wantedEntries(job, caller)) {
			items.push(finish(entry));
			if (items.length >= limit) break;
		}
		return items;
	},
};

/** The entries of a folder that the filters let through. Throws what `pages` and `readTree` throw. */
export async function* wantedEntries(job: Job<ListInput>, caller: Caller): AsyncGenerator<TreeEntry> {
	const isWanted = compileEntryFilter(job.checked);
	// With a tag the service looks at all levels by itself.
	const found = job.checked.recursive && job.params.tag === undefined ? tree(job, caller) : list(job, caller);
	for await (const listed of found) {
		if (isWanted(listed.entry, listed.path)) yield listed;
		// A page of long paths takes longer to compare than one turn of n8n may take.
		const wait = nextTurn();
		if (wait) await wait;
	}
}

async function* list({ context, params, checked, limit }: Job<ListInput>, caller: Caller): AsyncGenerator<TreeEntry> {
	const { recursive, maxDepth = Infinity } = checked;
	const most = passesAll(checked) && !recursive ? limit : undefined;
	for await (const found of pages(caller, folderRequest(caller), params, {
		...defined({ limit: most }),
		onNotice: noticesIn(context),
	})) {
		const entry = fieldsIn(found);
		const path = pathIn(params.fullpath ?? '', entry);
		if (!recursive || path.split('/').length <= maxDepth) yield { entry, path };
	}
}

function pathIn(folder: string, { fullpath, filename }: JsonObject): string {
	const path = toFullpath(textOf(fullpath));
	if (path === '') return textOf(filename);
	// The service may write the folder in another case than the person who named it.
	const isInside = path.toLowerCase().startsWith(`${folder}/`.toLowerCase());
	return isInside ? path.slice(folder.length + 1) : path;
}

async function* tree({ context, form, params, checked }: Job<ListInput>, caller: Caller): AsyncGenerator<TreeEntry> {
	const { fullpath = '', mount_id: mountId, hashs, ...further } = params;
	const hashes = hashs === undefined ? undefined : new Set(hashs.split(','));
	const entries = readTree(caller, {
		folder: fullpath,
		concurrency: concurrencyIn(form),
		params: further,
		...defined({ mountId, maxDepth: checked.maxDepth }),
		skipsFolder: excludedBy(checked),
		onNotice: noticesIn(context),
	});
	for await (const found of entries) if (!hashes || hashes.has(textOf(found.entry.hash))) yield found;
}

/** The operations of this feature, with what carries them out. */
export const handlers = [handles(listFolder, handler), handles(userListFolder, handler)];
