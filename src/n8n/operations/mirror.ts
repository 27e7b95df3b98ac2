import type { INodeExecutionData } from 'n8n-workflow';
import { applyMirror } from '../../client/mirror/applyMirror';
import { readSide, type MirrorTree } from '../../client/mirror/readSide';
import { servicePort } from '../../client/mirror/servicePort';
import type { Caller } from '../../client/service/call';
import { summaryOf, type MirrorSummary } from '../../protocol/mirror/mirrorSummary';
import { wantedBy } from '../../protocol/mirror/mirrorFilter';
import { planMirror } from '../../protocol/mirror/planMirror';
import type { MirrorPlan } from '../../protocol/mirror/types';
import { defined, numberOf } from '../../protocol/wire/json';
import { baseName } from '../../protocol/wire/paths';
import { concurrencyIn } from '../form/readForm';
import { SOURCE_LIBRARY } from '../credentials/libraryCaller';
import type { Handler } from './handler';
import type { Job } from './job';
import { noticeText, showHint } from './listHints';
import { outcomeItems, plannedItems, shownOutcome, summaryItem, type MirrorReport } from './mirrorItems';
import { limitsOf, type MirrorInput } from './mirrorOptions';
import { checkSides, sidesOf, type MirrorSides } from './mirrorSides';
import { blockedHint, blockedItems, stoppedError } from './planFailures';

/**
 * Compares two folders, and shows or makes the changes that make the target equal to the source: one item for each
 * change, and a summary. Throws LibraryError before anything is changed, and what `apply` throws.
 */
async function mirror(job: Job, caller: Caller): Promise<INodeExecutionData[]> {
	const { dryRun } = job.checked as MirrorInput;
	const sides = await sidesOf(job, caller);
	const report = await compare(job, sides);
	showHints(report);
	// Only an explicit No changes anything.
	if (dryRun !== false) return [...plannedItems(report, 'planned'), summaryItem(report, 'planned')];
	if (report.summary.blocked)
		return blockedItems(job.context, {
			item: job.item,
			summary: report.summary,
			planned: plannedItems(report, 'blocked'),
			last: summaryItem(report, 'blocked'),
			check: 'check that the source folder is complete; if it is, raise the limit',
		});
	return await apply(report, sides);
}

/** Reads both folders and plans the changes. Throws what `readSide` throws. */
async function compare(job: Job, { source, target }: MirrorSides): Promise<MirrorReport> {
	const { deleteExtra = false, ...input } = job.checked as MirrorInput;
	const { maxDepth } = input;
	const concurrency = concurrencyIn(job.form);
	// What is too deep keeps the folder that it is in.
	const targetDepth = deleteExtra && maxDepth !== undefined ? maxDepth + 1 : maxDepth;
	const [from, to] = await Promise.all([
		readSide(source, { concurrency, ...defined({ maxDepth }) }),
		readSide(target, { concurrency, mayBeMissing: true, ...defined({ maxDepth: targetDepth }) }),
	]);
	const plan = planMirror({
		source: from.entries,
		target: to.entries,
		targetExists: to.exists,
		wants: wantedBy(input),
		deleteExtra,
		moves: target.caller.account.kind === 'token' ? 'folderOrName' : 'anyPath',
	});
	return {
		job,
		plan,
		summary: withDoubt(summaryOf(plan, limitsOf(input)), plan, from),
		places: { sourceFolder: source.folder, targetFolder: target.folder },
		library: defined({ mount_id: numberOf(target.mountId) }),
	};
}

/** What may be missing in the list of the source only must not be deleted in the target. */
function withDoubt(summary: MirrorSummary, { counts }: MirrorPlan, { doubt }: MirrorTree): MirrorSummary {
	if (!doubt || counts.deleted === 0) return summary;
	const reason = `The source folder could not be read for certain, so nothing is deleted: ${noticeText(doubt)}`;
	return { ...summary, blocked: true, reasons: [...summary.reasons, reason] };
}

/** Shows what a person should know beside the items. */
function showHints({ job: { context }, summary }: MirrorReport): void {
	for (const message of [...(summary.blocked ? [blockedHint(summary.reasons)] : []), ...summary.notes])
		showHint(context, message, 'warning');
}

/** Makes the changes of a plan. Throws the failure that ended the run, with what was done before. */
async function apply(report: MirrorReport, { source, target }: MirrorSides): Promise<INodeExecutionData[]> {
	const { job, plan, summary, places } = report;
	const onStream = (path: string) => job.progress.begin('Uploading', baseName(path));
	const { outcomes, stoppedBy } = await applyMirror(servicePort(source, target, { onStream }), plan.stages, {
		width: concurrencyIn(job.form),
		continueOnFail: job.context.continueOnFail(),
		onProgress: job.progress.beginParts('Mirroring', 'changes', summary.changes),
		...defined({ signal: target.caller.signal }),
	});
	if (stoppedBy)
		throw stoppedError(stoppedBy, outcomes, plan.stages.flat().length, (outcome) => shownOutcome(outcome, places));
	const failed = outcomes.some(({ failure }) => failure !== undefined);
	return [...outcomeItems(report, outcomes), summaryItem(report, failed ? 'failed' : 'done', outcomes)];
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
