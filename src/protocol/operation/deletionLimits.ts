/** How much one run may take away. */
export interface DeletionLimits {
	/** Share of what there is, 0 to 100. */
	readonly percent: number;
	/** No limit by number when absent. */
	readonly count?: number | undefined;
}

/** The limits that are exceeded, as they end a reason; undefined where none is. */
export function exceededLimits(
	removed: number,
	existing: number,
	{ percent, count = Infinity }: DeletionLimits,
): string | undefined {
	const exceeded = [
		...(removed * 100 > percent * existing ? [`${percent}%`] : []),
		...(removed > count ? [String(count)] : []),
	];
	return exceeded.length === 0 ? undefined : `the limit is ${exceeded.join(' and ')}`;
}
