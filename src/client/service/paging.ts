import type { ListRequest } from '../../protocol/operation/define';
import { isJsonObject, numberOf } from '../../protocol/wire/json';
import type { WireParams } from '../../protocol/wire/sign';
import { call, type Caller } from './call';
import { listIn } from './listAnswer';
import { byOffset, type ListNotice } from './offsetPages';

/** How a list is read. */
export interface ListReading {
	/** The most entries that are wanted. Default: all. */
	readonly limit?: number;
	/**
	 * Told what else there is to know of a list that is read by offset. Without it, a list that does not settle is an
	 * error: nobody else would know that entries may be missing.
	 */
	readonly onNotice?: (notice: ListNotice) => void;
}

/**
 * Yields at most `limit` entries of a list; a page is requested only when the reader reaches it.
 * Entries of the updates feed also contain the `fetch_dateline` (Unix milliseconds, a number) of their page.
 * Throws what `call`, `listIn` and `byOffset` throw.
 */
export async function* pages<E>(
	caller: Caller,
	op: ListRequest<E>,
	params: WireParams,
	reading: ListReading = {},
): AsyncGenerator<E> {
	let left = reading.limit ?? Infinity;
	if (left <= 0) return;
	for await (const page of pagesOf(caller, op, params, reading)) {
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

function pagesOf<E>(
	caller: Caller,
	op: ListRequest<E>,
	params: WireParams,
	{ limit = Infinity, onNotice }: ListReading,
): AsyncGenerator<E[]> {
	switch (op.paging?.kind) {
		case 'offset':
			return byOffset(caller, { op, paging: op.paging, params, limit, onNotice });
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
