/**
 * Whether `name` as a whole matches `pattern`, where `*` stands for any characters and `?` for exactly one. Runs in
 * linear space and backtracks over the last `*` only, so that no pattern can stall n8n.
 */
export function matchesPattern(pattern: string, name: string): boolean {
	const [p, n] = [[...pattern], [...name]];
	let [i, j, lastStar, matchedByStar] = [0, 0, -1, 0];
	while (j < n.length) {
		if (i < p.length && p[i] === '*') {
			[lastStar, matchedByStar] = [i++, j];
		} else if (i < p.length && (p[i] === '?' || p[i] === n[j])) {
			[i, j] = [i + 1, j + 1];
		} else if (lastStar >= 0) {
			[i, j] = [lastStar + 1, ++matchedByStar];
		} else {
			return false;
		}
	}
	while (p[i] === '*') i++;
	return i === p.length;
}
