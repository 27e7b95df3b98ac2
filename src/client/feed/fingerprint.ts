import { hash as hashOf } from 'node:crypto';
import type { FeedEntry } from '../../protocol/feed/entry';
import { plainNumber, textOf } from '../../protocol/wire/json';
import type { FeedPage } from './port';

/** Characters of a digest: 48 bits, so that a saved state with a thousand fingerprints stays small. */
const LENGTH = 8;

/** A digest of 8 characters, without "." among them. */
export const digestOf = (text: string): string => hashOf('sha1', text, 'base64url').slice(0, LENGTH);

/**
 * How an entry looked when it was processed, in 17 characters: its id, and the fields that only an operation on the
 * entry itself changes (G02). Its path isn't included: it changes with the folders above, without an operation.
 */
export function fingerprintOf(entry: FeedEntry): string {
	const { hash, fullpath, cmd, filename, filehash, last_dateline } = entry;
	const look = JSON.stringify([plainNumber(cmd ?? 1), filename, filehash, plainNumber(last_dateline)]);
	return `${digestOf(textOf(hash ?? fullpath))}.${digestOf(look)}`;
}

/** The fingerprints of lists that are still in use: the same list is compared several times, and never changes. */
const computed = new WeakMap<readonly FeedEntry[], readonly string[]>();

/** The fingerprints of the entries of a page, in their order. */
export function fingerprintsOf({ entries }: { readonly entries: readonly FeedEntry[] }): readonly string[] {
	const fingerprints = computed.get(entries) ?? entries.map(fingerprintOf);
	computed.set(entries, fingerprints);
	return fingerprints;
}

/** The entries of a page that are not on another one, looking the same. */
export function entriesNotOn(
	other: { readonly entries: readonly FeedEntry[] },
	page: { readonly entries: readonly FeedEntry[] },
): readonly FeedEntry[] {
	const there = new Set(fingerprintsOf(other));
	const fingerprints = fingerprintsOf(page);
	const entries = page.entries.filter((_, at) => !there.has(fingerprints[at] ?? ''));
	computed.set(
		entries,
		fingerprints.filter((fingerprint) => !there.has(fingerprint)),
	);
	return entries;
}

/** The stable id, in 8 characters, of the entry that a fingerprint belongs to. */
export const entryIdIn = (fingerprint: string): string => fingerprint.slice(0, LENGTH);

/** An entry, and what the feed tells about the time of its operation; in Unix milliseconds. */
export interface TimedEntry {
	readonly entry: FeedEntry;
	/** See `fingerprintOf`. */
	readonly fingerprint: string;
	/** The operation is later than this. */
	readonly after: number;
	/** The operation is not later than this. */
	readonly until: number;
	/** The latest time on its page: when later than `until`, the operation may be one of those behind the range. */
	readonly latest: number;
}

/** The entries of the page later than `after`, in a range up to `to`. The feed dates no single entry. */
export function pageEntries(page: FeedPage, after: number, to: number): readonly TimedEntry[] {
	const { entries, until } = page;
	const times = { after, until: Math.min(until, to), latest: until };
	return fingerprintsOf(page).map((fingerprint, at) => ({ entry: entries[at] ?? {}, fingerprint, ...times }));
}
