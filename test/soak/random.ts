/** Numbers that a seed determines, so that a soak can be repeated with the same choices. */
export class Random {
	private state: number;

	constructor(seed: number) {
		this.state = seed >>> 0 || 1;
	}

	/** A number in [0, 1) (mulberry32). */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	/** True with this probability. */
	chance(probability: number): boolean {
		return this.next() < probability;
	}

	/** An integer, both bounds included. */
	between(least: number, most: number): number {
		return least + Math.floor(this.next() * (most - least + 1));
	}

	/** An integer whose order of magnitude is drawn evenly: many small ones, few large ones. */
	logUniform(least: number, most: number): number {
		return Math.min(most, Math.floor(Math.exp(this.next() * Math.log((most + 1) / least)) * least));
	}

	/** One of several. */
	pick<T>(all: readonly T[]): T {
		return all[this.between(0, all.length - 1)] as T;
	}

	/** One of several by weight; one of all where no weight is above 0. */
	weighted<T>(all: readonly T[], weightOf: (one: T) => number): T {
		const weights = all.map((one) => Math.max(0, weightOf(one)));
		let left = this.next() * weights.reduce((sum, weight) => sum + weight, 0);
		const at = weights.findIndex((weight) => (left -= weight) < 0);
		return at < 0 ? this.pick(all) : (all[at] as T);
	}

	/** Randomness of its own for a part of the soak, which does not change with what other parts draw. */
	fork(part: number): Random {
		return new Random((this.state ^ Math.imul(part + 1, 0x9e3779b1)) >>> 0);
	}
}
