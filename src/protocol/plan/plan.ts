import { defined, type JsonObject } from '../wire/json';
import { counted, type LibraryError } from '../wire/libraryError';
import type { Row } from '../operation/request';
import { groupBy, type Steps } from './inSteps';

/* Safety limits: what is missing by mistake must not take most of the rest away. */

/** How much one run may take away, also as a summary says it. */
export type DeletionLimits = {
	/** Share of what there is, 0 to 100. */
	readonly percent: number;
	/** Null for no limit by number. */
	readonly count: number | null;
};

/** Why a plan exceeds the limits; none where it does not. `words` say both numbers, e.g. `delete 3 of 5 files`. */
export function reasonsOfLimits(
	{ removed, existing, words }: { readonly removed: number; readonly existing: number; readonly words: string },
	{ percent, count }: DeletionLimits,
): string[] {
	const exceeded = [
		...(removed * 100 > percent * existing ? [`${percent}%`] : []),
		...(count !== null && removed > count ? [String(count)] : []),
	];
	if (exceeded.length === 0) return [];
	return [`Deletion Limit: this run would ${words}; the limit is ${exceeded.join(' and ')}`];
}

/** A share in percent, rounded to two decimals; 0 of nothing. */
export const percentOf = (part: number, whole: number): number =>
	whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;

/* What a plan is: changes in stages, whatever operation they are of, which brings its own type of change. */

/** Changes that are made together, by one request where the service takes several. */
export type Group<C> = readonly C[];
/** Groups that are made one after another; after one that fails the rest is not attempted. */
export type Chain<C> = ReadonlyArray<Group<C>>;
/** Chains that may be made at the same time, after those of the stages before. */
export type Stage<C> = ReadonlyArray<Chain<C>>;

/** A stage in which each change stands for itself. */
export const eachAlone = <C>(changes: readonly C[]): Stage<C> => changes.map((change) => [[change]]);

/** A stage in which changes of one key share a request, in the order of their first ones. */
export const sharing = <C>(changes: readonly C[], keyOf: (change: C, at: number) => string): Stage<C> =>
	[...groupBy(changes, keyOf).values()].map((group) => [group]);

/** What the changes that were not made so far prevent. One for each run. */
export interface Obstacles<C> {
	/** Notes a change that failed or was skipped, and why. */
	add(change: C, failure: LibraryError): void;
	/** Why a change must not be made any more, as the end of a sentence; undefined when it may. */
	to(change: C): string | undefined;
}

/** What became of one change, or is to become of it (`planned`, `blocked`). */
export interface Outcome<C, S extends ChangeStatus = 'done' | 'failed' | 'skipped'> {
	readonly change: C;
	/** `skipped`: not attempted, because earlier changes had failed; without a failure it is left out on purpose. */
	readonly status: S;
	/** Why it was not made; absent where it was. */
	readonly failure?: LibraryError;
	/** What its item shows besides, such as `bytes_sent` or `warning`. */
	readonly details?: JsonObject;
}

/** How a change is described to a person: what the item of every operation has, beside fields that name the thing. */
export type Described = JsonObject & {
	/** A short verb, e.g. `add`. */
	readonly action: string;
	/** What the change is about, e.g. `file`. */
	readonly type: string;
	readonly reason: string;
};

/**
 * What an operation found when it compared, before anything is changed. `D` is what the item of a change says about it,
 * `T` what the summary says besides.
 */
