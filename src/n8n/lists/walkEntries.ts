import { inParallel } from '../../client/async/parallel';
import { unlessFailed } from '../../client/files/unlessFailed';
import { listIn } from '../../client/paging/listAnswer';
import { call, type Caller } from '../../client/service/call';
import { isFolder } from '../../protocol/tree/entryFilter';
import type { JsonObject } from '../../protocol/wire/json';
import { pathOf } from './entryItems';
import type { ListQuery } from './scanList';

/** How much a walk may cost: somebody is waiting for it. */
export interface Budget {
	readonly requests: number;
	readonly ms: number;
}

const PARALLEL = 5;
const PAGE = 100;

/**
 * Entries of a library that are wanted, from its root down, as far as the budget goes. A folder that cannot be listed
 * is passed over. Throws only kind `aborted`.
 */
export async function walkEntries(
	caller: Caller,
	list: (fullpath: string) => ListQuery,
	isWanted: (entry: JsonObject) => boolean,
	{ requests, ms }: Budget,
): Promise<JsonObject[]> {
	const end = caller.clock.now() + ms;
	const seen = new Set<string>();
	const found: JsonObject[] = [];
	let left = requests;
	const readFolder = async (fullpath: string): Promise<void> => {
		const { request, params } = list(fullpath);
		for (let start = 0; left-- > 0 && caller.clock.now() < end;) {
			const page = { start: String(start), size: String(PAGE) };
			const { entries, count } = listIn(request, await call(caller, request, { ...params, ...page }));
			found.push(...entries.filter(isWanted));
			for (const entry of entries) if (isFolder(entry)) below.add(pathOf(entry));
			start += entries.length;
			// Some services have shorter pages, or count the entries of a page: a full one alone proves no end.
			const isShort = entries.length < PAGE && (count === undefined || start >= count);
			if (entries.length === 0 || isShort) return;
		}
	};
	let below = new Set(['']);
	while (below.size > 0 && left > 0 && caller.clock.now() < end) {
		const level = [...below].filter((folder) => !seen.has(folder));
		for (const folder of level) seen.add(folder);
		below = new Set();
		await inParallel(level, PARALLEL, async (folder) => await unlessFailed(readFolder(folder), () => undefined));
	}
	return found;
}
