import { inTurns } from '../../client/async/inTurns';
import { operatorIn } from '../../client/files/missingFolder';
import { recycledIds, type RestoredLocation, restoredLocations } from '../../client/files/whereIs';
import { call } from '../../client/service/call';
import { type Handler, outputItem, type HandlerFor, handles } from '../../n8n/execute/job';
import { concurrencyIn } from '../../n8n/form/nodeSettings';
import { runPlan } from '../../n8n/plan/runPlan';
import { restore } from '../../protocol/catalogue/libraryRecycleBin';
import type { RestoredItem } from '../../protocol/answers/items';
import { defined, fieldsIn, filledText, type JsonObject } from '../../protocol/wire/json';
import { deleteManyPermanently } from './entries';
import { planBin } from './plan/recycled';
import { emptying, readBin } from './work/emptyBin';

/**
 * Restores deleted entries: one item for each path, with the path that the entry has now. What cannot be found out is
 * null, with the reason, because the entries are restored all the same. Throws what the call to restore them throws.
 */
const restoreEntries: Handler<JsonObject, RestoredItem> = {
	async run({ op, params }, caller) {
		const paths = (params.fullpaths ?? '').split('|');
		const ids = await recycledIds(caller, paths);
		const answer = await call<unknown>(caller, op, params);
		const answered = placesIn(answer, paths);
		const unknown = paths.filter((path) => !answered.has(path));
		const locations = new Map([...(await restoredLocations(caller, unknown, ids)), ...answered]);
		return paths.map((path) =>
			outputItem<RestoredItem>({ success: true, requested: path, ...fieldsOf(locations.get(path)) }),
		);
	},
};

/** The locations that the service itself answers, though the document does not say so (G40). */
function placesIn(answer: unknown, paths: readonly string[]): ReadonlyMap<string, RestoredLocation> {
	const entries: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
	if (entries.length !== paths.length) return new Map();
	return new Map(
		paths.flatMap((path, at): Array<[string, RestoredLocation]> => {
			const { fullpath, hash } = fieldsIn(entries[at]);
			const location = filledText(fullpath);
			// That of another path, in a list of another order, is not taken: both are looked for.
			if (location === undefined || (location !== path && paths.includes(location))) return [];
			return [[path, { fullpath: location, ...defined({ hash: filledText(hash) }) }]];
		}),
	);
}

function fieldsOf(
	location: RestoredLocation = { reason: 'its folder was not listed' },
): Omit<RestoredItem, 'success' | 'requested'> {
	if (!('reason' in location)) return { ...location };
	return {
		fullpath: null,
		hash: null,
		warning: `The entry was restored, but its path is not known: ${location.reason}`,
	};
}

/**
 * Deletes the entries of the recycle bin that pass the filters. One that cannot be deleted does not keep the others.
 * Throws what reading the recycle bin throws and, unless the workflow goes on, the first failure where not one entry
 * could be deleted.
 */
const empty: HandlerFor<typeof deleteManyPermanently> = {
	async run(job, caller) {
		const {
			operatorId: _id,
			operatorName: _name,
			allEntries,
			deletionLimit: percent = 100,
			deletionLimitCount: count = null,
			...filter
		} = job.checked;
		const entries = await readBin(caller);
		const plan = planBin(entries, {
			filter,
			reason: allEntries === true ? 'all entries are to be deleted' : 'passes the filters',
			limits: { percent, count },
			now: caller.clock.now() / 1000,
		});
		return await runPlan(job, {
			plan: await inTurns(plan),
			making: emptying(operatorIn(job.params), entries.length),
			caller,
			width: concurrencyIn(job.form),
			verb: 'Deleting',
			whenBlocked: 'check the filters; if they are right, raise the limit under Options',
			keepsGoing: true,
		});
	},
};

/** The operations of this feature, with what carries them out. */
export const handlers = [handles(restore, restoreEntries), handles(deleteManyPermanently, empty)];
