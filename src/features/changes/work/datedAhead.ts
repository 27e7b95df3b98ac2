import { readBurst } from './burst';
import {
	fingerprintOf,
	fingerprintsOf,
	pageEntries,
	type TimedEntry,
	countProcessed,
	MAX_FINGERPRINTS,
} from './processed';
import type { FeedPage, FeedPort } from './port';
import type { FeedState, ReadOptions } from './state';

/*
 * Entries that are dated ahead: their time is later than the clock of the service that shows them. What happens until
 * then is shown before them, so the cursor stays at that clock, and they are known by their fingerprints.
 */

/** How far (ms) the clocks of the service's own machines may be apart before an entry is said to be dated ahead. */
const AHEAD_TOLERANCE_MS = 60_000;

/** Whether a page goes on later than the clock of the service, which is told in full seconds. */
export const isDatedAhead = ({ until, clock = Infinity }: FeedPage): boolean => until > clock + 999;

/** Whether a state may remember more of them; where it may not, the cursor follows their times. */
export const mayStayBehind = (state: FeedState): boolean =>
	countProcessed(state) - countProcessed(state, state.cursor) < MAX_FINGERPRINTS / 2;

/** A page later than the cursor. */
export interface PageBeyond extends FeedPage {
	/** Its operations are later than this, Unix ms. */
	readonly after: number;
	/** Whether its entries are dated ahead by more than the machines of a service may differ. */
	readonly isAhead?: true;
}

/** What the feed shows later than the cursor: up to the clock of the service, and ahead of it. */
interface Beyond {
	readonly page: FeedPage;
	readonly ahead: readonly PageBeyond[];
	/** Whether something of it is not known, or was not read. */
	readonly isNew: boolean;
}

interface PageReader extends Pick<ReadOptions, 'limit' | 'expired'> {
	readonly cursor: number;
	readonly isKnown: (one: TimedEntry) => boolean;
}

/** Divides a page for which `isDatedAhead`, and reads what follows it, up to `limit`. Throws what the port throws. */
export async function divideByClock(
	port: FeedPort,
	first: FeedPage,
	{ cursor, isKnown, limit, expired }: PageReader,
): Promise<Beyond> {
	const countFresh = (pages: readonly PageBeyond[]): number =>
		pages.flatMap((page) => pageEntries(page, page.after, page.until).filter((one) => !isKnown(one))).length;
	let fresh = countFresh([{ ...first, after: cursor }]);
	if (first.entries.length < port.pageSize && fresh === 0)
		return { page: { entries: [], until: cursor }, ahead: [], isNew: false };
	const clock = Math.max(cursor, first.clock ?? 0);
	const end = clock + AHEAD_TOLERANCE_MS;
	const ahead = await readBeyond(port, clock, end);
	fresh += countFresh(ahead);
	// What is on none of the later pages may have been pushed off them, unless they go on behind it.
	const isFarEnough = (page: FeedPage): boolean =>
		contains(port, page, first.until) && (fresh >= limit || (fresh > 0 && expired()));
	for (let last = ahead.at(-1); last && last.entries.length >= port.pageSize && !isFarEnough(last);) {
		// A page may end inside its last millisecond, unless that is all it has: then it is read by kinds.
		const { until } = last;
		const isBurst = until - 1 === last.after;
		if (isBurst) ahead[ahead.length - 1] = { ...last, entries: (await readBurst(port, until)).entries };
		const further = await readBeyond(port, isBurst ? until : until - 1, end);
		ahead.push(...further);
		fresh += countFresh(further);
		last = further.at(-1);
	}
	const page = { ...first, until: clock };
	const [upToClock = page, ...others] = onLastPages([{ ...page, after: cursor }, ...ahead]);
	return { page: upToClock, ahead: others.filter(({ entries }) => entries.length > 0), isNew: fresh > 0 };
}

/** Pages of which each has only what is on none of the following ones. */
function onLastPages(pages: readonly PageBeyond[]): PageBeyond[] {
	const following = new Set<string>();
	const fromLast = pages.toReversed().map((page) => {
		const left = { ...page, entries: page.entries.filter((entry) => !following.has(fingerprintOf(entry))) };
		for (const fingerprint of fingerprintsOf(page)) following.add(fingerprint);
		return left;
	});
	return fromLast.reverse();
}

/** Whether nothing of its time, up to another time, can be missing on a page. */
const contains = (port: FeedPort, page: FeedPage, until: number): boolean =>
	page.entries.length < port.pageSize || page.until > until;

/** A page later than a time, which is divided where it goes on later than the tolerance for clocks reaches. */
async function readBeyond(port: FeedPort, after: number, end: number): Promise<PageBeyond[]> {
	const page = { ...(await port.later(after)), after };
	if (after >= end) return [{ ...page, isAhead: true }];
	if (page.until <= end) return [page];
	const far = await port.later(end);
	// What was pushed off the second page is not earlier than it.
	const until = contains(port, far, page.until) ? end : page.until;
	return [
		{ ...page, until },
		{ ...far, after: end, isAhead: true },
	];
}
