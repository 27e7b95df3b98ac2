import type { FeedEntry, HiddenChanges } from '../plan/change';
import { LibraryError, isLibraryError, rethrown } from '../../../protocol/wire/libraryError';
import { AHEAD_TOLERANCE } from '../../../protocol/wire/shape';
import {
	countProcessed,
	entryIdIn,
	fingerprintOf,
	fingerprintsOf,
	MAX_FINGERPRINTS,
	pageEntries,
	type TimedEntry,
} from './processed';
import type { FeedKind, FeedPage, FeedPort, FeedState } from './feed';

/*
 * Pages that are divided at a time. The feed dates no entry, so what is later than a time is what the page later than
 * that time shows.
 *
 * Where entries are dated ahead, their time is later than the clock of the service that shows them. What happens until
 * then is shown before them, so the cursor stays at that clock, and they are known by their fingerprints.
 */

/** A page later than a time. */
export interface LaterPage extends FeedPage {
	/** Its operations are later than this, Unix ms. */
	readonly after: number;
	/** Whether it may have cut off more; otherwise the page is the last one. */
	readonly isFull: boolean;
	/** Whether it has one millisecond only. */
	readonly isBurst: boolean;
	/** Later than this (Unix ms) the feed goes on: a page may end inside its last millisecond, unless that is all. */
	readonly next: number;
	/** Whether its entries are dated ahead by more than the machines of a service may differ. */
	readonly isAhead?: boolean;
}

/** The page later than a time (Unix ms), which may have been read already. Throws what the port throws. */
export async function laterPage(port: FeedPort, after: number, read?: FeedPage): Promise<LaterPage> {
	const page = read ?? (await port.later(after));
	const [isFull, isBurst] = [page.entries.length >= port.pageSize, page.until - 1 === after];
	return { ...page, after, isFull, isBurst, next: isBurst ? page.until : page.until - 1 };
}

/** Pages that follow each other, each with only what is on none of the following ones, and up to where those begin. */
export const divided = (pages: readonly LaterPage[]): readonly LaterPage[] =>
	pages.map((page, at) => {
		const following = pages.slice(at + 1);
		const [next, last] = [following[0], following.at(-1)];
		if (!next || !last) return page;
		const onFollowing = new Set(following.flatMap(fingerprintsOf));
		const entries = page.entries.filter((entry) => !onFollowing.has(fingerprintOf(entry)));
		// What was pushed off the following pages is not earlier than they end.
		const isRead = !last.isFull || last.until > page.until;
		return { ...page, entries, until: isRead ? next.after : page.until };
	});

/** Whether a page goes on later than the clock of the service, which is told in full seconds. */
const isDatedAhead = ({ until, clock = Infinity }: FeedPage): boolean => until > clock + 999;

/** Whether a state may remember more of them; where it may not, the cursor follows their times. */
export const mayStayBehind = (state: FeedState): boolean => countProcessed(state, state.cursor) < MAX_FINGERPRINTS / 2;

/** The page, or where it is full of one millisecond and may have cut off some of it, all of that by kinds. */
export const wholePage = async (port: FeedPort, page: LaterPage): Promise<LaterPage> =>
	page.isFull && page.isBurst ? { ...page, entries: (await readBurst(port, page.until)).entries } : page;

/**
 * Cuts a page at the clock of the service, where it goes on later than that, and again a minute later. Full pages that
 * are ahead of it and not `isNew` are passed. The cursor goes up to the `page`; `ahead` is what is shown later than the
 * clock, where the page goes on there, and `next` the time (Unix ms) from which the feed goes on then. Throws what the
 * port throws.
 */
export async function cutAtClock(
	port: FeedPort,
	following: LaterPage,
	cursor: number,
	isNew: (page: LaterPage) => boolean,
): Promise<{ page: LaterPage; ahead?: readonly LaterPage[]; next?: number }> {
	let first = following;
	while (isDatedAhead(first)) {
		first = await wholePage(port, first);
		if (!first.isFull || isNew(first)) break;
		first = await laterPage(port, first.next);
	}
	if (!isDatedAhead(first)) return { page: first };
	const wholeLater = async (time: number): Promise<LaterPage> => await wholePage(port, await laterPage(port, time));
	const { after, clock = 0 } = first;
	const nothing = { ...first, entries: [], until: cursor };
	if (!isNew(first)) return { page: nothing, ahead: [] };
	const end = clock + AHEAD_TOLERANCE * 1000;
	const pages = [first];
	let last = first;
	for (const time of [clock, end])
		if (last.after < time && last.until > time) pages.push((last = await wholeLater(time)));
	// What is up to the clock is on none of these pages, as far as the first one goes.
	while (last !== first && last.isFull && last.until <= first.until) pages.push((last = await wholeLater(last.next)));
	const ahead = divided(pages).map((page) => ({ ...page, isAhead: page.after >= end }));
	const page = (after < clock ? ahead.shift() : undefined) ?? nothing;
	return { page, ahead, ...(last.isFull ? { next: last.next } : {}) };
}

