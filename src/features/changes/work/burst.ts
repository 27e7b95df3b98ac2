import type { FeedEntry } from '../plan/change';
import { LibraryError, isLibraryError, rethrown } from '../../../protocol/wire/libraryError';
import { entryIdIn, fingerprintsOf, pageEntries, type TimedEntry } from './processed';
import type { FeedKind, FeedPage, FeedPort } from './port';

/**
 * A burst: one millisecond with so many operations that its entries alone fill a page of the feed. Paging is strictly
 * "later than", so entries beyond the page can't be paged to (G02).
 */
export interface Burst {
	/** The millisecond, as Unix time. */
	readonly ms: number;
	/** The entries that the feed shows, of the kinds that the port answers. */
	readonly entries: readonly FeedEntry[];
	/** How many entries of both kinds the feed shows. */
	readonly shown: number;
	/** What was shown while reading, in that order: an entry that changed in the meantime was shown differently. */
	readonly seen: readonly TimedEntry[];
	/** How many there are according to `updates_count`; undefined when the service doesn't count them. */
	readonly counted: number | undefined;
	/** Whether these are all of them. */
	readonly complete: boolean;
}

/** How often a burst is read before it counts as incomplete: it may be written to in the meantime. */
const MAX_READS = 3;

type Direction = 'later' | 'newest';

const KINDS: readonly FeedKind[] = ['files', 'folders'];

/** Reads a burst: files and folders apart, compared with `updates_count`. Throws what the port throws. */
export async function readBurst(port: FeedPort, ms: number, direction: Direction = 'later'): Promise<Burst> {
	let seen: readonly TimedEntry[] = [];
	let countedBefore: number | undefined;
	for (let read = 1; ; read++) {
		const pages: KindPage[] = [];
		for (const kind of KINDS) pages.push(await readKind(port, ms, kind, direction));
		const wanted = pages.filter(({ kind }) => kind === (port.kind ?? kind));
		const entries = eachOnce(wanted);
		seen = seen.concat(entries);
		const shown = eachOnce(pages).length;
		const burst = { ms, entries: entries.map(({ entry }) => entry), shown, seen };
		if (wanted.every(({ isWhole }) => isWhole)) return { ...burst, counted: shown, complete: true };
		// A service may count now and then only.
		const counted = (await ifCounted(async () => await countAt(port, ms))) ?? countedBefore;
		// A page that isn't full is the last one (FeedPort.pageSize). Of a full one, entries may have left between
		// the page and the count, and others be hidden: what was counted before has to be shown too.
		const isCutOff = wanted.some(({ isWhole, full }) => full && !isWhole);
		const least = countedBefore ?? (isCutOff && read < MAX_READS ? Infinity : 0);
		const complete = counted === undefined ? !isCutOff : shown >= Math.max(counted, least);
		if (complete || read === MAX_READS) return { ...burst, counted, complete };
		countedBefore = counted;
	}
}

/** A service that ignores the kind shows the same entries on both pages. */
function eachOnce(pages: readonly KindPage[]): readonly TimedEntry[] {
	const all = pages.flatMap(({ entries }) => entries);
	return [...new Map(all.map((one) => [entryIdIn(one.fingerprint), one])).values()];
}

interface KindPage {
	readonly kind: FeedKind;
	readonly entries: readonly TimedEntry[];
	/** The page continued beyond the millisecond, or is empty: it cut off nothing of it. */
	readonly isWhole: boolean;
	/** The page has the maximum length. */
	readonly full: boolean;
}

async function readKind(port: FeedPort, ms: number, kind: FeedKind, direction: Direction): Promise<KindPage> {
	const before = direction === 'later' ? ms - 1 : ms + 1;
	const page = await port[direction](before, kind);
	const beyondIds = await idsBeyond(port, { ...page, ms, kind, direction });
	return {
		kind,
		entries: pageEntries({ ...page, after: ms - 1 }, ms).filter(
			({ fingerprint }) => !beyondIds.has(entryIdIn(fingerprint)),
		),
		isWhole: page.entries.length === 0 || (direction === 'later' ? page.until > ms : page.until < ms),
		full: page.entries.length >= port.pageSize,
	};
}

/** So many entries at once are pushed off pages by nobody but a service that does not mean well. */
const PAGES_BEYOND = 10;

/** The ids of what a page shows beyond its millisecond: what is pushed off one page meanwhile is on the next one. */
async function idsBeyond(
	port: FeedPort,
	page: FeedPage & { readonly ms: number; readonly kind: FeedKind; readonly direction: Direction },
): Promise<ReadonlySet<string>> {
	const { ms, kind, direction, until } = page;
	const sign = direction === 'later' ? 1 : -1;
	const ids = new Set<string>();
	for (let [after, pages] = [ms, 0]; pages < PAGES_BEYOND; pages++) {
		const beyond = await port[direction](after, kind);
		for (const fingerprint of fingerprintsOf(beyond)) ids.add(entryIdIn(fingerprint));
		if (beyond.entries.length < port.pageSize || sign * beyond.until > sign * until) return ids;
		// A page may end inside its last millisecond, unless that is all it has.
		const next = beyond.until - sign;
		after = sign * next > sign * after ? next : beyond.until;
	}
	return ids;
}

/** The most entries that the millisecond can have, whether the service counts the bounds of a range or not (G27). */
async function countAt(port: FeedPort, ms: number): Promise<number> {
	const inclusive = await port.count(ms, ms);
	if (inclusive > 0) return inclusive;
	const halfOpen = Math.max(await port.count(ms, ms + 1), await port.count(ms - 1, ms));
	return halfOpen > 0 ? halfOpen : await port.count(ms - 1, ms + 1);
}

const HIDDEN_CHANGES_HINT =
	'No change has been skipped so far. Check what was changed at that time, e.g. by an import. ' +
	'Then set On Too Many Simultaneous Changes to Report and Continue: ' +
	'an item with these numbers then takes the place of what is hidden, and the other changes follow.';

/** What an item says that stands for changes that the feed hides. */
export const hiddenText = ({ ms, shown, counted }: Pick<Burst, 'ms' | 'shown' | 'counted'>): string =>
	`${counted ?? 'More'} changes share the millisecond ${ms}; the updates feed showed ${shown} of them.`;

/** Says what a burst hides. */
export function burstError({ ms, shown, counted }: Burst): LibraryError {
	const total = counted === undefined ? 'More' : String(counted);
	const time = new Date(ms).toISOString();
	return new LibraryError(
		'conflict',
		`${total} changes share the millisecond ${ms} (${time}), but the updates feed shows only ${shown} of them`,
		{ operation: 'libraryFileUpdates', hint: HIDDEN_CHANGES_HINT },
	);
}

/** What `ask` answers; undefined where it fails for good. Throws failures that may pass, and the end of the run. */
async function ifCounted(ask: () => Promise<number>): Promise<number | undefined> {
	try {
		return await ask();
	} catch (cause) {
		if (isLibraryError(cause) && !cause.retryable && cause.kind !== 'aborted') return undefined;
		throw rethrown(cause);
	}
}
