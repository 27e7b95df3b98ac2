import { LibraryError } from '../../protocol/wire/libraryError';
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

/** How often a second is read until its pages fit together, and its most pages. */
const [MAX_PASSES, MAX_PAGES] = [5, 1_000];

/**
 * All entries of a second that has more than one page: read until the count agrees and no entry looks like one of
 * another page, or until two readings agree in their order too. A service whose order changes may show an entry on two
 * pages and another one on none.
 */
async function readSecond(port: LogPort, second: number): Promise<readonly LogEntry[]> {
	let before: string | undefined;
	for (let pass = 0; pass < MAX_PASSES; pass++) {
		const { entries, totals, isRepeated } = await pagesOfSecond(port, second);
		const [total, ...others] = totals;
		if (total === entries.length && others.length === 0 && !isRepeated) return entries;
		const found = entries.map(({ key }) => key).join();
		if (found === before) return entries;
		before = found;
	}
	throw new LibraryError('busy', `The log kept changing in the second ${second} while it was read`, {
		hint: 'The next poll reads it again',
	});
}

async function pagesOfSecond(
	port: LogPort,
	second: number,
): Promise<{ entries: readonly LogEntry[]; totals: ReadonlyArray<number | undefined>; isRepeated: boolean }> {
	const entries: LogEntry[] = [];
	const totals = new Set<number | undefined>();
	const keys = new Set<string>();
	let isRepeated = false;
	for (let pages = 0; pages < MAX_PAGES; pages++) {
		const page = await port.page({ from: second, before: second + 1, start: entries.length });
		totals.add(page.total);
		if (page.entries.some((entry) => entry.second !== second)) throw notInOrder();
		isRepeated ||= page.entries.some(({ key }) => keys.has(key));
		for (const entry of page.entries) {
			entries.push(entry);
			keys.add(entry.key);
		}
		if (page.entries.length === 0 || page.total === entries.length)
			return { entries, totals: [...totals], isRepeated };
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