/* Milliseconds that are larger than a page. */

/**
 * A burst: one millisecond with so many operations that its entries alone fill a page of the feed. Paging is strictly
 * "later than", so entries beyond the page can't be paged to (G02).
 */
export interface Burst extends HiddenChanges {
	/** The entries that the feed shows, of the kinds that the port answers; `shown` counts both kinds. */
	readonly entries: readonly FeedEntry[];
	/** What was shown while reading, in that order: an entry that changed in the meantime was shown differently. */
	readonly seen: readonly TimedEntry[];
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
		const counted = (await countAt(port, ms)) ?? countedBefore;
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

/** So many entries at once are pushed off pages by nobody but a service that does not mean well. */
const PAGES_BEYOND = 10;

type KindPage = Awaited<ReturnType<typeof readKind>>;

/** The entries of one kind, without what is on pages beyond the millisecond: what is pushed off meanwhile is there. */
async function readKind(port: FeedPort, ms: number, kind: FeedKind, direction: Direction) {
	const sign = direction === 'later' ? 1 : -1;
	const page = await port[direction](ms - sign, kind);
	const isBeyond = (until: number, other: number): boolean => sign * until > sign * other;
	const beyondIds = new Set<string>();
	for (let [after, pages, isOver] = [ms, 0, false]; !isOver && pages < PAGES_BEYOND; pages++) {
		const beyond = await port[direction](after, kind);
		for (const fingerprint of fingerprintsOf(beyond)) beyondIds.add(entryIdIn(fingerprint));
		isOver = beyond.entries.length < port.pageSize || isBeyond(beyond.until, page.until);
		// A page may end inside its last millisecond, unless that is all it has.
		after = isBeyond(beyond.until - sign, after) ? beyond.until - sign : beyond.until;
	}
	return {
		kind,
		entries: pageEntries({ ...page, after: ms - 1 }, ms).filter(
			({ fingerprint }) => !beyondIds.has(entryIdIn(fingerprint)),
		),
		/** The page continued beyond the millisecond, or is empty: it cut off nothing of it. */
		isWhole: page.entries.length === 0 || isBeyond(page.until, ms),
		full: page.entries.length >= port.pageSize,
	};
}

/**
 * The most entries that the millisecond can have, whether the service counts the bounds of a range or not (G27);
 * undefined where it does not count. Throws failures that may pass, and the end of the run.
 */
async function countAt(port: FeedPort, ms: number): Promise<number | undefined> {
	try {
		const inclusive = await port.count(ms, ms);
		if (inclusive !== 0) return inclusive;
		const halfOpen = Math.max((await port.count(ms, ms + 1)) ?? 0, (await port.count(ms - 1, ms)) ?? 0);
		return halfOpen > 0 ? halfOpen : await port.count(ms - 1, ms + 1);
	} catch (cause) {
		if (isLibraryError(cause) && !cause.retryable && cause.kind !== 'aborted') return undefined;
		throw rethrown(cause);
	}
}

const HIDDEN_CHANGES_HINT =
	'No change has been skipped so far. Check what was changed at that time, e.g. by an import. ' +
	'Then set On Too Many Simultaneous Changes to Report and Continue: ' +
	'an item with these numbers then takes the place of what is hidden, and the other changes follow.';

/** What an item says that stands for changes that the feed hides. */
export const hiddenText = ({ ms, shown, counted }: HiddenChanges): string =>
	`${counted ?? 'More'} changes share the millisecond ${ms}; the updates feed showed ${shown} of them.`;

/** Says what a burst hides. */
export function burstError({ ms, shown, counted }: HiddenChanges): LibraryError {
	const total = counted === undefined ? 'More' : String(counted);
	const time = new Date(ms).toISOString();
	return new LibraryError(
		'conflict',
		`${total} changes share the millisecond ${ms} (${time}), but the updates feed shows only ${shown} of them`,
		{ operation: 'libraryFileUpdates', hint: HIDDEN_CHANGES_HINT },
	);
}
