import type { Fit, Page, Trail } from './listTrail';

/* One pass over a list, from its first entry to its end. Pure: it is told pages and says what to ask for. */

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

interface State {
	readonly makeTrail: () => Trail;
	/** Whether it is known by now that the service states the length of the list, and not that of the page. */
	readonly totals: { readonly areTotals: boolean };
	trail: Trail;
	/** The page that was added last. */
	last?: Page;
	/** Whether a page had as many entries as were asked for: then one with far fewer ends the list. */
	hasFullPages: boolean;
	/** How many pages came that were the same as the one before. */
	same: number;
	/** By how many places entries have moved to the front between two pages at most: so many more are repeated. */
	largestLoss: number;
	changed: boolean;
	doubtful: boolean;
	/** Entries of pages that did not fit, as far as they have not come again. */
	readonly passedOver: Set<string>;
	/** How many pages may still bring hardly anything. */
	allowance: number;
	restarts: number;
}

/** How many pages may bring hardly anything: some at first, and some more for each page that brings new entries. */
const ALLOWANCE = { first: 30, more: 3 };
/** How often a pass may begin anew because nothing is left of what it had read. */
const MAX_RESTARTS = 5;

/** How many entries the next page repeats, to show that nothing moved in between: a few of a large page cost little. */
const overlapOf = (length: number): number => Math.min(5, Math.max(1, Math.floor(length / 40)));

/**
 * Begins a pass; `totals` tells whether stated totals are known to be true.
 *
 * Each page repeats the last entries of the page before. Where they stand as expected, nothing was skipped. Where they
 * stand elsewhere, the list has changed, and reading goes on behind them. Where none of them is there, the pass goes
 * back until it finds some: what follows them is what has not been read.
 */
export function beginPass(makeTrail: () => Trail, totals = { areTotals: false }) {
	const state: State = {
		makeTrail,
		totals,
		trail: makeTrail(),
		hasFullPages: false,
		same: 0,
		largestLoss: 0,
		changed: false,
		doubtful: false,
		passedOver: new Set(),
		allowance: ALLOWANCE.first,
		restarts: 0,
	};
	return {
		/** Takes the page that was asked for. */
		take(page: Page): Step {
			const step = take(state, page);
			const brings = step.fresh.length > 0 && step.fresh.length >= page.keys.length / 4;
			state.allowance += brings ? ALLOWANCE.more : -1;
			return step;
		},
		get read(): number {
			return state.trail.read;
		},
		/** Whether the list changed between two pages. */
		get changed(): boolean {
			return state.changed;
		},
		/** Whether an entry may have moved from the part that was still to be read to the part that was read. */
		get doubtful(): boolean {
			return state.doubtful || state.passedOver.size > 0;
		},
		/** Whether the pages fit together too badly to go on. */
		get lost(): boolean {
			return state.allowance < 0 || state.restarts > MAX_RESTARTS;
		},
	};
}

/** One pass over a list. */
export type Pass = ReturnType<typeof beginPass>;

function take(state: State, page: Page): Step {
	const growth = growthOf(state, page);
	const fit = state.trail.fit(page, growth ?? 0);
	if (!fit) return page.start > 0 ? goBack(state, page, growth ?? 0) : beginAnew(state, page);
	// The same page from another start, although the list has not grown: the service begins it where it likes.
	const { last } = state;
	const isSame = !growth && last !== undefined && page.start !== last.start && areEqual(page.keys, last.keys);
	if (!isSame) noteMovement(state, fit, growth);
	const isEnd = fit.fresh.length === 0 && fit.endsThere;
	return isEnd ? atTheEnd(state, page, fit, isSame, growth) : readOn(state, page, fit, growth);
}

/** By how many entries the list has grown since the page before; undefined where the service does not say. */
function growthOf({ last }: State, page: Page): number | undefined {
	const [before, now] = [last && totalOf(last), totalOf(page)];
	return before === undefined || now === undefined ? undefined : now - before;
}

const areEqual = (one: readonly string[], other: readonly string[]): boolean =>
	one.length === other.length && one.every((key, at) => key === other[at]);

/**
 * An entry that moves from behind the next position to before it would be skipped: it pushes that position on without
 * making the list grow. Entries that come or go push it no further than the list grows.
 */
function noteMovement(state: State, { shift, mayHaveSkipped }: Fit, growth: number | undefined): void {
	state.largestLoss = Math.max(state.largestLoss, -shift);
	state.changed ||= shift !== 0 || (growth ?? 0) !== 0;
	state.doubtful ||= mayHaveSkipped || (growth !== undefined && growth < shift);
}

