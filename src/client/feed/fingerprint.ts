import { createHash } from 'node:crypto';
import type { FeedEntry } from '../../protocol/feed/entry';
import { plainNumber, textOf } from '../../protocol/wire/json';

/** Characters of a digest: 48 bits, so that a saved state with a thousand fingerprints stays small. */
const LENGTH = 8;

/** A digest of 8 characters, without "." among them. */
export const digestOf = (text: string): string => createHash('sha1').update(text).digest('base64url').slice(0, LENGTH);

/** The stable id of an entry, shortened to 8 characters. */
export const entryId = ({ hash, fullpath }: FeedEntry): string => digestOf(textOf(hash ?? fullpath));

/**
 * How an entry looked when it was processed, in 17 characters: its id, and the fields that only an operation on the
 * entry itself changes (G02). Its path isn't included: it changes with the folders above, without an operation.
 */
export function fingerprintOf(entry: FeedEntry): string {
	const { cmd, filename, filehash, last_dateline } = entry;
	const look = JSON.stringify([plainNumber(cmd ?? 1), filename, filehash, plainNumber(last_dateline)]);
	return `${entryId(entry)}.${digestOf(look)}`;
}

/** The id of the entry that a fingerprint belongs to. */
export const entryIdIn = (fingerprint: string): string => fingerprint.slice(0, LENGTH);
