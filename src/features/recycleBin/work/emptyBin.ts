import { deleteForGood, listRecycled } from '../../../protocol/catalogue/libraryRecycleBin';
import { groupBy } from '../../../protocol/plan/inSteps';
import { deletedWith, type DescribedDeletion, type Recycled, recycledIn } from '../plan/recycled';
import { fieldsIn } from '../../../protocol/wire/json';
import { LibraryError, quoted } from '../../../protocol/wire/libraryError';
import { mapInTurns } from '../../../client/async/inTurns';
import { allEntries } from '../../../client/paging/pages';
import type { ChangeMaker } from '../../../client/plan/applyPlan';
import { call, type Caller } from '../../../client/service/call';
import type { Operator } from '../../../client/service/account';

/** All entries of the recycle bin. Throws what `pages` throws. */
export const readBin = async (caller: Caller): Promise<Recycled[]> =>
	await mapInTurns(await allEntries(caller, listRecycled), (entry) => recycledIn(fieldsIn(entry)));

/** The entries of the recycle bin by what they are deleted with, each with what tells it from others. */
async function readByPath(caller: Caller): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
	const byPath = groupBy(await readBin(caller), deletedWith);
	return new Map([...byPath].map(([path, entries]) => [path, new Set(entries.map(identityOf))]));
}

const identityOf = ({ fullpath, hash, deleted, deletedBy }: Recycled): string =>
	JSON.stringify([fullpath, hash, deleted, deletedBy]);

/**
 * After how many deletions the recycle bin is read again: a large one less often, because reading it takes a request
 * for each 100 entries, so that the looks stay fewer than the deletions.
 */
const readAgainAfter = (entries: number): number => Math.max(200, entries / 50);

/** What others deleted meanwhile and has the same path would go too. */
const notAlone = (path: string): LibraryError =>
	new LibraryError('conflict', `Something else with the path ${quoted(path)} was deleted meanwhile`, {
		retryable: false,
		hint:
			'The service may delete both, even if the paths differ in case only. ' +
			'Run the node again to see both in the plan.',
	});

/**
 * How deleted entries are deleted for good: those of one path, in whatever case, together, after a look that was taken
 * a few hundred deletions ago at most. What is in the recycle bin no longer counts as deleted. For one run over `count`
 * entries.
 */
export function emptying(operator: Operator, count: number): ChangeMaker<Recycled, DescribedDeletion> {
	let untilLook = 0;
	let look: ReturnType<typeof readByPath> | undefined;
	return {
		async make(entries, caller) {
			const paths = new Set(entries.map(({ fullpath }) => fullpath));
			const [path = ''] = paths;
			if (untilLook-- <= 0) {
				look = readByPath(caller);
				untilLook = readAgainAfter(count);
				// Only what waited for a look that failed has failed with it.
				look.catch(() => (untilLook = 0));
			}
			const planned = new Set(entries.map(identityOf));
			const there = (await look)?.get(deletedWith({ fullpath: path })) ?? new Set();
			if ([...there].some((one) => !planned.has(one))) throw notAlone(path);
			if (there.size === 0) return { warning: 'It was no longer in the recycle bin' };
			await call(caller, deleteForGood, { fullpaths: [...paths].join('|'), ...operator });
			return undefined;
		},
		async findMade(failed, caller) {
			const left = await readByPath(caller);
			return failed.filter((entry) => left.get(deletedWith(entry))?.has(identityOf(entry)) !== true);
		},
	};
}
