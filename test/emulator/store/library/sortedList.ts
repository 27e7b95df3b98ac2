/** A list in order, searched in O(log n), changed by a move of what follows. `compare` must be a total order. */
export class SortedList<T> {
	private readonly items: T[] = [];

	constructor(private readonly compare: (a: T, b: T) => number) {}

	get size(): number {
		return this.items.length;
	}

	add(item: T): void {
		const last = this.items.at(-1);
		// Appending is the common case: seeding, and time that advances.
		if (last === undefined || this.compare(last, item) < 0) this.items.push(item);
		else this.items.splice(this.positionOf(item), 0, item);
	}

	/** Removes the item that compares equal, if there is one. */
	delete(item: T): void {
		const at = this.positionOf(item);
		const found = this.items[at];
		if (found !== undefined && this.compare(found, item) === 0) this.items.splice(at, 1);
	}

	/** Number of items before a point: `isBefore` is true for the items up to it and false for all after it. */
	rank(isBefore: (item: T) => boolean): number {
		let [low, high] = [0, this.items.length];
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (isBefore(this.items[middle] as T)) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	/** The item at a position; undefined outside of the list. */
	at(position: number): T | undefined {
		return this.items[position];
	}

	/** Up to `count` items, from position `start` on. */
	slice(start: number, count: number): T[] {
		return this.items.slice(start, start + count);
	}

	private positionOf(item: T): number {
		return this.rank((other) => this.compare(other, item) < 0);
	}
}
