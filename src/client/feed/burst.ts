import type { JsonObject } from '../../protocol/wire/json';
import { isLibraryError, LibraryError } from '../../protocol/wire/libraryError';
import type { FeedPort } from './port';
import { idOf } from './fingerprint';

/** What the feed can be made to show of one millisecond. */
export interface Burst {
	readonly ms: number;
	readonly entries: readonly JsonObject[];
	/** What `updates_count` says; undefined when it does not tell. */
	readonly counted: number | undefined;
	/** Whether these are all its entries. */
	readonly whole: boolean;
}

/** Readings of a millisecond, for the case that it is written to meanwhile. */
const READINGS = 3;

/**
 * Reads a millisecond that fills a page of the feed by itself (ambiguities G02): files and folders apart, each with a page of
 * its own, and compares with `updates_count`. `whole` when nothing can be hidden. Throws what the port throws.
 */
export async function readBurst(port: FeedPort, ms: number): Promise<Burst> {
	for (let reading = 1; ; reading++) {
		const kinds = [await readKind(port, ms, 'files'), await readKind(port, ms, 'folders')];
		const entries = kinds.flatMap((kind) => kind.entries);
		if (kinds.every(({ passed }) => passed)) return { ms, entries, counted: entries.length, whole: true };
		const counted = await countAt(port, ms);
		// Without a count, a page that is not full is the last one (FeedPort.pageSize).
		const whole = counted === undefined ? kinds.every(({ full }) => !full) : entries.length >= counted;
		if (whole || reading === READINGS) return { ms, entries, counted, whole };
	}
}

/** The entries of one kind at `ms`. `passed`: the page went on to later ones, so it holds them all; `full`: it may have been cut off. */
interface KindAt {
	readonly entries: readonly JsonObject[];
	readonly passed: boolean;
	readonly full: boolean;
}

async function readKind(port: FeedPort, ms: number, kind: 'files' | 'folders'): Promise<KindAt> {
	const from = await port.later(ms - 1, kind);
	const after = new Set((await port.later(ms, kind)).entries.map(idOf));
	const passed = from.entries.length === 0 || from.until > ms;
	return {
		entries: from.entries.filter((entry) => !after.has(idOf(entry))),
		passed,
		full: from.entries.length >= port.pageSize,
	};
}

/** The most entries that can stand at `ms`, however the service reads the bounds of a range (ambiguities G27). */
async function countAt(port: FeedPort, ms: number): Promise<number | undefined> {
	try {
		const closed = await port.count(ms, ms);
		if (closed > 0) return closed;
		const halfOpen = Math.max(await port.count(ms, ms + 1), await port.count(ms - 1, ms));
		return halfOpen > 0 ? halfOpen : await port.count(ms - 1, ms + 1);
	} catch (cause) {
		if (isLibraryError(cause) && !cause.retryable && cause.kind !== 'aborted') return undefined;
		throw cause;
	}
}

/** Says that a millisecond holds more than can be read, with the numbers. */
export function burstError({ ms, entries, counted }: Burst): LibraryError {
	const total = counted === undefined ? 'more' : String(counted);
	return new LibraryError(
		'conflict',
		`${total} changes share the millisecond ${ms} (${new Date(ms).toISOString()}), the updates feed shows only ${entries.length} of them`,
		{
			operation: 'libraryFileUpdates',
			retryable: false,
			hint: 'No change was skipped so far. Look at what was changed at that time (e.g. by an import), then set If a Burst Hides Changes to Report and Go On: the trigger then puts out an item with these numbers and continues.',
		},
	);
}
