import type { INodeExecutionData } from 'n8n-workflow';
import { mapInTurns } from '../../client/async/inTurns';
import type { PlanInput } from '../../protocol/catalogue/sharedPlans';
import { changeItem, countedIn, outcomeItem, type SummaryItem } from '../../protocol/plan/items';
import type { Outcome, Plan } from '../../protocol/plan/plan';
import type { JsonObject } from '../../protocol/wire/json';
import { LibraryError, reworded } from '../../protocol/wire/libraryError';
import { toNodeError } from '../context/errors';
import { withoutSecrets } from '../context/runSecrets';
import { failedItem, outputItem, type Job } from '../execute/job';

/** What becomes one item: a change, or the summary. */
export interface Shown {
	readonly json: JsonObject;
	/** Why it was not made, or not all of it; undefined where it was, and where it was only planned. */
	readonly failure?: LibraryError | undefined;
	/** The input item that it belongs to; undefined where it belongs to none. */
	readonly pairedWith?: number | undefined;
}

const pairedIn = <C extends object>(
	{ op, item }: Job<PlanInput>,
	plan: Plan<C>,
	change: C,
): Pick<Shown, 'pairedWith'> => ({
	pairedWith: plan.itemOf?.(change) ?? (op.oncePerRun ? undefined : item),
});

/** What nothing can be done about, which is no failure. */
const impossible = async <C extends object>(job: Job<PlanInput>, plan: Plan<C>): Promise<Shown[]> =>
	await mapInTurns(plan.impossible ?? [], (change) => ({
		json: changeItem(plan, change, 'skipped'),
		...pairedIn(job, plan, change),
	}));

/** The changes of a plan that is not made. */
export async function plannedItems<C extends object>(job: Job<PlanInput>, plan: Plan<C>): Promise<Shown[]> {
	const status = plan.reasons.length > 0 ? 'blocked' : 'planned';
	const changes = await mapInTurns(countedIn(plan), (change) => ({
		json: changeItem(plan, change, status),
		...pairedIn(job, plan, change),
	}));
	return [...changes, ...(await impossible(job, plan))];
}

/** The changes of a plan that was made. */
export async function outcomeItems<C extends object>(
	job: Job<PlanInput>,
	plan: Plan<C>,
	outcomes: ReadonlyArray<Outcome<C>>,
): Promise<Shown[]> {
	const counted = outcomes.filter(({ change, status }) => status !== 'done' || !plan.isRoutine?.(change));
	const changes = await mapInTurns(counted, (outcome) => {
		const paired = pairedIn(job, plan, outcome.change);
		const says = (failure: LibraryError): string =>
			outcome.status === 'skipped'
				? withoutSecrets(job.context, failure).message
				: toNodeError(job.context, failure, paired.pairedWith ?? job.item).message;
		return { json: outcomeItem(plan, outcome, says), failure: outcome.failure, ...paired };
	});
	return [...changes, ...(await impossible(job, plan))];
}

/** The item of n8n. What was not made goes to the error output where there is one. */
export function itemOf({ context, item }: Job<PlanInput>, { json, failure, pairedWith }: Shown): INodeExecutionData {
	const result = { ...outputItem(json), ...(pairedWith === undefined ? {} : { pairedItem: { item: pairedWith } }) };
	if (!failure || (json.status === 'skipped' && context.getNode().onError !== 'continueErrorOutput')) return result;
	return failedItem(context, result, toNodeError(context, failure, pairedWith ?? item));
}

/* A plan that must not be carried out, or was carried out only in part. */

/** The error of a plan that was to be carried out and must not be; `advice` ends a sentence about exceeded limits. */
export const blockedError = (summary: SummaryItem<JsonObject>, advice = 'raise the limit'): LibraryError =>
	new LibraryError('input', summary.reasons.join('; '), {
		hint: `Nothing was changed. Turn on Dry Run to see the whole plan. If a limit is exceeded, ${advice}.`,
		data: { summary },
	});

/** The failure that ended a run, with what was done before: no item can show it any more. */
export async function stoppedError<C extends object>(
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
