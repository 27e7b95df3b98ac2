import { createHash } from 'node:crypto';
import type { LogKind } from '../../../protocol/catalogue/activityEvent';
import { type JsonObject, secondsOf, textOf } from '../../../protocol/wire/json';
import { LibraryError } from '../../../protocol/wire/libraryError';

/** An entry of a log. */
export interface LogEntry {
	/** When it happened, Unix seconds: the logs know no smaller unit. */
	readonly second: number;
	/** What happened: the act of a library log, the type of the management log. */
	readonly code: string;
	/** What tells it from others of its second, see `keyOf`; equal for two that cannot be told apart. */
	readonly key: string;
	/** As the service sent it. */
	readonly fields: JsonObject;
	/** Its time had not come yet when the service showed it. */
	readonly isAhead?: true;
}

/** Characters of the two parts of a key: 30 and 24 bits are plenty within one second. */
const [WHAT_LENGTH, LOOK_LENGTH] = [5, 4];
/** Characters of a key. */
export const KEY_LENGTH = WHAT_LENGTH + LOOK_LENGTH;

const digest = (values: readonly unknown[], length: number): string =>
	createHash('sha1')
		.update(JSON.stringify(values.map(textOf)))
		.digest('base64url')
		.slice(0, length);

/**
 * What an entry is, and how it looks. The first part never changes: who did what to which entry. The second part may
 * change afterwards, where the service fills in names and paths as they are when the log is read.
 */
function keyOf(log: LogKind, fields: JsonObject): string {
	if (log === 'management')
		return digest([fields.type], WHAT_LENGTH) + digest([fields.admin, fields.content, fields.ip], LOOK_LENGTH);
	const { act, hash, member_id: member, fullpath, filehash, filesize, display_name: name } = fields;
	return digest([act, hash, member], WHAT_LENGTH) + digest([fullpath, filehash, filesize, name], LOOK_LENGTH);
}

/** The part of a key that never changes. */
export const whatOf = (key: string): string => key.slice(0, WHAT_LENGTH);

/** How far the clocks of the service's own machines may be apart, in seconds, before an entry is said to be ahead. */
const AHEAD_TOLERANCE = 60;

/** Reads an entry that the service showed `at` this second. Throws LibraryError protocol for one without a time. */
export function readEntry(log: LogKind, fields: JsonObject, at = Infinity): LogEntry {
	const second = secondsOf(fields.dateline);
	if (second === undefined)
		throw new LibraryError('protocol', 'The log contains an entry without a time', {
			hint: 'Report this to the operator of the service',
		});
	const code = textOf(log === 'library' ? fields.act : fields.type);
	const ahead = second > at + AHEAD_TOLERANCE ? ({ isAhead: true } as const) : {};
	return { second: Math.floor(second), code, key: keyOf(log, fields), fields, ...ahead };
}
