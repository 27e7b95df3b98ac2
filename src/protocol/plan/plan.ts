import type { JsonObject } from '../wire/json';
import type { LibraryError } from '../wire/libraryError';
import { groupInSteps, type Steps } from './inSteps';

/* Safety limits: what is missing by mistake must not take most of the rest away. */

/** How much one run may take away. */
export interface DeletionLimits {
	/** Share of what there is, 0 to 100. */
	readonly percent: number;
	/** No limit by number when absent. */
	readonly count?: number | undefined;
}

/** The limits as a summary has them. */
export type ShownLimits = {
	readonly percent: number;
	/** Null for no limit by number. */
	readonly count: number | null;
};
export const shownLimits = ({ percent, count }: DeletionLimits): ShownLimits => ({ percent, count: count ?? null });

/** What a plan takes away, beside what there is. */
interface Removal {
	readonly removed: number;
	readonly existing: number;
	/** Both in words, e.g. `delete 3 of 5 files`. */
	readonly words: string;
}

/** Why a plan exceeds the limits, with numbers; none where it does not. */
export function reasonsOfLimits(
	{ removed, existing, words }: Removal,
	{ percent, count = Infinity }: DeletionLimits,
): string[] {
	const exceeded = [
		...(removed * 100 > percent * existing ? [`${percent}%`] : []),
		...(removed > count ? [String(count)] : []),
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

/**
 * A stage in which changes of one key share a request, in the order of their first ones. May be interrupted.
 */
export function* sharing<C>(changes: readonly C[], keyOf: (change: C, at: number) => string): Steps<Stage<C>> {
	return [...(yield* groupInSteps(changes, keyOf)).values()].map((group) => [group]);
}

/** What the changes that were not made so far prevent. One for each run. */
export interface Obstacles<C> {
	/** Notes a change that failed or was skipped, and why. */
	add(change: C, failure: LibraryError): void;
	/** Why a change must not be made any more, as the end of a sentence; undefined when it may. */
	to(change: C): string | undefined;
}

/** What became of one change. */
export interface Outcome<C> {
	readonly change: C;
	/** `skipped`: not attempted, because earlier changes had failed; without a failure it is left out on purpose. */
	readonly status: 'done' | 'failed' | 'skipped';
	/** Why it was not made; absent where it was. */
	readonly failure?: LibraryError;
	/** What its item shows besides, such as `bytes_sent` or `warning`. */
	readonly details?: JsonObject;
}

/** How a change is described to a person: what the item of every operation has, beside fields that name the thing. */
export type Described = {
	/** A short verb, e.g. `add`. */
	readonly action: string;
	/** What the change is about, e.g. `file`. */
	readonly type: string;
	readonly reason: string;
};

/** What an operation found when it compared, before anything is changed. */
export interface Plan<C extends object> {
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
	/** A change as a person reads it. */
	describe(change: C): Described & JsonObject;
	/** Further fields of the summary; `outcomes` are empty before anything was made. */
	totals?(outcomes: ReadonlyArray<Outcome<C>>): JsonObject;
	/** The input item that asked for a change, from 0; undefined where none did. */
	itemOf?(change: C): number | undefined;
	/** Whether a change is sent in every run, needed or not: no item unless it fails, and not counted. */
	isRoutine?(change: C): boolean;
}
