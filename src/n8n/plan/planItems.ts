import type { INodeExecutionData } from 'n8n-workflow';
import type { PlanInput } from '../../protocol/catalogue/shared';
import { changeItem, countedIn, outcomeItem } from '../../protocol/plan/items';
import type { Outcome, Plan } from '../../protocol/plan/plan';
import type { JsonObject } from '../../protocol/wire/json';
import type { LibraryError } from '../../protocol/wire/libraryError';
import { toNodeError } from '../context/errors';
import { withoutSecrets } from '../context/runSecrets';
import { failedItem } from '../operations/failedItem';
import { outputItem, type Job } from '../operations/job';

/** What becomes one item: a change, or the summary. */
export interface Shown {
	readonly json: JsonObject;
	/** Why it was not made, or not all of it; undefined where it was, and where it was only planned. */
	readonly failure?: LibraryError | undefined;
	/** The input item that it belongs to; undefined where it belongs to none. */
	readonly pairedWith?: number | undefined;
}

/** Pairs the item of a change with the input item that asked for it. */
const pairedIn = <C extends object>(
	{ op, item }: Job<PlanInput>,
	plan: Plan<C>,
	change: C,
): Pick<Shown, 'pairedWith'> => ({
	pairedWith: plan.itemOf?.(change) ?? (op.oncePerRun ? undefined : item),
});

/** What nothing can be done about, which is no failure. */
const impossible = <C extends object>(job: Job<PlanInput>, plan: Plan<C>): Shown[] =>
	(plan.impossible ?? []).map((change) => ({
		json: changeItem(plan, change, 'skipped'),
		...pairedIn(job, plan, change),
	}));

/** The changes of a plan that is not made. */
export function plannedItems<C extends object>(job: Job<PlanInput>, plan: Plan<C>): Shown[] {
	const status = plan.reasons.length > 0 ? 'blocked' : 'planned';
	const changes = countedIn(plan).map((change) => ({
		json: changeItem(plan, change, status),
		...pairedIn(job, plan, change),
	}));
	return [...changes, ...impossible(job, plan)];
}

/** The changes of a plan that was made. */
export function outcomeItems<C extends object>(
	job: Job<PlanInput>,
	plan: Plan<C>,
	outcomes: ReadonlyArray<Outcome<C>>,
): Shown[] {
	const counted = outcomes.filter(({ change, status }) => status !== 'done' || !plan.isRoutine?.(change));
	const changes = counted.map((outcome) => {
		const paired = pairedIn(job, plan, outcome.change);
		const says = (failure: LibraryError): string =>
			outcome.status === 'skipped'
				? withoutSecrets(job.context, failure).message
				: toNodeError(job.context, failure, paired.pairedWith ?? job.item).message;
		return { json: outcomeItem(plan, outcome, says), failure: outcome.failure, ...paired };
	});
	return [...changes, ...impossible(job, plan)];
}

/** The item of n8n. What was not made goes to the error output where there is one. */
export function itemOf({ context, item }: Job<PlanInput>, { json, failure, pairedWith }: Shown): INodeExecutionData {
	const result = { ...outputItem(json), ...(pairedWith === undefined ? {} : { pairedItem: { item: pairedWith } }) };
	if (!failure || (json.status === 'skipped' && context.getNode().onError !== 'continueErrorOutput')) return result;
	return failedItem(context, result, toNodeError(context, failure, pairedWith ?? item));
}
