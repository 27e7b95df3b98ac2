import { reasonsOfLimits, type DeletionLimits } from '../../../protocol/plan/plan';
import type { DirectoryComparison } from './comparison';
import { isExternal, hasExpired } from './directories';
import type { DirectoryChange } from './directoryChange';

/* Safety limits: a truncated or wrong input must not take away most of the directory. */

/** What a plan takes away of one kind, beside what there is. */
export interface Removals {
	readonly deleted: number;
	readonly disabled: number;
	/** Of the external directory, as far as the service lists it. */
	readonly existing: number;
}

/** What a plan takes away. */
export interface PlannedRemovals {
	readonly members: Removals;
	readonly departments: Removals;
}

/** Members who can no longer sign in: those that are disabled, and those whose last day is moved into the past. */
function disabledIn(changes: readonly DirectoryChange[], { existing, rules: { now } }: DirectoryComparison): number {
	const endsNow = ({ differences, out_id: outId }: DirectoryChange): boolean =>
		hasExpired(differences?.expires?.to ?? '', now) && existing.get(outId)?.enabled === true;
	const disabled = changes.filter((change) => change.action === 'disable' || endsNow(change));
	return new Set(disabled.map(({ out_id: outId }) => outId)).size;
}

/** Counts what a plan takes away. A member that the input itself disables counts too: the input may be wrong. */
export function removalsIn(changes: readonly DirectoryChange[], comparison: DirectoryComparison): PlannedRemovals {
	const deleted = (type: DirectoryChange['type']): number =>
		changes.filter((change) => change.type === type && change.action === 'delete').length;
	const { existing, current } = comparison;
	return {
		members: { deleted: deleted('member'), disabled: disabledIn(changes, comparison), existing: existing.size },
		departments: {
			deleted: deleted('department'),
			disabled: 0,
			existing: current.departments.filter(isExternal).length,
		},
	};
}

/** E.g. `delete 5 and disable 3 of 198 members`. */
function verbs({ deleted, disabled, existing }: Removals, kind: string): string {
	const parts = [
		[deleted, 'delete'],
		[disabled, 'disable'],
	] as const;
	const found = parts.filter(([count]) => count > 0).map(([count, verb]) => `${verb} ${count}`);
	return `${found.join(' and ')} of ${existing} ${kind}`;
}

/** Why a plan exceeds the limits, with numbers; none where it does not. */
export const reasonsOfRemovals = (removals: PlannedRemovals, limits: DeletionLimits): string[] =>
	(['members', 'departments'] as const).flatMap((kind) => {
		const { deleted, disabled, existing } = removals[kind];
		const words = verbs(removals[kind], kind);
		return reasonsOfLimits({ removed: deleted + disabled, existing, words }, limits);
	});
