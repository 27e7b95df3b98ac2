import { hash as hashOf } from 'node:crypto';
import { type FeedEntry, isDeleted } from '../plan/change';
import { numberOf, textOf } from '../../../protocol/wire/json';
import type { FeedPage } from './port';

/* How an entry of the feed looks, as a short text that recognizes it. */

/**
 * Characters of the two parts of a fingerprint. 42 bits tell 20,000 entries apart with a chance of 1 in 20,000 that two
 * are taken for one; 24 bits tell the looks of one entry apart. Together they keep a saved state small.
 */
export const ID_LENGTH = 7;
const LOOK_LENGTH = 4;
/** The last character of the fingerprint of what is deleted, and of no other one. */
const DELETED = '-';
/** Characters of a fingerprint. */
export const FINGERPRINT_LENGTH = ID_LENGTH + LOOK_LENGTH;

/** The first characters of a digest, each with 6 bits. */
export const shortDigest = (text: string, length: number): string => hashOf('sha1', text, 'base64url').slice(0, length);

/** The fingerprints of entries that are still in use: the same entry is compared several times, and never changes. */
const computed = new WeakMap<FeedEntry, string>();

/**
 * How an entry looked when it was processed, in 11 characters: its id, and the fields that only an operation on the
 * entry itself changes (G02). Its path isn't included: it changes with the folders above, without an operation.
 */
export function fingerprintOf(entry: FeedEntry): string {
	const known = computed.get(entry);
	if (known !== undefined) return known;
	const { cmd, filename, filehash, last_dateline } = entry;
	const look = JSON.stringify([numberOf(cmd) ?? 1, filename, filehash, numberOf(last_dateline)]);
	const digest = shortDigest(look, LOOK_LENGTH);
	const marked = isDeleted(entry) ? digest.slice(0, -1) + DELETED : digest.replace(/-$/, '_');
	const fingerprint = entryId(entry) + marked;
	computed.set(entry, fingerprint);
	return fingerprint;
}

/** The parts of a text that has them one after the other. */
export const partsOf = (text: string, length: number): string[] =>
	Array.from({ length: text.length / length }, (_, at) => text.slice(at * length, (at + 1) * length));

/** The stable id of an entry, in 7 characters. */
export const entryId = ({ hash, fullpath }: Pick<FeedEntry, 'hash' | 'fullpath'>): string =>
	shortDigest(textOf(hash ?? fullpath), ID_LENGTH);

/** The fingerprints of the entries of a page, in their order. */
export const fingerprintsOf = ({ entries }: Pick<FeedPage, 'entries'>): readonly string[] => entries.map(fingerprintOf);

/** The id of the entry that a fingerprint belongs to. */
export const entryIdIn = (fingerprint: string): string => fingerprint.slice(0, ID_LENGTH);
/** Whether it was deleted when it looked like this. */
export const wasDeletedIn = (fingerprint: string): boolean => fingerprint.endsWith(DELETED);
/** How it looked, in 4 characters. */
export const lookIn = (fingerprint: string): string => fingerprint.slice(ID_LENGTH);

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
	const times = { after, until: Math.min(page.until, to), latest: page.until };
	return page.entries.map((entry) => ({ entry, fingerprint: fingerprintOf(entry), ...times }));
}

/** The fingerprints in a text that has them one after the other. */
export const fingerprintsIn = (text: string): string[] => partsOf(text, FINGERPRINT_LENGTH);
