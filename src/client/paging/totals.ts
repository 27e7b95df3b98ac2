/* Whether the total that a list states beside its pages can be trusted. */

/** A page and the total that it states. */
interface Stated {
	readonly start: number;
	/** How many entries were asked for, and how many came. */
	readonly size: number;
	readonly shown: number;
	readonly stated: number | undefined;
}

/** What `untrustedTotals` makes. */
export type Totals = ReturnType<typeof untrustedTotals>;

/**
 * What several lists of one service have shown of the totals that it states; not trusted yet. Some services state the
 * length of the page instead, which looks the same where a list ends with a full page, so that it takes one more
 * request to know. A page that shows fewer entries than it states proves, for all lists of the same kind, that it is
 * the total.
 */
export function untrustedTotals() {
	let [areTotals, isAsked] = [false, false];
	return {
		/** Whether it is known by now that what is stated is the total. */
		get areTotals(): boolean {
			return areTotals;
		},
		/**
		 * Takes a page. `ask` answers one with a single entry, which is asked for once, where a list may end with its
		 * first page and nothing is known yet. Throws what `ask` throws.
		 */
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
