import type { Fit, Page, Trail } from './listTrail';

/* One pass over a list, from its first entry to its end. Pure: it is told pages and says what to ask for. */

/** What to do after a page. */
export interface Step {
	/** As in `Fit`. */
	readonly fresh: readonly number[];
	/** The position to ask for next; undefined at the end of the list. */
	readonly next?: number;
	/** How many entries the list has, where the page states it and can be believed. */
	readonly total: number | undefined;
	/** At the end: whether the service showed fewer entries than it announces. */
	readonly short?: true;
}

/** How many pages may bring hardly anything: some at first, and some more for each page that brings new entries. */
const ALLOWANCE = { first: 30, more: 3 };
/** How often a pass may begin anew because nothing is left of what it had read. */
const MAX_RESTARTS = 5;

/**
 * How many entries the next page repeats, to show that nothing moved in between: a few of a large page cost little, and
 * none of a page with one entry, because the next one would be the same.
 */
const overlapOf = (length: number): number => Math.min(5, Math.max(1, Math.floor(length / 40)), Math.floor(length / 2));

const areEqual = (one: readonly string[], other: readonly string[]): boolean =>
	one.length === other.length && one.every((key, at) => key === other[at]);

/**
 * One pass over a list; `totals` tells whether stated totals are known to be true, and not the lengths of pages.
 *
 * Each page repeats the last entries of the page before. Where they stand as expected, nothing was skipped. Where they
 * stand elsewhere, the list has changed, and reading goes on behind them. Where none of them is there, the pass goes
 * back until it finds some: what follows them is what has not been read.
 */
export class Pass {
	changed = false;
	private trail: Trail;
	private last: Page | undefined;
	/** Whether a page had as many entries as were asked for: then one with far fewer ends the list. */
	private hasFullPages = false;
	/** How many pages in a row were the same as the one before. */
	private same = 0;
	private mayHaveSkipped = false;
	/** Entries of pages that did not fit, as far as they have not come again. */
	private readonly passedOver = new Set<string>();
	/** How many more pages may bring hardly anything. */
	private allowance = ALLOWANCE.first;
	private restarts = 0;

	constructor(
		private readonly makeTrail: () => Trail,
		private readonly totals: { readonly areTotals: boolean } = { areTotals: false },
	) {
		this.trail = makeTrail();
	}

	get read(): number {
		return this.trail.read;
	}

	/** Whether an entry may have moved from the part that was still to be read to the part that was read. */
	get doubtful(): boolean {
		return this.mayHaveSkipped || this.passedOver.size > 0;
	}

	/** Whether the pages fit together too badly to go on. */
	get lost(): boolean {
		return this.allowance < 0 || this.restarts > MAX_RESTARTS;
	}

	take(page: Page): Step {
		const step = this.fitted(page);
		const brings = step.fresh.length > 0 && step.fresh.length >= page.keys.length / 4;
		this.allowance += brings ? ALLOWANCE.more : -1;
		return step;
	}

	private fitted(page: Page): Step {
		const growth = this.growthOf(page);
		const fit = this.trail.fit(page, growth ?? 0);
		if (!fit) return page.start > 0 ? this.goBack(page, growth ?? 0) : this.beginAnew(page);
		// The same page from another start, although the list has not grown: the service begins it where it likes.
		const { last } = this;
		const isSame = !growth && last !== undefined && page.start !== last.start && areEqual(page.keys, last.keys);
		if (!isSame) this.noteMovement(fit, growth);
		const isEnd = fit.fresh.length === 0 && fit.endsThere;
		return isEnd ? this.atTheEnd(page, fit, isSame, growth) : this.readOn(page, fit, growth);
	}

	/** By how many entries the list has grown since the page before; undefined where the service does not say. */
	private growthOf(page: Page): number | undefined {
		const [before, now] = [this.last && totalOf(this.last), totalOf(page)];
		return before === undefined || now === undefined ? undefined : now - before;
	}