export interface Plan<C extends object, D extends Described = Described, T extends JsonObject = JsonObject> {
	/** In the order in which a person reads them. */
	readonly changes: readonly C[];
	/** The same changes in the order in which they are made. */
	readonly stages: ReadonlyArray<Stage<C>>;
	/** About which nothing can be done: shown as skipped, and not counted. */
	readonly impossible?: readonly C[];
	/** Why nothing of it may be made: limits that are exceeded, contradictions. None in a plan that may be made. */
	readonly reasons: readonly string[];
	/** What else a reviewer should know. */
	readonly notes: readonly string[];
	/** How much it takes away, as the deletion limits count it. */
	readonly deletions: number;
	/** With a status where it is another one than that of the other changes. */
	describe(change: C): D & Pick<Became, 'status'>;
	/** What a change does, after "failed to": ends the message of its failure. */
	purpose?(change: C): string;
	/** Further fields of the summary; `outcomes` are empty before anything was made. */
	totals(outcomes: ReadonlyArray<Outcome<C>>): T;
	/** The input item that asked for a change, from 0; undefined where none did. */
	itemOf?(change: C): number | undefined;
	/** Whether a change is sent in every run, needed or not: no item unless it fails, and not counted. */
	isRoutine?(change: C): boolean;
}

/* A plan as items: the same words for every job. */

/**
 * `planned` in a dry run, `blocked` where the plan must not be carried out, `skipped` where a change was not attempted
 * because others had failed, or where nothing can be done.
 */
export type ChangeStatus = 'planned' | 'done' | 'failed' | 'skipped' | 'blocked';

/** What became of a change. A description has it, too, where further fields of the item come after it. */
export type Became = { readonly status?: ChangeStatus; readonly error?: string };

/** The item of one change; `D` is what the operation says about it. */
export type ChangeItem<D extends Described = Described> = D & Became & { readonly status: ChangeStatus };

/** `failed` as soon as one change was not made. */
type PlanStatus = 'planned' | 'done' | 'failed' | 'blocked' | 'nothing_to_do';