/** Nothing of what was read is on the page: so much has gone that entries in between may have been skipped. */
function goBack(state: State, { start, size, keys }: Page, growth: number): Step {
	const { nextPosition } = state.trail;
	state.changed = true;
	for (const key of keys) state.passedOver.add(key);
	const distance = nextPosition - start;
	const further = Math.max(distance, -growth, Math.ceil(size / 4));
	return { fresh: [], next: Math.max(0, start - further), total: undefined };
}

/** Nothing of what was read is left at all. */
function beginAnew(state: State, page: Page): Step {
	delete state.last;
	Object.assign(state, { trail: state.makeTrail(), changed: true, restarts: state.restarts + 1 });
	return take(state, page);
}

/**
 * The page ends with what was read last: the end of the list where it shows no more than the overlap, or reaches the
 * announced total. Otherwise the rest is behind this page. The same page once more may have begun before the place that
 * was asked for: then the next one is asked for without overlap.
 */
function atTheEnd(state: State, page: Page, fit: Fit, isSame: boolean, growth: number | undefined): Step {
	const { nextPosition, read } = state.trail;
	const total = totalOf(page);
	const overlap = nextPosition - page.start;
	// A page of that length would not be full.
	const hasAll = page.keys.length <= overlap && overlap < (state.last?.keys.length ?? Infinity);
	const reached = isSame ? read : page.start + page.keys.length;
	const reachesTotal = !isSame && total !== undefined && reached >= total;
	if (isSame) state.same++;
	if (hasAll || reachesTotal || page.keys.length === 0 || state.same > 2)
		return { fresh: [], total, ...(total !== undefined && total > reached ? { short: true } : {}) };
	return isSame && state.same === 1 ? { fresh: [], next: nextPosition, total } : readOn(state, page, fit, growth);
}

/**
 * Reads on, unless the page reaches the announced total, or without one brings few entries although others were full.
 * A full page ends the list only where another page or list has shown that the service announces the total: some count
 * the entries of the page, or those up to its end.
 */
function readOn(state: State, page: Page, { fresh }: Fit, growth: number | undefined): Step {
	const { trail } = state;
	// Pages that do not overlap prove nothing.
	state.doubtful ||= trail.read > 0 && page.start >= trail.nextPosition && fresh.length === page.keys.length;
	if (fresh.length > 0) state.same = 0;
	const isAnnounced = growth === 0 && page.start + page.keys.length > trail.nextPosition;
	trail.add(page, fresh);
	state.last = page;
	for (const key of page.keys) state.passedOver.delete(key);
	const total = totalOf(page);
	const isFull = page.keys.length === page.size;
	state.hasFullPages ||= isFull;
	const isMeagre = state.hasFullPages && fresh.length < page.size / 2;
	const isLast = total === undefined ? isMeagre : trail.nextPosition >= total;
	if (isLast && (!isFull || isAnnounced || state.totals.areTotals)) return { fresh, total };
	// None of a page with one entry: the next one would be the same.
	const overlap = Math.min(overlapOf(page.keys.length) + state.largestLoss, Math.floor(page.keys.length / 2));
	return { fresh, next: trail.nextPosition - overlap, total };
}

/** The total that a page states, unless it cannot be that: fewer entries than the page itself reaches to. */
const totalOf = ({ start, keys, total }: Page): number | undefined =>
	keys.length > 0 && total !== undefined && total < start + keys.length ? undefined : total;

/* Whether the total that a list states beside its pages can be trusted. */

/** A page and the total that it states. */
interface Stated {
	readonly start: number;
	/** How many entries were asked for, and how many came. */
	readonly size: number;
	readonly shown: number;
	readonly stated: number | undefined;
}

/** See `untrustedTotals`. */
export type Totals = ReturnType<typeof untrustedTotals>;

/**
 * What several lists of one service have shown of the totals that it states. Some services state the length of the page
 * instead, which looks the same where a list ends with a full page; a page that shows fewer entries than it states
 * proves, for all lists of the same kind, that it is the total.
 */
export function untrustedTotals() {
	let [areTotals, isAsked] = [false, false];
	return {
		get areTotals(): boolean {
			return areTotals;
		},
		/** Takes a page. `ask` for one with a single entry is called once at most. Throws what that throws. */
		async observe(
			{ start, size, shown, stated }: Stated,
			ask: () => Promise<{ readonly count?: number }>,
		): Promise<void> {
			if (areTotals || stated === undefined) return;
			areTotals = stated > start + shown;
			if (areTotals || isAsked || start > 0 || shown < size || stated !== shown || shown < 2) return;
			isAsked = true;
			const { count = 0 } = await ask();
			areTotals ||= count > 1;
		},
	};
}
