/* Safety limits: what is missing by mistake must not take most of the rest away. */

/** How much one run may take away. */
export interface DeletionLimits {
	/** Share of what there is, 0 to 100. */
	readonly percent: number;
	/** No limit by number when absent. */
	readonly count?: number | undefined;
}

/** What a plan takes away, beside what there is. */
export interface Removal {
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
