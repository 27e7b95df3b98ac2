import type { ACTS } from '../../../protocol/catalogue/activityEvent';
import {
	amountOf,
	defined,
	filledText,
	isSha1,
	type JsonObject,
	numberOf,
	secondsOf,
} from '../../../protocol/wire/json';
import type { Unverified } from '../../../protocol/answers/items';
import type { HistoryEntry } from '../../../protocol/contract';

/** A content that a file has or had, with the entry of its history that made it. */
export interface FileVersion {
	/** Counted from 1, the oldest. */
	readonly number: number;
	/** SHA1 of the content, in lower case. */
	readonly filehash: string;
	/** Bytes. */
	readonly filesize?: number;
	/** ID of the history entry. */
	readonly hid?: string;
	readonly seconds?: number;
	readonly memberName?: string;
	readonly isCurrent: boolean;
}

/** The act of a creation, which is always the first one in a history (document). */
const CREATE = 1 satisfies keyof typeof ACTS;

/**
 * In which order a history comes, which the document does not say: by its times, or by the place of the creation;
 * undefined where neither tells.
 */
export function orderOf(history: readonly Unverified<HistoryEntry>[]): 'newest first' | 'oldest first' | undefined {
	const times = history.map(({ dateline }) => secondsOf(dateline)).filter((seconds) => seconds !== undefined);
	const [earlier = 0, later = 0] = [times[0], times.at(-1)];
	if (earlier !== later) return earlier < later ? 'oldest first' : 'newest first';
	const [first, last] = [history[0], history.at(-1)].map((entry) => numberOf(entry?.act) === CREATE);
	if (first === last) return undefined;
	return first ? 'oldest first' : 'newest first';
}

/** The entries of a history with the oldest first; where nothing tells their order, the last one is the oldest. */
export const oldestFirst = <E extends Unverified<HistoryEntry>>(history: readonly E[]): readonly E[] =>
	orderOf(history) === 'oldest first' ? history : [...history].reverse();

/** SHA1 of the content that an entry leaves; undefined for one without content. */
const contentOf = ({ filehash }: Unverified<HistoryEntry>): string | undefined =>
	isSha1(filehash) ? filehash.toLowerCase() : undefined;

/**
 * The versions of a file, newest first, by all entries of its history. An entry that leaves the content as it was, e.g.
 * of a renamed or locked file, makes no version; a content that was there again later is two.
 */
export function versionsOf(history: readonly JsonObject[]): FileVersion[] {
	const made: Array<Omit<FileVersion, 'isCurrent'>> = [];
	for (const entry of oldestFirst(history)) {
		const filehash = contentOf(entry);
		if (filehash === undefined || filehash === made.at(-1)?.filehash) continue;
		made.push({
			number: made.length + 1,
			filehash,
			...defined({
				filesize: amountOf(entry.filesize),
				hid: filledText(entry.hid),
				seconds: secondsOf(entry.dateline),
				memberName: filledText(entry.member_name),
			}),
		});
	}
	return made.map((version) => ({ ...version, isCurrent: version.number === made.length })).reverse();
}

/** The versions with each content once: of equal ones the newest. */
export function distinctVersions(versions: readonly FileVersion[]): FileVersion[] {
	const seen = new Set<string>();
	return versions.filter(({ filehash }) => !seen.has(filehash) && seen.add(filehash));
}

/**
 * The contents that were stored, newest first: as `versionsOf`, and one that was stored again after itself is there
 * again. That is told by the kind of the entry; those of what else leaves the content as it is, e.g. of a renamed file,
 * are of another kind.
 */
export function storedContents(history: readonly JsonObject[]): string[] {
	const stored: string[] = [];
	let maker: Unverified<HistoryEntry> = {};
	for (const entry of oldestFirst(history)) {
		const filehash = contentOf(entry);
		const isAgain = maker.act !== undefined && entry.act === maker.act && entry.hid !== maker.hid;
		if (filehash === undefined || (filehash === stored.at(-1) && !isAgain)) continue;
		if (filehash !== stored.at(-1)) maker = entry;
		stored.push(filehash);
	}
	return stored.reverse();
}
