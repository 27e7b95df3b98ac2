import type { ListRequest, OffsetPaging } from '../../protocol/operation/define';
import {
	type ListAnswer,
	fieldsIn,
	secondsOf,
	textOf,
	amountOf,
	defined,
	isJsonObject,
} from '../../protocol/wire/json';
import { LibraryError } from '../../protocol/wire/libraryError';
import type { WireParams } from '../../protocol/wire/sign';
import { call, type Caller } from '../service/call';
import { Pass, type Totals } from './listPass';
import { KeyedTrail, SequenceTrail } from './listTrail';
import { hash } from 'node:crypto';
import { listOf } from '../../protocol/wire/decode';

/** What a reader of a list should know besides its entries. */
export type ListNotice =
	/** Entries came, went or moved while the list was read; those that were there all the time were read. */
	| { readonly kind: 'changed' }
	/** The list did not stop changing, so even entries that were there all the time may be missing. */
	| { readonly kind: 'unsettled' }
	/** The service announces more entries than it shows. */
	| { readonly kind: 'fewer'; readonly announced: number; readonly shown: number };

/** How a list is read. */
export interface ListReading {
	/** The most entries that are wanted. Default: all. */
	readonly limit?: number;
	/**
	 * Receives what else there is to know of a list that is read by offset, at most once for each kind. Without it, a
	 * list that does not settle is an error: otherwise no one would know that entries may be missing.
	 */
	readonly onNotice?: (notice: ListNotice) => void;
	/** For several lists of one service that are read one after another or at the same time. */
	readonly totals?: Totals;
}

interface OffsetList<E> extends ListReading {
	readonly op: ListRequest<E>;
	readonly paging: OffsetPaging;
	readonly params: WireParams;
	readonly limit: number;
}

const MAX_PASSES = 5;
/** The most requests for a list whose length is not announced, and its most entries. */
const UNANNOUNCED = { requests: 500, entries: 50_000 };
/** The most entries of any list, whatever it announces: more than n8n can keep in memory. */
const MOST_ENTRIES = 10_000_000;
/** By how many pages a list may grow while it is read, beyond twice the announced length. */
const GROWTH_PAGES = 20;

/** Times in Unix seconds are smaller; those in milliseconds are not. */
const MAX_SECONDS = 1e11;

interface Progress {
	readonly size: number;
	/** Sent with every request; gets the end of a log once it is known. */
	params: WireParams;
	/** The length that was announced first. */
	announced?: number;
	/** The last contradiction between what was announced and what was shown. */
	fewer?: ListNotice;
}

/**
 * Yields the entries of a list page by page, each once. Those that are there from the first request to the last are
 * among them, whatever comes and goes: pages overlap (`Pass`), and where entries may have moved past the reader,
 * the list is read again, at most 5 times in all. A smaller limit gives the beginning of what a larger one gives.
 *
 * Throws what `call` and `listIn` throw, and LibraryError protocol for pages that do not fit together, or for a list
 * without end and limit. Where nobody listens to notices, a list that does not settle is LibraryError busy; fewer
 * entries than announced are no error, since a total may include members that no list shows.
 */
export async function* byOffset<E>(caller: Caller, list: OffsetList<E>): AsyncGenerator<E[]> {
	const { op, paging, params, limit } = list;
	const progress: Progress = { size: Math.min(paging.pageSize, limit), params };
	const notify = list.onNotice && eachOnce(list.onNotice);
	const given = entriesGiven(paging);
	for (let passes = 1; ; passes++) {
		const pass = new Pass(() => trailOf(list), list.totals);
		given.beginPass();
		let found = 0;
		for await (const page of pagesOfPass(caller, list, progress, pass)) {
			const entries = page.flatMap(({ key, entry }) => (given.isNew(key) ? [entry] : []));
			found += entries.length;
			if (pass.changed || (passes > 1 && found > 0)) notify?.({ kind: 'changed' });
			if (entries.length > 0) yield entries;
		}
		if (!pass.doubtful || (passes > 1 && found === 0)) break;
		if (passes < MAX_PASSES) continue;
		if (!notify) throw neverSettles(op);
		notify({ kind: 'unsettled' });
		break;
	}
	if (progress.fewer) notify?.(progress.fewer);
}

