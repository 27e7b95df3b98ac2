import { rethrown } from '../../protocol/wire/libraryError';

/* Who asks for what is under way or made already gets that. */

/** What was made for each key, or is on its way. */
type Known<K, R> = Map<K, Promise<R>>;

/** What `make` makes, for all who ask for a key while it is under way. Settles as `make` does; nothing is kept. */
export const whileUnderWay = async <K, R>(underWay: Known<K, R>, key: K, make: () => Promise<R>): Promise<R> =>
	await once(underWay, key, async () => await make().finally(() => underWay.delete(key)));

/** What `make` makes, once for each key, whoever asks and when. A failure is thrown, and not kept. */
export async function once<K, R>(known: Known<K, R>, key: K, make: () => Promise<R>): Promise<R> {
	const made = known.get(key) ?? make();
	known.set(key, made);
	try {
		return await made;
	} catch (cause) {
		if (known.get(key) === made) known.delete(key);
		throw rethrown(cause);
	}
}

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
