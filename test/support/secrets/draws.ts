/* Random choices that a seed repeats, without a library: the host test draws too. */

/** Random numbers, each in [0, 1), that are the same for the same seed (mulberry32). */
export function drawsOf(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** A number for a text, to make a seed of. */
export const numberOf = (text: string): number =>
	Array.from(text).reduce((sum, char) => (Math.imul(sum, 31) + (char.codePointAt(0) ?? 0)) >>> 0, 7);

/** One of several. */
export function oneOf<T>(draw: () => number, from: readonly T[]): T {
	const chosen = from[Math.floor(draw() * from.length)];
	if (chosen === undefined) throw new Error('there is nothing to choose from');
	return chosen;
}

/** At most so many of a list, in its order. */
export function someOf<T>(draw: () => number, from: readonly T[], most: number): T[] {
	const left = [...from];
	while (left.length > most) left.splice(Math.floor(draw() * left.length), 1);
	return left;
}
