import type { INodeExecutionData } from 'n8n-workflow';
import { inTurns, mapInTurns } from '../../client/async/inTurns';
import { applyPlan, type Making } from '../../client/plan/applyPlan';
import type { Caller } from '../../client/service/call';
import type { PlanInput } from '../../protocol/catalogue/sharedPlans';
import { cautionsFor } from '../../protocol/operation/define';
import { summaryItem, summarySentence, type SummaryItem } from '../../protocol/plan/items';
import type { Outcome, Plan } from '../../protocol/plan/plan';
import { reworded, type LibraryError } from '../../protocol/wire/libraryError';
import { withSameColumns } from '../context/sameColumns';
import type { Job } from '../execute/job';
import { DELETED_FOR_GOOD, showHint } from '../execute/listHints';
import { blockedError, stoppedError, itemOf, outcomeItems, plannedItems, type Shown } from './planItems';

/** A plan, and what carries it out. */
export interface PlannedJob<C extends object> {
	readonly plan: Plan<C>;
	readonly making: Making<C>;
	readonly caller: Caller;
	readonly width: number;
	/** What the changes are called while they are made, e.g. `Mirroring`. */
	readonly verb: string;
	/** What to do when a limit is exceeded, as the end of a sentence; only for plans that can be blocked. */
	readonly whenBlocked?: string;
	/**
	 * The other changes are made after a failure, even where the workflow ends after failures: the run then fails only
	 * if not one change was made.
	 */
	readonly keepsGoing?: true;
}

/** As many input items of one run show their totals: more hints would hide each other. */
const MAX_TOTALS = 10;

/**
 * Shows a plan, or makes its changes: one item for each of them, or one summary, as Output says. Throws LibraryError
 * where the plan is blocked, before anything is changed, and the failure that ended the run, with what was done before.
 */
export async function runPlan<C extends object>(
	job: Job<PlanInput>,
	planned: PlannedJob<C>,
): Promise<INodeExecutionData[]> {
	const { plan, whenBlocked } = planned;
	// Only an explicit No changes anything.
	const dryRun = job.checked.dryRun !== false;
	const isBlocked = plan.reasons.length > 0;
	const isMade = !dryRun && !isBlocked;
	const outcomes = isMade ? await carryOut(job, planned) : [];
	const shown = await (isMade ? outcomeItems(job, plan, outcomes) : plannedItems(job, plan));
	const summary = await inTurns(summaryItem(plan, { dryRun, items: shown.map(({ json }) => json), outcomes }));
	showHints(job, summary);
	if (hasDeleted(job, plan, outcomes)) showHint(job.context, DELETED_FOR_GOOD);
	if (isBlocked && !dryRun) return blockedOutput(job, summary, blockedError(summary, whenBlocked));
	if (job.checked.planOutput !== 'summary')
		return await mapInTurns(await withSameColumns(shown), (one) => itemOf(job, one));
	const first = outcomes.find(({ failure }) => failure !== undefined)?.failure;
	const made = `${summary.done} of ${summary.changes} changes were made`;
	const failure = first && reworded(first, `${made}; the first failure: ${first.message}`);
	return [summaryOutput(job, summary, failure)];
}

const hasDeleted = <C extends object>(
	{ op, checked }: Job,
	plan: Plan<C>,
	outcomes: ReadonlyArray<Outcome<C>>,
): boolean =>
	cautionsFor(op, checked).includes('permanent') &&
	outcomes.some(({ change, status }) => status === 'done' && plan.describe(change).action === 'delete');

const summaryOutput = (
	job: Job<PlanInput>,
	json: Shown['json'],
	failure: LibraryError | undefined,
): INodeExecutionData => itemOf(job, { json, failure, pairedWith: job.op.oncePerRun ? undefined : job.item });

/** A plan that was to be made: its reasons as an error, or a summary that has failed. */
function blockedOutput(job: Job<PlanInput>, summary: Shown['json'], failure: LibraryError): INodeExecutionData[] {
	if (job.checked.planOutput !== 'summary' || !job.context.continueOnFail()) throw failure;
	return [summaryOutput(job, summary, failure)];
}

/** Makes the changes. Throws the failure that ended the run. */
async function carryOut<C extends object>(
	job: Job<PlanInput>,
	{ plan, making, caller, width, verb, keepsGoing }: PlannedJob<C>,
): Promise<ReadonlyArray<Outcome<C>>> {
	const { outcomes: made, stoppedBy } = await applyPlan(plan.stages, making, {
		...{ caller, width },
		continueOnFail: keepsGoing ?? job.context.continueOnFail(),
		onProgress: job.progress.beginParts(verb, 'changes', plan.changes.length),
	});
	const outcomes = (await mapInTurns(plan.changes, (change) => made.get(change) ?? [])).flat();
	if (stoppedBy) throw await stoppedError(plan, stoppedBy, outcomes);
	const [first] = outcomes.some(({ status }) => status === 'done') ? [] : outcomes;
	if (first?.failure && !job.context.continueOnFail())
		throw reworded(first.failure, `${first.failure.message}; none of ${plan.changes.length} changes could be made`);
	return outcomes;
}

/** Shows what the items do not say, and the totals of the first items of the input. */
function showHints({ context, item }: Job<PlanInput>, summary: SummaryItem<unknown>): void {
	const { status, notes, reasons, blocked } = summary;
	if (item < MAX_TOTALS) showHint(context, summarySentence(summary), status === 'failed' ? 'warning' : undefined);
	if (blocked)
		showHint(context, `The plan is blocked, and nothing would be changed: ${reasons.join('; ')}`, 'warning');
	for (const text of notes) showHint(context, text, 'warning');
}