	/**
	 * An entry that moves from behind the next position to before it would be skipped: it pushes that position on
	 * without making the list grow. Entries that come or go push it no further than the list grows.
	 */
	private noteMovement({ shift, mayHaveSkipped }: Fit, growth: number | undefined): void {
		this.changed ||= shift !== 0 || (growth ?? 0) !== 0;
		this.mayHaveSkipped ||= mayHaveSkipped || (growth !== undefined && growth < shift);
	}

	/** Nothing of what was read is on the page: so much has gone that entries in between may have been skipped. */
	private goBack({ start, size, keys }: Page, growth: number): Step {
		const { nextPosition } = this.trail;
		this.changed = true;
		for (const key of keys) this.passedOver.add(key);
		const distance = nextPosition - start;
		const further = Math.max(distance, -growth, Math.ceil(size / 4));
		return { fresh: [], next: Math.max(0, start - further), total: undefined };
	}

	/** Nothing of what was read is left at all. */
	private beginAnew(page: Page): Step {
		this.last = undefined;
		this.trail = this.makeTrail();
		this.changed = true;
		this.restarts++;
		return this.fitted(page);
	}

	/**
	 * The page ends with what was read last: the end of the list where it shows no more than the overlap, or reaches
	 * the announced total. Otherwise the rest is behind this page. The same page once more may have begun before the
	 * place that was asked for: then the next one is asked for without overlap.
	 */
	private atTheEnd(page: Page, fit: Fit, isSame: boolean, growth: number | undefined): Step {
		const { nextPosition, read } = this.trail;
		const total = totalOf(page);
		const overlap = nextPosition - page.start;
		// A page of that length would not be full.
		const hasAll = page.keys.length <= overlap && overlap < (this.last?.keys.length ?? Infinity);
		const reached = isSame ? read : page.start + page.keys.length;
		const reachesTotal = !isSame && total !== undefined && reached >= total;
		if (isSame) this.same++;
		if (hasAll || reachesTotal || page.keys.length === 0 || this.same > 2)
			return { fresh: [], total, ...(total !== undefined && total > reached ? { short: true } : {}) };
		return isSame && this.same === 1 ? { fresh: [], next: nextPosition, total } : this.readOn(page, fit, growth);
	}

	/**
	 * Reads on, unless the page reaches the announced total, or without one brings few entries although others were
	 * full. A full page ends the list only where another page or list has shown that the service announces the total:
	 * some count the entries of the page, or those up to its end.
	 */
	private readOn(page: Page, { fresh }: Fit, growth: number | undefined): Step {
		const { trail } = this;
		// Pages that do not overlap prove nothing.
		this.mayHaveSkipped ||= trail.read > 0 && page.start >= trail.nextPosition && fresh.length === page.keys.length;
		if (fresh.length > 0) this.same = 0;
		const isAnnounced = growth === 0 && page.start + page.keys.length > trail.nextPosition;
		trail.add(page, fresh);
		this.last = page;
		for (const key of page.keys) this.passedOver.delete(key);
		const total = totalOf(page);
		const isFull = page.keys.length === page.size;
		this.hasFullPages ||= isFull;
		const isMeagre = this.hasFullPages && fresh.length < page.size / 2;
		const isLast = total === undefined ? isMeagre : trail.nextPosition >= total;
		if (isLast && (!isFull || isAnnounced || this.totals.areTotals)) return { fresh, total };
		return { fresh, next: trail.nextPosition - overlapOf(page.keys.length), total };
	}
}

/** The total that a page states, unless it cannot be that: fewer entries than the page itself reaches to. */
const totalOf = ({ start, keys, total }: Page): number | undefined =>
	keys.length > 0 && total !== undefined && total < start + keys.length ? undefined : total;

/* Whether the total that a list states beside its pages can be trusted. */

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
			{ start, size, keys: { length: shown }, total }: Page,
			ask: () => Promise<{ readonly count?: number }>,
		): Promise<void> {
			if (areTotals || total === undefined) return;
			areTotals = total > start + shown;
			if (areTotals || isAsked || start > 0 || shown < size || total !== shown || shown < 2) return;
			isAsked = true;
			const { count = 0 } = await ask();
			areTotals ||= count > 1;
		},
	};
}
