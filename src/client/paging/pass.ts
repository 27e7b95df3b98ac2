import type { Page } from './listTrail';

/** What to do after a page. */
export interface Step {
	/** Places in the page of the entries that this pass had not read yet. */
	readonly fresh: readonly number[];
	/** The position to ask for next; undefined at the end of the list. */
	readonly next?: number;
	/** How many entries the list has, where the page states it and can be believed. */
	readonly total: number | undefined;
	/** At the end: whether the service showed fewer entries than it announces. */
	readonly short?: true;
}

/** What a pass knows about its list. */
export interface Pass {
	/** Takes the page that was asked for. */
	take(page: Page): Step;
	/** How many entries were read. */
	readonly read: number;
	/** Whether the list changed between two pages. */
	readonly changed: boolean;
	/** Whether an entry may have moved from the part that was still to be read to the part that was read already. */
	readonly doubtful: boolean;
	/** Whether the pages fit together too badly to go on. */
	readonly lost: boolean;
}
