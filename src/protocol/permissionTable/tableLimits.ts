import { exceededLimits, type DeletionLimits } from '../operation/deletionLimits';
import type { TableFacts } from './tableFacts';

/* Safety limits: rows that are missing by mistake must not take the permissions of many away. */

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
	limits: DeletionLimits,
): string[] {
	const exceeded = exceededLimits(removed, existing, limits);
	if (exceeded === undefined) return [];
	return [`Deletion Limit: this run would remove ${removed} of ${existing} direct permissions; ${exceeded}`];
}
