import type { DeletionLimits, MirrorCounts } from './types';

/* Safety limits: a source that is empty by accident must not take the target away. */

/** Why a plan exceeds the limits, with numbers; none where it does not. */
export function limitBlocks(
	{ deleted, existing }: Pick<MirrorCounts, 'deleted' | 'existing'>,
	{ percent, count = Infinity }: DeletionLimits,
): string[] {
	const exceeded = [
		...(deleted * 100 > percent * existing ? [`${percent}%`] : []),
		...(deleted > count ? [String(count)] : []),
	];
	if (exceeded.length === 0) return [];
	return [
		`Deletion Limit: this run would delete ${deleted} of ${existing} files and empty folders of the target; ` +
			`the limit is ${exceeded.join(' and ')}`,
	];
}
