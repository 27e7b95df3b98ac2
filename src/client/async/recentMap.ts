/** A map of limited size: when it is full, a new key replaces the one that was not read or set for the longest time. */
export class RecentMap<K, V> extends Map<K, V> {
	/** Keeps at most `limit` keys, at least 1. */
	constructor(private readonly limit: number) {
		super();
	}

	override get(key: K): V | undefined {
		const value = super.get(key);
		if (value !== undefined) this.set(key, value);
		return value;
	}

	/** A Map iterates in insertion order: the key used last is moved to the end, the one to forget is the first. */
	override set(key: K, value: V): this {
		this.delete(key);
		super.set(key, value);
		const [oldest] = this;
		if (this.size > this.limit && oldest) this.delete(oldest[0]);
		return this;
	}
}
