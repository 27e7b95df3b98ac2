/* What one pass over a list has read, and how the next page fits to it. Pure: positions and keys, no requests. */

/** One answered page of a list. */
export interface Page {
	/** The position that was asked for, from 0. */
	readonly start: number;
	/** The most entries that were asked for. */
	readonly size: number;
	/** What identifies each entry, in the order of the page. */
	readonly keys: readonly string[];
	/** How many entries the list has, according to the service. */
	readonly total: number | undefined;
}

/** How a page fits to what was read before it. */
export interface Fit {
	/** Places in the page of the entries that this pass has not read yet. */
	readonly fresh: readonly number[];
	/** By how many places the entries that were read last have moved towards the end since. */
	readonly shift: number;
	/** Whether an entry may have moved from behind the next position to before it, as far as this page shows. */
	readonly mayHaveSkipped: boolean;
	/** Whether the page ends with the entry that was read last: behind it there is nothing, as far as it shows. */
	readonly endsThere: boolean;
}

/**
 * The entries that a pass has read so far. `fit` answers undefined when a page shows nothing of what was read although
 * it starts before the next position: then entries in between may be missing.
 */
export type Trail = KeyedTrail | SequenceTrail;

/**
 * A trail over entries with keys. Entries of a list keep their order when others come and go, so what follows
 * any entry that was read is the rest of the list: one known entry on a page proves that nothing before it is missing.
 */
export class KeyedTrail {
	/** The position behind the entry that was read last, as of the page that was added last. */
	nextPosition = 0;
	/** The position of each entry on the page that showed it last. */
	private readonly places = new Map<string, number>();

	get read(): number {
		return this.places.size;
	}

	add({ start, keys }: Page): void {
		for (const [at, key] of keys.entries()) this.places.set(key, start + at);
		this.nextPosition = start + keys.length;
	}

	fit({ start, keys }: Page): Fit | undefined {
		const { places, nextPosition } = this;
		const known = keys.flatMap((key, at) => (places.has(key) ? [{ at, place: places.get(key) ?? 0 }] : []));
		if (known.length === 0 && start < nextPosition) return undefined;
		const first = new Map(keys.map((key, at): [string, number] => [key, at]).reverse());
		const fresh = keys.flatMap((key, at) => (places.has(key) || first.get(key) !== at ? [] : [at]));
		const latest = known.reduce<(typeof known)[number] | undefined>(
			(found, one) => (found && found.place > one.place ? found : one),
			undefined,
		);
		const shift = latest ? start + latest.at - latest.place : 0;
		const isMixed = known.some(({ at }) => start === nextPosition || at > (fresh[0] ?? Infinity));
		return {
			fresh,
			shift,
			mayHaveSkipped: shift > 0 || isMixed,
			endsThere: keys.length === 0 || latest?.place === nextPosition - 1,
		};
	}
}

/**
 * A trail over entries without keys, which are never changed or removed. Equal ones may be different ones (two
 * downloads in one second), so a page is fitted as a sequence: it repeats the last entries of the trail, where several
 * numbers are possible as many as the overlap and the growth of the list say.
 */
export class SequenceTrail {
	read = 0;
	nextPosition = 0;
	/** The entries read since the last page that did not continue those before it, that page included. */
	private sequence: string[] = [];
	/** What was read before those. */
	private readonly earlier = new Set<string>();

	constructor(private readonly newestFirst: boolean) {}

	/** `growth` is by how much the total has grown since the page before. */
	fit(page: Page, growth: number): Fit | undefined {
		const { earlier, sequence } = this;
		const overlap = this.nextPosition - page.start;
		const expected = overlap + (this.newestFirst ? growth : 0);
		const repeated = overlap > 0 ? repeatedIn(sequence, page.keys, expected) : undefined;
		if (repeated !== undefined) return fitBehind(page, repeated, overlap, earlier);
		return fitByContent(new Set([...earlier, ...sequence]), page, { overlap, last: sequence.at(-1) });
	}

	add({ start, keys }: Page, fresh: readonly number[]): void {
		const repeated = keys.length - fresh.length;
		const isContinued = fresh.every((at, nth) => at === repeated + nth) && endsWith(this.sequence, keys, repeated);
		if (!isContinued) for (const key of this.sequence) this.earlier.add(key);
		if (!isContinued) this.sequence = [];
		for (const key of isContinued ? keys.slice(repeated) : keys) this.sequence.push(key);
		this.read += fresh.length;
		this.nextPosition = start + keys.length;
	}
}

/** Whether a sequence ends with the first `length` keys of a page. */
function endsWith(sequence: readonly string[], keys: readonly string[], length: number): boolean {
	const from = sequence.length - length;
	let at = 0;
	while (at < length && keys[at] === sequence[from + at]) at++;
	return at === length;
}

/** How many entries at the beginning of a page repeat the end of the trail; of several numbers the nearest one. */
function repeatedIn(sequence: readonly string[], keys: readonly string[], expected: number): number | undefined {
	let best: number | undefined;
	for (let length = Math.min(sequence.length, keys.length); length > 0; length--) {
		const isNearer = best === undefined || Math.abs(length - expected) < Math.abs(best - expected);
		if (isNearer && endsWith(sequence, keys, length)) best = length;
	}
	return best;
}

/** For a page that continues the sequence. */
const fitBehind = ({ keys }: Page, repeated: number, overlap: number, earlier: ReadonlySet<string>): Fit => ({
	fresh: keys.flatMap((key, at) => (at < repeated || earlier.has(key) ? [] : [at])),
	shift: repeated - overlap,
	mayHaveSkipped: false,
	endsThere: repeated === keys.length,
});

/** For a page that does not continue the trail: what it has in common with it is taken for a repeat. */
function fitByContent(
	seen: ReadonlySet<string>,
	{ keys }: Page,
	{ overlap, last }: { overlap: number; last: string | undefined },
): Fit | undefined {
	const fresh = keys.flatMap((key, at) => (seen.has(key) ? [] : [at]));
	if (fresh.length === keys.length && overlap > 0) return undefined;
	const endsThere = keys.length === 0 || (fresh.length === 0 && keys.at(-1) === last);
	return { fresh, shift: 0, mayHaveSkipped: fresh.length < keys.length, endsThere };
}
