/** One point of growth: this much work took that many seconds. */
export interface Point {
	readonly x: number;
	readonly seconds: number;
}

/** The straight line seconds = `fixed` + `each` · x; `r2` is 1 when all points lie on it. */
export interface Fit {
	readonly fixed: number;
	readonly each: number;
	readonly r2: number;
}

/**
 * The straight line that fits the points best. Each point counts by its relative distance (weight 1/seconds²), because
 * the sizes span several powers of ten and the largest would otherwise decide alone; `r2` has the same weights.
 */
export function straightLine(points: readonly Point[]): Fit {
	const sum = (of: (p: Point, weight: number) => number): number =>
		points.reduce((total, p) => total + of(p, 1 / p.seconds ** 2), 0);
	const w = sum((_, weight) => weight);
	const [x, y] = [sum((p, weight) => weight * p.x) / w, sum((p, weight) => weight * p.seconds) / w];
	const covariance = sum((p, weight) => weight * (p.x - x) * (p.seconds - y));
	const each = covariance / sum((p, weight) => weight * (p.x - x) ** 2);
	const fixed = y - each * x;
	const off = sum((p, weight) => weight * (p.seconds - fixed - each * p.x) ** 2);
	return { fixed, each, r2: 1 - off / sum((p, weight) => weight * (p.seconds - y) ** 2) };
}
