import type { INodeExecutionData } from 'n8n-workflow';
import { mirrorMaking } from '../../../client/mirror/makeChange';
import { readSides } from '../../../client/mirror/readSide';
import type { Caller } from '../../../client/service/call';
import { DELETION_LIMIT } from '../../../protocol/catalogue/mirror';
import { wantedBy } from '../../../protocol/mirror/mirrorFilter';
import { describeMirror, type MirrorPlaces } from '../../../protocol/mirror/mirrorItem';
import { mirrorTotals, notesOf, reasonsOf } from '../../../protocol/mirror/mirrorTotals';
import { planMirror } from '../../../protocol/mirror/planMirror';
import type { MirrorChange, MirrorPlan } from '../../../protocol/mirror/types';
import type { DeletionLimits } from '../../../protocol/plan/limits';
import { eachAlone, type Plan } from '../../../protocol/plan/plan';
import { defined, numberOf } from '../../../protocol/wire/json';
import { baseName } from '../../../protocol/wire/paths';
import { SOURCE_LIBRARY } from '../../credentials/libraryCaller';
import { concurrencyIn } from '../../form/readForm';
import type { Handler } from '../handler';
import type { Job } from '../job';
import { noticeText } from '../listHints';
import { runPlan } from '../../plan/runPlan';
import { checkSides, sidesOf, type MirrorInput, type MirrorSides } from './mirrorSides';

/**
 * Compares two folders, and shows or makes the changes that make the target equal to the source. Throws what reading
 * the folders and `runPlan` throw.
 */
async function mirror(job: Job<MirrorInput>, caller: Caller): Promise<INodeExecutionData[]> {
	const sides = await sidesOf(job, caller);
	const { plan, doubts } = await compare(job, sides);
	return await runPlan(job, {
		plan: shownPlan(plan, doubts, job, sides),
		making: mirrorMaking({ ...sides, onStream: (path) => job.progress.begin('Uploading', baseName(path)) }),
		caller: sides.target.caller,
		width: concurrencyIn(job.form),
		verb: 'Mirroring',
		whenBlocked: 'check that the source folder is complete; if it is, raise the limit',
	});
}

interface Compared {
	readonly plan: MirrorPlan;
	/** Why nothing may be deleted. */
	readonly doubts: readonly string[];
}

/** Reads both folders and plans the changes. Throws what `readSides` throws. */
async function compare(job: Job<MirrorInput>, { source, target }: MirrorSides): Promise<Compared> {
	const { deleteExtra = false, ...input } = job.checked;
	const { maxDepth } = input;
	const concurrency = concurrencyIn(job.form);
	// What is too deep keeps the folder that it is in.
	const targetDepth = deleteExtra && maxDepth !== undefined ? maxDepth + 1 : maxDepth;
	const read = await readSides({
		source: [source, { concurrency, ...defined({ maxDepth }) }],
		target: [target, { concurrency, mayBeMissing: true, ...defined({ maxDepth: targetDepth }) }],
	});
	const plan = planMirror({
		source: read.source.entries,
		target: read.target.entries,
		targetExists: read.target.exists,
		wants: wantedBy(input),
		deleteExtra,
		moves: target.caller.account.kind === 'token' ? 'folderOrName' : 'anyPath',
	});
	// What may be missing in the list of the source only must not be deleted in the target.
	const { doubt } = read.source;
	if (!doubt || plan.counts.deleted === 0) return { plan, doubts: [] };
	return {
		plan,
		doubts: [`The source folder could not be read for certain, so nothing is deleted: ${noticeText(doubt)}`],
	};
}

/** What one run may delete. */
const limitsOf = ({ deletionLimit = DELETION_LIMIT, deletionLimitCount }: MirrorInput): DeletionLimits => ({
	percent: deletionLimit,
	...defined({ count: deletionLimitCount }),
});

/** The plan as it is shown and made. */
function shownPlan(
	plan: MirrorPlan,
	doubts: readonly string[],
	{ checked }: Job<MirrorInput>,
	{ source, target }: MirrorSides,
): Plan<MirrorChange> {
	const limits = limitsOf(checked);
	const mountId = numberOf(target.mountId);
	const places: MirrorPlaces = { sourceFolder: source.folder, targetFolder: target.folder, mountId };
	return {
		changes: plan.stages.flat(),
		steps: plan.stages.map(eachAlone),
		impossible: plan.conflicts,
		reasons: [...reasonsOf(plan, limits), ...doubts],
		notes: notesOf(plan),
		deletions: plan.counts.deleted,
		describe: (change) => describeMirror(change, places),
		totals: (outcomes) => {
			const bytesSent = outcomes.reduce((sum, { details }) => sum + (numberOf(details?.bytes_sent) ?? 0), 0);
			return mirrorTotals(plan, limits, places, bytesSent);
		},
	};
}

/** All that is particular to Mirror. */
export const handler: Handler<MirrorInput> = {
	run: mirror,
	check: checkSides,
	library: SOURCE_LIBRARY,
	// In whatever library: a library has two kinds of IDs, and one item may read what another one changes.
	claims: ({ checked, params }, byFields) =>
		checked.dryRun === false ? { ...byFields(params), scope: 'mirror' } : undefined,
	automatic: ['filehash', 'filesize', 'overwrite', 'start', 'size'],
};
