import { mapInTurns, inTurns } from '../../client/async/inTurns';
import type { PlanInput } from '../../protocol/catalogue/sharedPlans';
import {
	type ChangeItem,
	type ChangeStatus,
	changesInWords,
	countedIn,
	countedOutcomes,
	type Described,
	type Outcome,
	outcomeItem,
	type Plan,
	type SummaryItem,
	summaryItem,
	summarySentence,
} from '../../protocol/plan/plan';
import { LibraryError, reworded } from '../../protocol/wire/libraryError';
import { sizeInWords } from '../../protocol/text/inWords';
import { isJsonObject, type JsonObject } from '../../protocol/wire/json';
import { toNodeError } from '../context/errors';
import { withoutSecrets } from '../context/runSecrets';
import { failedItem, type Item, outputItem, type Job } from '../execute/job';
import { applyPlan, type ChangeMaker } from '../../client/plan/applyPlan';
import type { Caller } from '../../client/service/call';
import { cautionsFor } from '../../protocol/operation/define';
import { withSameColumns } from '../context/tableItems';
import { DELETED_FOR_GOOD, showHint } from '../execute/hints';

interface PlanShown<J> {
	readonly json: J;
	/** Why it was not made, or not all of it; undefined where it was, and where it was only planned. */
	readonly failure?: LibraryError | undefined;
	/** The input item that it belongs to; undefined where it belongs to none. */
	readonly pairedWith?: number | undefined;
}

/** What becomes the items of changes, which were made, were not, or are only planned. */
const shownChanges = async <C extends object, D extends Described>(
	job: Job<PlanInput>,
	plan: Plan<C, D>,
	changes: ReadonlyArray<Outcome<C, ChangeStatus>>,
): Promise<Array<PlanShown<ChangeItem<D>>>> =>
	await mapInTurns(changes, (outcome) => {
		const { change, status, failure } = outcome;
		const pairedWith = plan.itemOf?.(change) ?? (job.op.wholeInput ? undefined : job.item);
		const says = (cause: LibraryError): string =>
			status === 'skipped'
				? withoutSecrets(job.context, cause).message
				: toNodeError(job.context, cause, pairedWith ?? job.item).message;
		return { json: outcomeItem(plan, outcome, says), failure, pairedWith };
	});

const allAre = <C>(status: ChangeStatus, changes: readonly C[]) => changes.map((change) => ({ change, status }));

/** The item of n8n. What was not made goes to the error output where there is one. */
function itemOf<J extends JsonObject>(
	{ context, item }: Job<PlanInput>,
	{ json, failure, pairedWith }: PlanShown<J>,
): Item<J> {
	const result = {
		...outputItem<J>(json),
		...(pairedWith === undefined ? {} : { pairedItem: { item: pairedWith } }),
	};
	if (!failure || (json.status === 'skipped' && context.getNode().onError !== 'continueErrorOutput')) return result;
	return failedItem(context, result, toNodeError(context, failure, pairedWith ?? item));
}

/* A plan that must not be carried out, or was carried out only in part. */

/** The error of a plan that was to be carried out and must not be; `advice` ends a sentence about exceeded limits. */
const blockedError = (summary: SummaryItem, advice = 'raise the limit'): LibraryError =>
	new LibraryError('input', summary.reasons.join('; '), {
		hint: `Nothing was changed. Turn on Dry Run to see the whole plan. If a limit is exceeded, ${advice}.`,
		data: { summary },
	});

/** The failure that ended a run, with what was done before: no item can show it any more. */
async function stoppedError<C extends object>(
	plan: Plan<C>,
	failure: LibraryError,
	outcomes: ReadonlyArray<Outcome<C>>,
): Promise<LibraryError> {
	const planned = plan.changes.length;
	const isDone = ({ status }: Outcome<C>): boolean => status === 'done';
	const [done, failed] = [outcomes.filter(isDone), outcomes.filter((outcome) => !isDone(outcome))];
	const hint =
		(failure.hint ? `${failure.hint.replace(/\.?$/, '.')} ` : '') +
		'Run the node again to make the rest: what has been made is recognized and left as it is. The changes that ' +
		'were made are listed in the data of this error; with On Error set to continue they are items.';
	const made = `${done.length} of ${planned} changes had already been made and were not undone`;
	const items = async (some: ReadonlyArray<Outcome<C>>): Promise<JsonObject[]> =>
		await mapInTurns(some, (one) => outcomeItem(plan, one));
	return reworded(failure, `${failure.message}; ${made}`, {
		hint,
		data: { done: await items(done), failed: await items(failed), not_attempted: planned - outcomes.length },
	});
}

/** A plan, and what carries it out; see `Plan` for the types. */
export interface PlannedJob<C extends object, D extends Described = Described, T extends JsonObject = JsonObject> {
	readonly plan: Plan<C, D, T>;
	readonly making: ChangeMaker<C, D>;
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
	/**
	 * Plans what shows only after this plan was made, by what became of its changes; undefined where there is nothing
	 * more. Its changes come after those of this plan, and its totals and notes take their place.
	 */
	next?(outcomes: ReadonlyArray<Outcome<C>>): Promise<PlannedJob<C, D, T> | undefined>;
}

/** As many input items of one run show their totals: more hints would hide each other. */
const MAX_TOTALS = 10;

