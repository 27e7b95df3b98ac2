import { createHash } from 'node:crypto';
import type { Account } from '../service/account';
import type { Change } from './change';
import type { FeedPort } from './port';
import { idIn } from './fingerprint';

/** Entries taken from the feed with operations up to `until` (ms), as `keyOf` writes them. */
export interface SeenGroup {
	readonly until: number;
	readonly keys: readonly string[];
}

/**
 * How far the feed has been read; plain JSON. Every operation up to `cursor` (ms) was taken; `seen` holds all entries with an
 * operation later than `floor`, up to the cursor; `pending` was read but not handed over. Bound: 1,000 keys of 20 bytes and
 * 200 pending entries, about 130 kB.
 */
export interface FeedState {
	readonly cursor: number;
	readonly floor: number;
	readonly seen: readonly SeenGroup[];
	readonly pending: readonly Change[];
	/** The end of the feed has not been reached yet: what comes before it is not reported. */
	readonly starting?: true;
	/** The last page ended at the cursor and nobody has looked whether more shares its millisecond. */
	readonly cut?: true;
}

/** Where to begin; `ms` is the first moment that counts. */
export type Start =
	{ readonly from: 'now' } | { readonly from: 'beginning' } | { readonly from: 'date'; readonly ms: number };

/** Most keys that are kept. */
const MOST_KEYS = 1_000;

/** The state to which everything later than `cursor` (ms) is new. */
export const feedAfter = (cursor: number): FeedState => ({ cursor, floor: cursor, seen: [], pending: [] });

/**
 * The state before the first reading. From now: it lies before the newest page, and the first reading runs to the end of the feed
 * without reporting, so that no clock has to agree with the service's. Throws what the port throws.
 */
export async function startFeed(port: FeedPort, start: Start): Promise<FeedState> {
	if (start.from === 'beginning') return feedAfter(0);
	if (start.from === 'date') return feedAfter(Math.max(0, start.ms - 1));
	const { entries, until } = await port.newest();
	return { ...feedAfter(entries.length === 0 ? 0 : Math.max(0, until - 1)), starting: true };
}

/** Names what a state belongs to: another service, library or start begins anew. */
export function feedSource(account: Account, start: Start): string {
	const library = account.kind === 'token' ? '' : account.clientId;
	return createHash('sha1')
		.update(JSON.stringify([account.baseUrl, library, start]))
		.digest('base64url');
}

/** What was seen, for looking up. */
export interface Seen {
	/** Each entry as it was shown last, with the time (ms) its operation was not later than. */
	readonly keys: ReadonlyMap<string, number>;
	readonly ids: ReadonlySet<string>;
}

/** The seen entries of a state. */
export function seenIn({ seen }: FeedState): Seen {
	const keys = new Map(seen.flatMap(({ until, keys: all }) => all.map((key) => [key, until] as const)));
	return { keys, ids: new Set([...keys.keys()].map(idIn)) };
}

/** Adds what was shown now. Only the last look of an entry is kept: one that goes back to an earlier look has changed. */
export function remember(state: FeedState, groups: readonly SeenGroup[]): FeedState {
	const ids = new Set(groups.flatMap((group) => group.keys.map(idIn)));
	if (ids.size === 0) return state;
	const others = state.seen.map(({ until, keys }) => ({ until, keys: keys.filter((key) => !ids.has(idIn(key))) }));
	return { ...state, seen: [...others, ...groups] };
}

/** How long the entries before the cursor are known at least, in ms: creation times have full seconds only. */
const SHORTEST_MS = 1_000;

/** Drops groups that lie before the overlap (ms), which no reading looks at again, and the oldest where there are too many; the floor follows. */
export function forget(state: FeedState, overlapMs: number): FeedState {
	const horizon = state.cursor - Math.max(SHORTEST_MS, overlapMs);
	const kept = state.seen.filter((group) => group.keys.length > 0).sort((a, b) => a.until - b.until);
	let { floor } = state;
	let keys = kept.reduce((sum, group) => sum + group.keys.length, 0);
	for (
		let oldest = kept[0];
		oldest && oldest.until < state.cursor && (oldest.until <= horizon || keys > MOST_KEYS);
		oldest = kept[0]
	) {
		floor = Math.max(floor, oldest.until);
		keys -= oldest.keys.length;
		kept.shift();
	}
	return { ...state, floor, seen: kept };
}
