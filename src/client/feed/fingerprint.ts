import type { JsonObject } from '../../protocol/wire/json';
import { createHash } from 'node:crypto';

/** Characters of a digest: 48 bits, so that a state with a thousand keys stays small. */
const LENGTH = 8;

const digest = (text: string): string => createHash('sha1').update(text).digest('base64url').slice(0, LENGTH);

/** The stable id of an entry of the feed, in 8 characters. */
export const idOf = (entry: JsonObject): string => digest(String(entry['hash'] ?? entry['fullpath']));

/**
 * What an entry looked like when it was taken, in 17 characters: the id and what only an operation on the entry itself
 * changes (ambiguities G02). Its path is not part of it: that changes with the folders above, without an operation.
 */
export const keyOf = (entry: JsonObject): string =>
	`${idOf(entry)}.${digest(JSON.stringify([Number(entry['cmd'] ?? 1), entry['filename'], entry['filehash'], Number(entry['last_dateline'])]))}`;

/** The id in a key of `keyOf`. */
export const idIn = (key: string): string => key.slice(0, LENGTH);
