/** A straight line through measurements, and how sure it is. */
export interface Slope {
	/** Change per hour. */
	readonly perHour: number;
	/** Half of the 95 % confidence interval of it. */
	readonly uncertainty: number;
}

/** Two-sided 95 % quantiles of Student's t distribution, by degrees of freedom; beyond the table it is the last one. */
const T95 = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13, 2.12, 2.11, 2.1];
const LAST_T95 = 2.09;
const HOUR = 3_600;

/** Linear regression of values over seconds; without enough points the uncertainty is infinite. */
export function slopeOf(points: ReadonlyArray<readonly [seconds: number, value: number]>): Slope {
	const count = points.length;
	const mean = (at: 0 | 1): number => points.reduce((sum, point) => sum + point[at], 0) / count;
	const [x, y] = [mean(0), mean(1)];
	const spread = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
	if (count < 3 || spread === 0) return { perHour: 0, uncertainty: Infinity };
	const slope = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) / spread;
	const rest = points.reduce((sum, [at, value]) => sum + (value - y - slope * (at - x)) ** 2, 0);
	const error = Math.sqrt(rest / (count - 2) / spread);
	return { perHour: slope * HOUR, uncertainty: (T95[count - 3] ?? LAST_T95) * error * HOUR };
}

/** The second half of measurements, by time: what a process needs at first is no leak. */
export function secondHalf<T extends { readonly seconds: number }>(samples: readonly T[]): T[] {
	const end = samples.at(-1)?.seconds ?? 0;
	return samples.filter(({ seconds }) => seconds >= end / 2);
}
