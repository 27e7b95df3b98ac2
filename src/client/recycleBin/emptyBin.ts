import { deleteForGood, listRecycled } from '../../protocol/catalogue/libraryRecycleBin';
import { groupInSteps } from '../../protocol/plan/inSteps';
import { type Recycled, type RecycledDeletion, recycledIn } from '../../protocol/recycleBin/recycled';
import { fieldsIn } from '../../protocol/wire/json';
import { LibraryError } from '../../protocol/wire/libraryError';
import { quoted } from '../../protocol/wire/quoted';
import { inTurns } from '../async/inTurns';
import { allEntries } from '../paging/pages';
import type { Making } from '../plan/planRun';
import { call, type Caller } from '../service/call';
import type { Operator } from '../upload/port';

/** All entries of the recycle bin. Throws what `pages` throws. */
export const readBin = async (caller: Caller): Promise<Recycled[]> =>
	(await allEntries(caller, listRecycled)).map((entry) => recycledIn(fieldsIn(entry)));

/** The entries of the recycle bin by their paths, each with what tells it from others. */
async function readByPath(caller: Caller): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
	const byPath = await inTurns(groupInSteps(await readBin(caller), ({ fullpath }) => fullpath));
	return new Map([...byPath].map(([path, entries]) => [path, new Set(entries.map(identityOf))]));
}

const identityOf = ({ hash, deleted, deletedBy }: Recycled): string => JSON.stringify([hash, deleted, deletedBy]);

/** After so many deletions the recycle bin is read again. */
const READ_AGAIN = 200;

/** What others deleted meanwhile and has the same path would go too. */
const notAlone = (path: string): LibraryError =>
	new LibraryError('conflict', `Something else with the path ${quoted(path)} was deleted meanwhile`, {
		retryable: false,
		hint: 'The service would delete both. Run the node again to see both in the plan.',
	});

/**
 * How deleted entries are deleted for good: those of one path together, after a look that was taken at most 200
 * deletions ago. What is in the recycle bin no longer counts as deleted. For one run.
 */
export function emptying(operator: Operator): Making<RecycledDeletion> {
	let begun = 0;
	let look: ReturnType<typeof readByPath> | undefined;
	return {
		async make(changes, caller) {
			const path = changes[0]?.entry.fullpath ?? '';
			if (begun++ % READ_AGAIN === 0) look = readByPath(caller);
			const planned = new Set(changes.map(({ entry }) => identityOf(entry)));
			const there = (await look)?.get(path) ?? new Set();
			if ([...there].some((one) => !planned.has(one))) throw notAlone(path);
			if (there.size === 0) return { warning: 'It was no longer in the recycle bin' };
			await call(caller, deleteForGood, { fullpaths: path, ...operator });
			return undefined;
		},
		async madeAfterAll(failed, caller) {
			const left = await readByPath(caller);
			return failed.filter(({ entry }) => left.get(entry.fullpath)?.has(identityOf(entry)) !== true);
		},
		describe: ({ entry }) => `delete ${quoted(entry.fullpath)} for good`,
	};
}
