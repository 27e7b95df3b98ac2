import type { ListAnswer, ListRequest } from '../../protocol/operation/define';
import { isGappedList } from '../../protocol/wire/answerShape';
import { defined, isJsonObject, numberOf } from '../../protocol/wire/json';
import { LibraryError } from '../../protocol/wire/libraryError';
import type { WireParams } from '../../protocol/wire/sign';
import { call, type Caller } from './call';

/**
 * Yields at most `limit` entries of a list; a page is requested only when the reader reaches it.
 * Entries of the updates feed also contain the `fetch_dateline` (Unix milliseconds, a number) of their page.
 * Throws what `call` throws, and LibraryError protocol for an answer without a list.
 */
export async function* pages<E>(
	caller: Caller,
	op: ListRequest<E>,
	params: WireParams,
	{ limit = Infinity }: { limit?: number } = {},
): AsyncGenerator<E> {
	let left = limit;
	if (left <= 0) return;
	for await (const page of pagesOf(caller, op, params, limit)) {
		for (const entry of page) {
			yield entry;
			if (--left <= 0) return;
		}
	}
}

/** All entries of a list in one array. Throws what `pages` throws. */
export async function allEntries<E>(caller: Caller, op: ListRequest<E>, params: WireParams = {}): Promise<E[]> {
	const entries: E[] = [];
	for await (const entry of pages(caller, op, params)) entries.push(entry);
	return entries;
}

function pagesOf<E>(caller: Caller, op: ListRequest<E>, params: WireParams, limit: number): AsyncGenerator<E[]> {
	switch (op.paging?.kind) {
		case 'offset':
			return byOffset(caller, op, params, Math.min(op.paging.pageSize, limit));
		case 'cursor':
			return byCursor(caller, op, params);
		default: {
			const max = op.paging?.maxSize;
			return wholeList(caller, op, max ? { ...params, size: String(Math.min(max, limit)) } : params);
		}
	}
}

async function* wholeList<E>(caller: Caller, op: ListRequest<E>, params: WireParams): AsyncGenerator<E[]> {
	yield listIn(op, await call(caller, op, params)).entries;
}

/** `start` counts entries; the end is `count`/`total`, an empty page, or a short one when there is no count (A14). */
async function* byOffset<E>(caller: Caller, op: ListRequest<E>, params: WireParams, size: number): AsyncGenerator<E[]> {
	let last: ReadonlySet<string> = new Set();
	for (let start = 0; ;) {
		const page = await call(caller, op, { ...params, start: String(start), size: String(size) });
		const { entries, count } = listIn(op, page);
		const keys = entries.map((entry) => JSON.stringify(entry));
		// A service that ignores `start` answers with the same page forever.
		if (entries.length === 0 || keys.every((key) => last.has(key))) return;
		yield entries;
		last = new Set(keys);
		start += entries.length;
		if (count === undefined ? entries.length < size : start >= count) return;
	}
}

/**
 * The updates feed: each answer's `fetch_dateline` goes into the next request; repeats at a page border are dropped
 * (G02).
 */
async function* byCursor<E>(caller: Caller, op: ListRequest<E>, params: WireParams): AsyncGenerator<E[]> {
	let last: ReadonlySet<string> = new Set();
	// Sent with the first request too: 0 is the start (G01).
	let cursor = params.fetch_dateline || '0';
	for (;;) {
		const answer = await call(caller, op, { ...params, fetch_dateline: cursor });
		const { entries } = listIn(op, answer);
		const next = cursorIn(answer);
		const keys = entries.map(entryKey);
		const fresh = entries.filter((_, i) => !last.has(keys[i] ?? ''));
		if (fresh.length > 0) yield fresh.map((entry) => ({ ...entry, fetch_dateline: next ?? Number(cursor) }));
		if (entries.length === 0 || next === undefined || String(next) === cursor) return;
		last = new Set(keys);
		cursor = String(next);
	}
}

/** Identifies an entry of the updates feed. */
function entryKey(entry: unknown): string {
	const { hash, cmd, last_dateline: at } = isJsonObject(entry) ? entry : {};
	return JSON.stringify([hash, cmd, at]);
}

/** The cursor of a page of the updates feed, Unix milliseconds; undefined when the service sent none. */
export const cursorIn = (answer: unknown): number | undefined =>
	isJsonObject(answer) ? numberOf(answer.fetch_dateline) : undefined;

/** The total number of entries that an answer states beside its list; undefined when there is none. */
const countIn = (answer: unknown): number | undefined =>
	isJsonObject(answer) ? (numberOf(answer.count) ?? numberOf(answer.total)) : undefined;

/**
 * The list of an answer. Lists come bare or as `list` (A07); `null` and PHP's empty object are empty lists (client
 * facts 5.16). An entry that is not an object becomes `{ value }`. Throws LibraryError protocol for an answer without a
 * list.
 */
export function listIn<E>(op: ListRequest<E>, answer: ListAnswer<E>): { entries: E[]; count?: number } {
	const list = entriesIn(answer);
	if (!list)
		throw new LibraryError('protocol', 'The service answered without a list', {
			operation: op.id,
			hint: 'Check the Base URL in the credential; the service may run a different version',
		});
	const count = countIn(answer);
	// The one place where entries are trusted to be of the type that the catalogue declares.
	return { entries: list.map(entryOf) as E[], ...defined({ count }) };
}

/** The fields of an answer without entries: `{}`, `{error_code: 0}` or `{count: 0}` (client facts 3.3). */
const BESIDE_A_LIST = ['error_code', 'error_msg', 'count', 'total', 'fetch_dateline', 'dateline'];

function entriesIn(answer: unknown): readonly unknown[] | undefined {
	if (answer === null) return [];
	if (Array.isArray(answer)) return answer;
	if (!isJsonObject(answer)) return undefined;
	// A bare list with gaps, as PHP sends it.
	if (isGappedList(answer)) return Object.values(answer);
	const { list } = answer;
	if (Array.isArray(list)) return list;
	if (isJsonObject(list)) return Object.values(list);
	return 'list' in answer || Object.keys(answer).every((name) => BESIDE_A_LIST.includes(name)) ? [] : undefined;
}

const entryOf = (value: unknown): object => (isJsonObject(value) ? { ...value } : { value });
