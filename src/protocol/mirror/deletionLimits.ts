import { exceededLimits, type DeletionLimits } from '../operation/deletionLimits';
import type { MirrorCounts } from './types';

/* Safety limits: a source that is empty by accident must not take the target away. */

/** Why a plan exceeds the limits, with numbers; none where it does not. */
export function limitBlocks(
	{ deleted, existing }: Pick<MirrorCounts, 'deleted' | 'existing'>,
	limits: DeletionLimits,
): string[] {
	const exceeded = exceededLimits(deleted, existing, limits);
	if (exceeded === undefined) return [];
	return [
		`Deletion Limit: this run would delete ${deleted} of ${existing} files and empty folders of the target; ` +
			exceeded,
	];
}
