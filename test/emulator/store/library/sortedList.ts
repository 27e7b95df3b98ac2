const BUCKET = 512;

/**
 * A list kept in order, stored in buckets: adding, deleting and finding a position cost O(log n) comparisons and a move
 * within one bucket; a page costs its own length. `compare` must be a total order.
 */
export class SortedList<T> {
	private readonly buckets: T[][] = [];
	private count = 0;

	constructor(private readonly compare: (a: T, b: T) => number) {}

	/** Number of items. */
	get size(): number {
		return this.count;
	}

	/** Inserts an item at its place in the order. */
	add(item: T): void {
		this.count++;
		const last = this.buckets.at(-1);
		// Appending is the common case (seeding, advancing time) and must not split half-full buckets.
		if (!last || this.compare(lastOf(last), item) < 0) {
			if (!last || last.length >= BUCKET) this.buckets.push([item]);
			else last.push(item);
			return;
		}
		const at = this.bucketOf(item);
		const bucket = nth(this.buckets, at);
		bucket.splice(this.positionIn(bucket, item), 0, item);
		if (bucket.length > 2 * BUCKET) this.buckets.splice(at + 1, 0, bucket.splice(BUCKET));
	}

	/** Removes the item that compares equal; false when there is none. */
	delete(item: T): boolean {
		const at = this.bucketOf(item);
		const bucket = this.buckets[at];
		if (!bucket) return false;
		const position = this.positionIn(bucket, item);
		if (position >= bucket.length || this.compare(nth(bucket, position), item) !== 0) return false;
		bucket.splice(position, 1);
		if (bucket.length === 0) this.buckets.splice(at, 1);
		this.count--;
		return true;
	}

	/** Number of items before a point: `isBefore` is true for the items up to it and false for all after it. */
	rank(isBefore: (item: T) => boolean): number {
		let before = 0;
		for (const bucket of this.buckets) {
			if (isBefore(lastOf(bucket))) {
				before += bucket.length;
				continue;
			}
			return before + lowerBound(bucket, isBefore);
		}
		return before;
	}

	/** Up to `count` items, from position `start` on. */
	slice(start: number, count: number): T[] {
		const page: T[] = [];
		let skip = start;
		for (const bucket of this.buckets) {
			if (page.length >= count) break;
			if (skip >= bucket.length) {
				skip -= bucket.length;
				continue;
			}
			page.push(...bucket.slice(skip, skip + count - page.length));
			skip = 0;
		}
		return page;
	}

	private bucketOf(item: T): number {
		return lowerBound(this.buckets, (bucket) => this.compare(lastOf(bucket), item) < 0);
	}

	private positionIn(bucket: readonly T[], item: T): number {
		return lowerBound(bucket, (other) => this.compare(other, item) < 0);
	}
}

/** The item at a position that is known to exist. */
function nth<T>(items: readonly T[], at: number): T {
	return items[at] as T;
}

/** Buckets are never empty. */
function lastOf<T>(bucket: readonly T[]): T {
	return nth(bucket, bucket.length - 1);
}

/** The first position whose item is not before the point; the number of items when there is none. */
function lowerBound<T>(items: readonly T[], isBefore: (item: T) => boolean): number {
	let [low, high] = [0, items.length];
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (isBefore(nth(items, middle))) low = middle + 1;
		else high = middle;
	}
	return low;
}
