import { inSteps, type Steps } from './inSteps';
import { defined, type JsonObject } from '../wire/json';
import type { LibraryError } from '../wire/libraryError';
import { counted } from '../wire/quoted';
import type { Described, Outcome, Plan } from './plan';

/* A plan as items: the same words for every job. */

/**
 * `planned` in a dry run, `blocked` where the plan must not be carried out, `skipped` where a change was not attempted
 * because others had failed, or where nothing can be done.
 */
type ChangeStatus = 'planned' | 'done' | 'failed' | 'skipped' | 'blocked';

/** The item of one change; `D` is what the operation says about it. */
export type ChangeItem<D extends Described = Described> = D & {
	readonly status: ChangeStatus;
	/** Message of a change that failed. */
	readonly error?: string;
};

/** `failed` as soon as one change was not made. */
type PlanStatus = 'planned' | 'done' | 'failed' | 'blocked' | 'nothing_to_do';

type ActionOf<I> = I extends { readonly action: infer A extends string } ? A : string;

/**
 * The one item of a whole plan: in numbers, with its changes. An operation adds fields of its own. `Uncounted` are the
 * actions of changes that nothing is done about, or that are routine.
 */
export type SummaryItem<I = ChangeItem, Uncounted extends string = never> = {
	readonly status: PlanStatus;
	readonly dry_run: boolean;
	/** Changes that were planned. */
	readonly changes: number;
	/** How many of them, by action; none for an action of which there is none. */
	readonly by_action: Readonly<Partial<Record<Exclude<ActionOf<I>, Uncounted>, number>>>;
	/** How much they take away, as the deletion limits count it. */
	readonly deletions: number;
	/** Whether the plan must not be carried out. */
	readonly blocked: boolean;
	/** Why it is blocked. */
	readonly reasons: readonly string[];
	/** What else a reviewer should know. */
	readonly notes: readonly string[];
	/** Changes that were made, that failed, and that were not attempted; 0 in a dry run. */
	readonly done: number;
	readonly failed: number;
	readonly skipped: number;
	/** Message of a run that was blocked, or in which a change failed. */
	readonly error?: string;
	/** The items of the changes, the first 1,000. */
	readonly plan: readonly I[];
	/** How many more there are. */
	readonly plan_truncated: number;
};

/** As many changes as a summary shows. */
const MAX_SHOWN = 1_000;

/** The item of a change; the fields that every operation has come first. `more` is what became of it. */
export function changeItem<C extends object>(
	plan: Plan<C>,
	change: C,
	status: ChangeStatus,
	more: { readonly reason?: string; readonly error?: string | undefined } & JsonObject = {},
): JsonObject {
	const { action, type, reason, ...rest } = plan.describe(change);
	return { ...defined({ action, type, status, reason, ...rest }), ...defined(more) };
}

/** The item of a change that was made, or was not; `says` makes the text of a failure. */
export function outcomeItem<C extends object>(
	plan: Plan<C>,
	{ change, status, failure, details }: Outcome<C>,
	says: (failure: LibraryError) => string = ({ message }) => message,
): JsonObject {
	const text = failure && says(failure);
	return changeItem(
		plan,
		change,
		status,
		status === 'skipped' ? { ...details, ...defined({ reason: text }) } : { ...details, error: text },
	);
}

/** The changes that a person counts. */
export const countedIn = <C extends object>({ changes, isRoutine }: Plan<C>): readonly C[] =>
	isRoutine ? changes.filter((change) => !isRoutine(change)) : changes;

/** How often each action is planned, in the order of the first ones. */
function* byAction<C extends object>({ changes, isRoutine, describe }: Plan<C>): Steps<Record<string, number>> {
	const counts: Record<string, number> = {};
	yield* inSteps(changes, (change) => {
		if (isRoutine?.(change)) return;
		const { action } = describe(change);
		counts[action] = (counts[action] ?? 0) + 1;
	});
	return counts;
}

function statusOf<C extends object>(
	{ reasons }: Plan<C>,
	{ planned, outcomes, dryRun }: { planned: number; outcomes: ReadonlyArray<Outcome<C>>; dryRun: boolean },
): PlanStatus {
	if (reasons.length > 0) return 'blocked';
	if (outcomes.some(({ failure }) => failure !== undefined)) return 'failed';
	if (planned === 0) return 'nothing_to_do';
	return dryRun ? 'planned' : 'done';
}

/** The summary of a plan, in steps. `items` are those of its changes, `outcomes` what became of them, if anything. */
export function* summaryItem<C extends object>(
	plan: Plan<C>,
	{ dryRun, items, outcomes }: { dryRun: boolean; items: readonly JsonObject[]; outcomes: ReadonlyArray<Outcome<C>> },
): Steps<SummaryItem<JsonObject> & JsonObject> {
	const became = { done: 0, failed: 0, skipped: 0 };
	yield* inSteps(outcomes, ({ change, status }) => {
		if (status !== 'done' || !plan.isRoutine?.(change)) became[status]++;
	});
	const counts = yield* byAction(plan);
	const planned = Object.values(counts).reduce((sum, count) => sum + count, 0);
	return {
		status: statusOf(plan, { planned, outcomes, dryRun }),
		dry_run: dryRun,
		changes: planned,
		by_action: counts,
		deletions: plan.deletions,
		blocked: plan.reasons.length > 0,
		reasons: plan.reasons,
		notes: plan.notes,
		...became,
		...plan.totals?.(outcomes),
		plan: items.slice(0, MAX_SHOWN),
		plan_truncated: Math.max(0, items.length - MAX_SHOWN),
	};
}

/** A summary as one sentence, e.g. `Planned, not made: 3 changes (2 add, 1 delete)`. */
export function summarySentence(summary: SummaryItem<unknown>): string {
	const actions = Object.entries(summary.by_action).map(([action, count]) => `${count} ${action}`);
	const all = `${counted(summary.changes, 'change')}${actions.length > 0 ? ` (${actions.join(', ')})` : ''}`;
	const { status, done, failed, skipped } = summary;
	if (status === 'nothing_to_do') return 'Nothing to do: there is no difference that calls for a change';
	if (status === 'done') return `Made: ${all}`;
	if (status !== 'failed') return `Planned, not made: ${all}`;
	const left = [...(failed > 0 ? [`failed: ${failed}`] : []), ...(skipped > 0 ? [`skipped: ${skipped}`] : [])];
	return `Made: ${done} of ${all}; ${left.join(', ')}`;
}
