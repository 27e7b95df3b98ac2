import type { TableFacts } from './tableFacts';

/* Safety limits: rows that are missing by mistake must not take the permissions of many away. */

/** What one run may remove. */
export interface TableLimits {
	/** In percent of the direct permissions in the folders of the table. */
	readonly percent: number;
	/** No limit by number when absent. */
	readonly count?: number | undefined;
}

/** The direct permissions that a plan removes, and those that there are in the folders of the rows. */
export function removalsIn({ missing, places }: Pick<TableFacts, 'missing' | 'places'>): {
	removed: number;
	existing: number;
} {
	const existing = [...places.values()].reduce((sum, { direct }) => sum + (direct?.size ?? 0), 0);
	return { removed: missing.length, existing };
}

/** Why a plan exceeds the limits, with numbers; none where it does not. */
export function limitReasons(
	{ removed, existing }: { readonly removed: number; readonly existing: number },
	{ percent, count = Infinity }: TableLimits,
): string[] {
	const exceeded = [
		...(removed * 100 > percent * existing ? [`${percent}%`] : []),
		...(removed > count ? [String(count)] : []),
	];
	if (exceeded.length === 0) return [];
	return [
		`Deletion Limit: this run would remove ${removed} of ${existing} direct permissions; ` +
			`the limit is ${exceeded.join(' and ')}`,
	];
}