const trailOf = <E>({ paging, params }: OffsetList<E>) =>
	paging.keyFields === 'none' ? new SequenceTrail(params[paging.log.order] !== 'asc') : new KeyedTrail();

/** Passes on the first notice of each kind. */
export function eachOnce(onNotice: (notice: ListNotice) => void): (notice: ListNotice) => void {
	const noticed = new Set<ListNotice['kind']>();
	return (notice) => {
		if (!noticed.has(notice.kind)) onNotice(notice);
		noticed.add(notice.kind);
	};
}

/** The entries of one pass, page by page, without those that the pass showed before. */
async function* pagesOfPass<E>(
	caller: Caller,
	list: OffsetList<E>,
	progress: Progress,
	pass: Pass,
): AsyncGenerator<Array<{ key: string; entry: E }>> {
	const { op, paging } = list;
	const { size } = progress;
	delete progress.fewer;
	for (let [start, requests] = [0, 1]; ; requests++) {
		const answer = await call(caller, op, { ...progress.params, start: String(start), size: String(size) });
		const { entries, count } = listIn(op, answer);
		const page = entries.map((entry) => ({ key: keyOf(paging, entry), entry }));
		const shown = { start, size, keys: page.map(({ key }) => key), total: count };
		await list.totals?.observe(shown, async () => {
			const least = await call(caller, op, { ...progress.params, start: '0', size: '1' });
			return listIn(op, least);
		});
		const { fresh, next, total, short } = pass.take(shown);
		if (short && total !== undefined) progress.fewer = { kind: 'fewer', announced: total, shown: pass.read };
		if (total !== undefined) progress.announced ??= total;
		yield fresh.flatMap((at) => page[at] ?? []);
		if (next === undefined) return;
		mustEnd(list, progress, pass, requests);
		if (start === 0) progress.params = untilNow(list, progress.params, entries);
		start = next;
	}
}

function mustEnd<E>({ op, limit }: OffsetList<E>, progress: Progress, pass: Pass, requests: number): void {
	if (pass.lost)
		throw new LibraryError('protocol', 'The pages of the list do not fit together', {
			operation: op.id,
			hint:
				'Each request showed other entries. Run it again when fewer changes are made; ' +
				'if that does not help, report it to the operator of the service',
		});
	const { size, announced } = progress;
	const isTooLong =
		announced === undefined
			? requests > UNANNOUNCED.requests || pass.read > UNANNOUNCED.entries
			: pass.read > Math.min(2 * announced + GROWTH_PAGES * size, MOST_ENTRIES);
	if (!isTooLong || limit !== Infinity) return;
	const contrast = announced === undefined ? '' : `, but ${announced} were announced`;
	throw new LibraryError('protocol', `The list does not end: ${pass.read} entries were read${contrast}`, {
		operation: op.id,
		hint: 'Turn off Return All and set a Limit, and report this to the operator of the service',
	});
}

const neverSettles = <E>({ id }: ListRequest<E>): LibraryError =>
	new LibraryError('busy', 'The list kept changing while it was read, so entries may be missing', {
		operation: id,
		hint: 'Run it again when fewer changes are made',
	});

/**
 * The parameters for the rest of a log: new entries would push the others on, so it ends with the newest one of its
 * first page, by the service's own clock. A log that begins with the oldest entry grows at its end, without harm.
 */
