import { AHEAD_TOLERANCE } from '../../../protocol/wire/shape';
import { readBurst } from './burst';
import { countProcessed, fingerprintOf, fingerprintsOf, MAX_FINGERPRINTS } from './processed';
import type { FeedPage, FeedPort } from './port';
import type { FeedState } from './state';

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
export const mayStayBehind = (state: FeedState): boolean =>
	countProcessed(state) - countProcessed(state, state.cursor) < MAX_FINGERPRINTS / 2;

/** The page, or where it is full of one millisecond and may have cut off some of it, all of that by kinds. */
export const wholePage = async (port: FeedPort, page: LaterPage): Promise<LaterPage> =>
	page.isFull && page.isBurst ? { ...page, entries: (await readBurst(port, page.until)).entries } : page;

/** What the feed shows next. */
export interface Beyond {
	/** The next page, up to which the cursor goes. */
	readonly page: LaterPage;
	/** Where that page goes on ahead of the clock of the service: what it shows there. */
	readonly ahead?: readonly LaterPage[];
	/** Later than this (Unix ms) the feed goes on, ahead of its clock. */
	readonly next?: number;
}

/**
 * Cuts a page at the clock of the service, where it goes on later than that, and again a minute later. Full pages that
 * are ahead of it and not `isNew` are passed. Throws what the port throws.
 */
export async function cutAtClock(
	port: FeedPort,
	following: LaterPage,
	cursor: number,
	isNew: (page: LaterPage) => boolean,
): Promise<Beyond> {
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
	const isCut = after < clock;
	const page = isCut ? ahead.shift() : undefined;
	return { page: page ?? nothing, ahead, ...(last.isFull ? { next: last.next } : {}) };
}
