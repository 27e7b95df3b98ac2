import { addTo } from '../../../protocol/plan/inSteps';
import { LibraryError } from '../../../protocol/wire/libraryError';
import type { LogEntry } from './logEntry';
import type { LogPage, LogPort } from './port';
import { stateFrom, type LogState } from './state';

/** Seconds of a log that were read whole, and where the log goes on. */
export interface LogStep {
	readonly entries: readonly LogEntry[];
	/** See `LogPage.at`. */
	readonly at: number;
	/** The second to read from next; undefined at the end of the log. */
	readonly next?: number;
}

/**
 * Reads a piece of a log: whole seconds from `from` on. Entries are added in the middle of a log too, and they have no
 * IDs, so that it could not be seen how pages by position fit together. Therefore each second comes from one answer: a
 * full page counts up to its last second, where the next one begins. Throws what the port throws, and LibraryError
 * protocol or busy for a log that cannot be read so.
 */
export async function readStep(port: LogPort, from: number): Promise<LogStep> {
	const page = await port.page({ from, start: 0 });
	const { at } = page;
	const entries = page.entries.filter(({ second }) => second >= from);
	if (!mayGoOn(page, port.pageSize)) return { entries, at };
	const last = page.entries.at(-1)?.second ?? 0;
	if (last < from || !isAscending(page.entries)) throw notInOrder();
	if (last > from) return { entries: entries.filter(({ second }) => second < last), at, next: last };
	return { entries: await readSecond(port, from), at, next: from + 1 };
}

/** The largest pages of a service may be smaller than the one that was asked for; then its total says so. */
const mayGoOn = ({ entries, total }: LogPage, pageSize: number): boolean =>
	entries.length > 0 && (entries.length >= pageSize || (total ?? 0) > entries.length);

const isAscending = (entries: readonly LogEntry[]): boolean =>
	entries.every(({ second }, at) => second >= (entries[at - 1]?.second ?? 0));

const notInOrder = (): LibraryError =>
	new LibraryError('protocol', 'The service did not answer its log from the given time on, oldest first', {
		hint: 'Report this to the operator of the service; the service may run a different version',
	});

/** Most pages of a second. */
const MAX_PAGES = 1_000;
/** Which part of a page the first page of each reading has, so that the borders of the pages lie elsewhere. */
const FIRST_PAGES = [1, 1 / 2, 3 / 4, 1 / 4, 5 / 8, 3 / 8];

/**
 * All entries of a second that has more than one page. A service whose order changes from page to page shows an entry
 * twice and another one not at all. How many there are is certain, though, by the lengths of the pages; and equal ones
 * that are on one page are different ones. So pages are read, with other borders each time, until what they prove is as
 * many. Where equal entries are never on one page, two readings in the same order prove that the order is stable.
 * Throws LibraryError busy where neither comes about.
 */
async function readSecond(port: LogPort, second: number): Promise<readonly LogEntry[]> {
	let known = new Map<string, readonly LogEntry[]>();
	let before: string | undefined;
	for (const part of FIRST_PAGES) {
		const pages = await pagesOfSecond(port, second, Math.ceil(port.pageSize * part));
		const entries = pages.flat();
		for (const page of pages) known = withProven(known, page);
		const proven = [...known.values()].flat();
		if (proven.length === entries.length) return proven;
		const order = entries.map(({ key }) => key).join();
		if (order === before) return entries;
		before = order;
		// Some are not there any more, or look different by now.
		if (proven.length > entries.length) known = new Map();
	}
	throw new LibraryError('busy', `The log kept changing in the second ${second} while it was read`, {
		hint: 'The next poll reads it again',
	});
}

/** Of each entry as many as the page shows, where that is more than was known. */
function withProven(
	known: ReadonlyMap<string, readonly LogEntry[]>,
	page: readonly LogEntry[],
): Map<string, readonly LogEntry[]> {
	const shown = new Map<string, LogEntry[]>();
	for (const entry of page) addTo(shown, entry.key, entry);
	const isMore = ([key, { length }]: readonly [string, LogEntry[]]): boolean =>
		length > (known.get(key)?.length ?? 0);
	return new Map([...known, ...[...shown].filter(isMore)]);
}

/** The pages of a second, of which the first one has `size` entries. */
async function pagesOfSecond(port: LogPort, second: number, size: number): Promise<Array<readonly LogEntry[]>> {
	const pages: Array<readonly LogEntry[]> = [];
	for (let start = 0; pages.length < MAX_PAGES;) {
		const part = start === 0 && size < port.pageSize ? { size } : {};
		const { entries, total } = await port.page({ from: second, before: second + 1, start, ...part });
		if (entries.some((entry) => entry.second !== second)) throw notInOrder();
		pages.push(entries);
		start += entries.length;
		if (entries.length === 0 || total === start) return pages;
	}
	throw notInOrder();
}

/**
 * The state before the first read of a log from which only later entries are wanted. It lies before the overlap
 * (seconds) of the newest entry, and the log is read to its end without reporting anything, so that no clock has to
 * agree with the service's. Throws what the port throws.
 */
export async function startLog(port: LogPort, overlap: number): Promise<LogState> {
	const { entries, at } = await port.page({ from: 0, start: 0, size: 1, newestFirst: true });
	const newest = Math.min(
		at,
		entries.reduce((latest, { second }) => Math.max(latest, second), 0),
	);
	return { ...stateFrom(newest, []), floor: Math.max(0, newest - overlap) };
}