/** The one item of a whole plan: in numbers, with its changes. An operation adds fields of its own. */
export type SummaryItem<I = ChangeItem, ByAction = Readonly<Record<string, number>>> = {
	readonly status: PlanStatus;
	readonly dry_run: boolean;
	/** Changes that were planned. */
	readonly changes: number;
	/** How many of them, by action; none for an action of which there is none. */
	readonly by_action: ByAction;
	/** How much they take away, as the deletion limits count it. */
	readonly deletions: number;
	/** Whether the plan must not be carried out. */
	readonly blocked: boolean;
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

/**
 * The items of an operation with a plan: one for each change, or one for all. `D` is what they say about a change, `T`
 * what they say besides about all of them. `Uncounted` are the actions of changes that nothing is done about, or that
 * are routine.
 */
export type PlanItem<D extends Described, T extends JsonObject, Uncounted extends string = never> =
	Row<ChangeItem<D>> | (SummaryItem<ChangeItem<D>, { readonly [A in Exclude<D['action'], Uncounted>]?: number }> & T);

/** As many changes as a summary shows. */
const MAX_SHOWN = 1_000;

/** What a change is about, as its item names it: one of these comes right after the action. */
const NAMES = ['fullpath', 'filename', 'name'] as const;

/** The item of a change: what is done to what, what became of it, and why; `says` makes the text of a failure. */
export function outcomeItem<C extends object, D extends Described>(
	plan: Plan<C, D>,
	{ change, status, failure, details }: Outcome<C, ChangeStatus>,
	says: (failure: LibraryError) => string = ({ message }) => message,
): ChangeItem<D> {
	const { action, type, reason, ...rest }: Described = plan.describe(change);
	const name = NAMES.find((each) => rest[each] !== undefined);
	const named = name ? { [name]: rest[name] } : {};
	const why = failure && { [status === 'skipped' ? 'reason' : 'error']: says(failure) };
	const fields: JsonObject = defined({ action, ...named, status, reason, type, ...rest });
	// The fields of the description in another order, and what its type says of a change that was made.
	return { ...fields, ...defined({ ...details, ...why }) } as ChangeItem<D>;
}

/** The changes that a person counts. */
export const countedIn = <C extends object>({ changes, isRoutine }: Plan<C>): readonly C[] =>
	isRoutine ? changes.filter((change) => !isRoutine(change)) : changes;

/** What became of the changes that a person counts, and of the others that were not made. */
export const countedOutcomes = <C extends object>(
	{ isRoutine }: Plan<C>,
	outcomes: ReadonlyArray<Outcome<C>>,
): ReadonlyArray<Outcome<C>> => outcomes.filter(({ change, status }) => status !== 'done' || !isRoutine?.(change));

interface Shown<C extends object, D extends Described> {
	readonly dryRun: boolean;
	readonly items: ReadonlyArray<ChangeItem<D>>;
	readonly outcomes: ReadonlyArray<Outcome<C>>;
}

/** The summary of a plan, in steps. `items` are those of its changes, `outcomes` what became of them, if anything. */
export function* summaryItem<C extends object, D extends Described, T extends JsonObject>(
	plan: Plan<C, D, T>,
	{ dryRun, items, outcomes }: Shown<C, D>,
): Steps<SummaryItem<ChangeItem<D>> & T> {
	const became = { done: 0, failed: 0, skipped: 0 };
	for (const { status } of countedOutcomes(plan, outcomes)) became[status]++;
	const counts: Record<string, number> = {};
	for (const change of countedIn(plan)) {
		yield;
		const { action } = plan.describe(change);
		counts[action] = (counts[action] ?? 0) + 1;
	}
	const planned = Object.values(counts).reduce((sum, count) => sum + count, 0);
	let status: PlanStatus = dryRun ? 'planned' : 'done';
	if (planned === 0) status = 'nothing_to_do';
	if (outcomes.some(({ failure }) => failure !== undefined)) status = 'failed';
	if (plan.reasons.length > 0) status = 'blocked';
	return {
		status,
		dry_run: dryRun,
		changes: planned,
		by_action: counts,
		deletions: plan.deletions,
		blocked: plan.reasons.length > 0,
		reasons: plan.reasons,
		notes: plan.notes,
		...became,
		...plan.totals(outcomes),
		plan: items.slice(0, MAX_SHOWN),
		plan_truncated: Math.max(0, items.length - MAX_SHOWN),
	};
}

/** What actions are called in a sentence, where their names are not the words for it. */
const VERBS: Readonly<Record<string, string>> = {
	join: 'add to departments',
	remove: 'remove permissions of',
	resend: 'send again',
	restore_version: 'restore',
	set: 'set permissions of',
	set_inheritance: 'set the inheritance of',
};

/** The changes of a plan in words, in steps, e.g. `create 2 folders, add 8 files`. */
export function* changesInWords<C extends object>(plan: Plan<C>): Steps<string> {
	const counts = new Map<string, { readonly verb: string; readonly type: string; count: number }>();
	for (const change of countedIn(plan)) {
		yield;
		const { action, type } = plan.describe(change);
		const key = `${action} ${type}`;
		const known = counts.get(key) ?? { verb: VERBS[action] ?? action, type, count: 0 };
		known.count++;
		counts.set(key, known);
	}
	return [...counts.values()].map(({ verb, type, count }) => `${verb} ${counted(count, type)}`).join(', ');
}

/** A summary as one sentence; `words` are those of its changes: `Planned, not made: create 2 folders, add 8 files`. */
export function summarySentence(summary: SummaryItem, words: string): string {
	const { status, changes, done, failed, skipped } = summary;
	if (status === 'nothing_to_do') return 'Nothing to do: there is no difference that calls for a change';
	if (status === 'done') return `Made: ${words}`;
	if (status !== 'failed') return `Planned, not made: ${words}`;
	const left = [...(failed > 0 ? [`failed: ${failed}`] : []), ...(skipped > 0 ? [`skipped: ${skipped}`] : [])];
	const all = `${counted(changes, 'change')}${words === '' ? '' : ` (${words})`}`;
	return `Made: ${done} of ${all}; ${left.join(', ')}`;
}