/**
 * Shows a plan, or makes its changes: one item for each of them, or one summary, as Output says. Throws LibraryError
 * where the plan is blocked, before anything is changed, and the failure that ended the run, with what was done before.
 */
export async function runPlan<C extends object, D extends Described, T extends JsonObject>(
	job: Job<PlanInput>,
	planned: PlannedJob<C, D, T>,
): Promise<Array<Item<ChangeItem<D> | (SummaryItem<ChangeItem<D>> & T)>>> {
	const { whenBlocked } = planned;
	// Only an explicit No changes anything.
	const dryRun = job.checked.dryRun !== false;
	const isBlocked = planned.plan.reasons.length > 0;
	const isMade = !dryRun && !isBlocked;
	const { plan, outcomes } = isMade ? await carryOutAll(job, planned) : { plan: planned.plan, outcomes: [] };
	const shown = await shownChanges(job, plan, [
		...(isMade ? countedOutcomes(plan, outcomes) : allAre(isBlocked ? 'blocked' : 'planned', countedIn(plan))),
		// What nothing can be done about is no failure.
		...allAre('skipped', plan.impossible ?? []),
	]);
	const items = shown.map(({ json }) => json);
	const summary = await inTurns(summaryItem(plan, { dryRun, items, outcomes }));
	showHints(job, summary, await wordsOf(plan, summary));
	const hasDeleted = items.some(({ action, status }) => action === 'delete' && status === 'done');
	if (hasDeleted && cautionsFor(job.op, job.checked).includes('permanent')) showHint(job.context, DELETED_FOR_GOOD);
	const isSummary = job.checked.planOutput === 'summary';
	const pairedWith = job.op.wholeInput ? undefined : job.item;
	if (isBlocked && !dryRun) {
		const failure = blockedError(summary, whenBlocked);
		if (!isSummary || !job.context.continueOnFail()) throw failure;
		return [itemOf(job, { json: summary, failure, pairedWith })];
	}
	if (!isSummary) return await mapInTurns(await withSameColumns(shown), (one) => itemOf(job, one));
	const first = outcomes.find(({ failure }) => failure !== undefined)?.failure;
	const made = `${summary.done} of ${summary.changes} changes were made`;
	const failure = first && reworded(first, `${made}; the first failure: ${first.message}`);
	return [itemOf(job, { json: summary, failure, pairedWith })];
}

/** Makes the changes, and those that show then. Throws the failure that ended the run. */
async function carryOutAll<C extends object, D extends Described, T extends JsonObject>(
	job: Job<PlanInput>,
	first: PlannedJob<C, D, T>,
): Promise<{ readonly plan: Plan<C, D, T>; readonly outcomes: ReadonlyArray<Outcome<C>> }> {
	let { plan } = first;
	let outcomes = await carryOut(job, first);
	let made = outcomes;
	for (let next = await first.next?.(made); next; next = await next.next?.(made)) {
		plan = { ...next.plan, changes: [...plan.changes, ...next.plan.changes] };
		const { reasons } = next.plan;
		const hint = `What is left was not made: ${next.whenBlocked ?? 'raise the limit'}.`;
		if (reasons.length > 0)
			throw await stoppedError(plan, new LibraryError('input', reasons.join('; '), { hint }), outcomes);
		made = await carryOut(job, next);
		outcomes = [...outcomes, ...made];
	}
	return { plan, outcomes };
}

/** Makes the changes. Throws the failure that ended the run. */
async function carryOut<C extends object>(
	job: Job<PlanInput>,
	{ plan, making, caller, width, verb, keepsGoing }: PlannedJob<C>,
): Promise<ReadonlyArray<Outcome<C>>> {
	const { outcomes: made, stoppedBy } = await applyPlan(plan, making, {
		caller,
		width,
		continueOnFail: keepsGoing ?? job.context.continueOnFail(),
		onProgress: job.progress.beginParts(verb, 'changes', plan.changes.length),
	});
	const outcomes = plan.changes.flatMap((change) => made.get(change) ?? []);
	if (stoppedBy) throw await stoppedError(plan, stoppedBy, outcomes);
	const [first] = outcomes.some(({ status }) => status === 'done') ? [] : outcomes;
	if (first?.failure && !job.context.continueOnFail())
		throw reworded(first.failure, `${first.failure.message}; none of ${plan.changes.length} changes could be made`);
	return outcomes;
}

/** The changes of a plan in words, with what is to be transferred where the plan says it. */
async function wordsOf<C extends object>(plan: Plan<C>, { bytes }: JsonObject): Promise<string> {
	const words = await inTurns(changesInWords(plan));
	const sum = isJsonObject(bytes) ? Number(bytes.add) + Number(bytes.update) : 0;
	return sum > 0 ? `${words}, ${sizeInWords(sum)} in all` : words;
}

/** Shows what the items do not say, and the totals of the first items of the input. */
function showHints({ context, item }: Job<PlanInput>, summary: SummaryItem, words: string): void {
	const { status, notes, reasons, blocked } = summary;
	if (item < MAX_TOTALS)
		showHint(context, summarySentence(summary, words), status === 'failed' ? 'warning' : undefined);
	if (blocked)
		showHint(context, `The plan is blocked, and nothing would be changed: ${reasons.join('; ')}`, 'warning');
	for (const text of notes) showHint(context, text, 'warning');
}
