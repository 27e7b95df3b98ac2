import type { DirectoryChange } from './directoryChange';
import type { PlanSummary } from './planSummary';

/** An interface as a type, which counts as a JSON object. */
type Plain<T> = { [K in keyof T]: T[K] };

/** An item of Synchronize Directory for one change. */
export type DirectoryChangeItem = Plain<Omit<DirectoryChange, 'item' | 'request' | 'undo'>> & {
	/** `planned` in a dry run, `blocked` in a run that must not change anything. */
	readonly status: 'planned' | 'blocked' | 'done' | 'failed';
	/** In a plan that must not be carried out; the summary says why. */
	readonly blocked?: true;
	/** Message of a change that failed. */
	readonly error?: string;
};

/** The last item of Synchronize Directory: the plan in numbers, and what became of it. */
export type DirectorySummaryItem = Plain<PlanSummary> & {
	readonly type: 'summary';
	readonly dry_run: boolean;
	/** `failed` as soon as one change has failed. */
	readonly status: DirectoryChangeItem['status'];
	/** Changes that were made, and that were not. */
	readonly done: number;
	readonly failed: number;
	/** Message of a blocked run. */
	readonly error?: string;
};