function untilNow<E>({ paging }: OffsetList<E>, params: WireParams, entries: readonly E[]): WireParams {
	if (paging.keyFields !== 'none' || params[paging.log.end] || params[paging.log.order] === 'asc') return params;
	const { time, end } = paging.log;
	const times = entries.map((entry) => secondsOf(fieldsIn(entry)[time]) ?? NaN);
	const [newest] = times;
	// An order or a unit that was not expected: an end would cut off what was to be read.
	const isInOrder = times.every((at, nth) => at <= (times[nth - 1] ?? MAX_SECONDS));
	return newest === undefined || !isInOrder ? params : { ...params, [end]: String(Math.floor(newest) + 1) };
}

/**
 * What tells an entry from the others of its list: the fields that the catalogue names, or the whole entry where it
 * has none of them and in a list without keys. A number and the same number as text are equal (client facts 5.15).
 */
function keyOf({ keyFields }: OffsetPaging, entry: unknown): string {
	const fields = fieldsIn(entry);
	const named = keyFields === 'none' ? [] : keyFields.map((name) => textOf(fields[name]));
	if (named.some((value) => value !== '')) return JSON.stringify(named);
	return hash('sha1', JSON.stringify(entry), 'base64');
}

/** What a reader has been given: an entry with a key once; of equal ones without so many as a pass shows at most. */
function entriesGiven({ keyFields }: OffsetPaging) {
	const given = new Map<string, number>();
	let inPass = new Map<string, number>();
	return {
		beginPass: (): void => void (inPass = new Map()),
		isNew: (key: string): boolean => {
			const nth = keyFields === 'none' ? (inPass.get(key) ?? 0) + 1 : 1;
			inPass.set(key, nth);
			if (nth <= (given.get(key) ?? 0)) return false;
			given.set(key, nth);
			return true;
		},
	};
}

const countIn = (answer: unknown): number | undefined =>
	isJsonObject(answer) ? (amountOf(answer.count) ?? amountOf(answer.total)) : undefined;

/** Entries that one answer of a list with pages may have: the largest page of the document. */
const MAX_PAGE = 1000;

/**
 * The list of an answer, and the total that it states. Lists come bare or as `list` (A07); `null` and PHP's empty
 * object are empty lists (client facts 5.16). An entry that is not an object becomes `{ value }`. Throws LibraryError
 * protocol for an answer without a list, and for one with more entries than a page may have.
 */
export function listIn<E>(op: ListRequest<E>, answer: ListAnswer<E>): { entries: E[]; count?: number } {
	const list = entriesOfAnswer(answer);
	if (!list)
		throw new LibraryError('protocol', 'The service answered without a list', {
			operation: op.id,
			hint: 'Check the Base URL in the credential; the service may run a different version',
		});
	if (op.paging?.kind !== 'whole' && list.length > MAX_PAGE) throw tooManyAtOnce(op, list.length);
	const count = countIn(answer);
	// The one place where entries are trusted to be of the type that the catalogue declares.
	return { entries: list.map(entryOf) as E[], ...defined({ count }) };
}

const tooManyAtOnce = <E>({ id }: ListRequest<E>, length: number): LibraryError =>
	new LibraryError('protocol', `The service answered with ${length} entries at once, and pages have ${MAX_PAGE}`, {
		operation: id,
		retryable: false,
		hint: 'Report this to the operator of the service: it does not answer page by page',
	});

/** The fields of an answer without entries: `{}`, `{error_code: 0}` or `{count: 0}` (client facts 3.3). */
const BESIDE_A_LIST = ['error_code', 'error_msg', 'count', 'total', 'fetch_dateline', 'dateline'];

function entriesOfAnswer(answer: unknown): readonly unknown[] | undefined {
	if (answer === null) return [];
	const entries = listOf(answer);
	if (entries || !isJsonObject(answer)) return entries;
	if (isJsonObject(answer.list)) return Object.values(answer.list);
	return 'list' in answer || Object.keys(answer).every((name) => BESIDE_A_LIST.includes(name)) ? [] : undefined;
}

const entryOf = (value: unknown): object => (isJsonObject(value) ? { ...value } : { value });
