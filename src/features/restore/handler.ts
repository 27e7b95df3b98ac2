import { inTurns } from '../../client/async/inTurns';
import { operatorIn } from '../../client/files/missingFolder';
import { type Job, type HandlerFor, handles } from '../../n8n/execute/job';
import { concurrencyIn } from '../../n8n/form/nodeSettings';
import { type PlannedJob, runPlan } from '../../n8n/plan/runPlan';
import type { In } from '../../protocol/operation/define';
import { compileEntryFilter } from '../../protocol/tree/entryFilter';
import { defined, nameKey } from '../../protocol/wire/json';
import { inputError } from '../../protocol/wire/libraryError';
import { DELETION_LIMIT, restoreToTime } from './entries';
import { type DescribedRestoration, type RestoreTotals, shownPlan } from './plan/restoreItems';
import { Track } from './plan/track';
import type { Facts, RestoreChange, RestoreOrder, Row } from './plan/types';
import { restoreMaker } from './work/makeChange';
import { type FactReading, followFacts, planByFacts, readFacts } from './work/readFacts';

type Input = In<typeof restoreToTime>;

/** What is restored, as the form says it. */
function orderOf({ folder, changedBy = [], patterns: include, exclude, newFiles, operatorName }: Input): RestoreOrder {
	const people = new Set(changedBy.flatMap((name) => [name, ...name.split(',')].map(nameKey)).filter(Boolean));
	const isNamed = compileEntryFilter(defined({ include, exclude }));
	const isMeant = ({ who }: Pick<Row, 'who'>): boolean =>
		people.size === 0 || who.some((name) => people.has(nameKey(name)));
	return {
		folder: folder.value,
		isMeant,
		mayBeOwn: (row) => !isMeant(row) && row.who.every((name) => nameKey(name) === nameKey(operatorName)),
		isNamed: (path) => isNamed({}, path),
		recyclesNew: newFiles === 'recycle',
	};
}

/** A restoration under way. */
interface Restoration {
	readonly job: Job<Input>;
	readonly reading: FactReading;
	readonly facts: Facts;
	readonly order: RestoreOrder;
}

/** What comes back may show more that has to come back: folders in folders. The next run does the rest. */
const MAX_ROUNDS = 50;

/** The plan by what is known now, and how it is made; `next` plans what shows when it is made. */
async function planned(
	restoration: Restoration,
	round = 1,
): Promise<PlannedJob<RestoreChange, DescribedRestoration, RestoreTotals>> {
	const { job, reading, facts, order } = restoration;
	const { deletionLimit: percent = DELETION_LIMIT, deletionLimitCount: count = null, time, dryRun } = job.checked;
	const found = await planByFacts(reading, facts, order);
	const track = new Track();
	return {
		plan: await inTurns(
			shownPlan(found, { limits: { percent, count }, time: time.toISOString(), isMade: dryRun === false }),
		),
		making: restoreMaker({ track, until: facts.until, operator: operatorIn(job.params), made: new Map() }),
		caller: reading.caller,
		width: reading.width,
		verb: 'Restoring',
		whenBlocked: 'check the time and the filters; if they are right, raise the limit under Options',
		next: async (outcomes) => {
			if (!found.hasMore || outcomes.length === 0 || round > MAX_ROUNDS) return undefined;
			await followFacts(reading, facts, { order, track, outcomes });
			return await planned(restoration, round + 1);
		},
	};
}

/** Plans what brings a folder back to a time, and shows or does it. */
const handler: HandlerFor<typeof restoreToTime> = {
	automatic: ['mode', 'attribute', 'destroy', 'filehash', 'filesize', 'overwrite', 'size', 'hash'],
	async run(job, caller) {
		const ms = job.checked.time.getTime();
		if (ms > caller.clock.now()) throw inputError('Time', 'is in the future', 'Choose a time that has passed.');
		const order = orderOf(job.checked);
		const reading = { caller, width: concurrencyIn(job.form) };
		const facts = await readFacts(reading, Math.floor(ms / 1000), order);
		return await runPlan(job, await planned({ job, reading, facts, order }));
	},
};

/** The operations of this feature, with what carries them out. */
export const handlers = [handles(restoreToTime, handler)];
