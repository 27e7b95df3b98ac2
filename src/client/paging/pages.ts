import type { ListRequest } from '../../protocol/operation/define';
import type { WireParams } from '../../protocol/wire/sign';
import { call, type Caller } from '../service/call';
import { listIn, byOffset, type ListReading } from './offsetPages';

/**
 * Yields at most `limit` entries of a list; a page is requested only when the reader reaches it.
 * The updates feed is read by the feature changes instead.
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
export async function allEntries<E>(
	caller: Caller,
	op: ListRequest<E>,
	params: WireParams = {},
	reading: ListReading = {},
): Promise<E[]> {
	const entries: E[] = [];
	for await (const entry of pages(caller, op, params, reading)) entries.push(entry);
	return entries;
}

/** The same page by page, with the rest of the last page behind a limit. Throws what `pages` throws. */
export function pagesOf<E>(
	caller: Caller,
	op: ListRequest<E>,
	params: WireParams,
	{ limit = Infinity, ...reading }: ListReading,
): AsyncGenerator<E[]> {
	const { paging } = op;
	if (paging?.kind === 'offset') return byOffset(caller, { ...reading, op, paging, params, limit });
	const max = paging?.kind === 'whole' ? paging.maxSize : undefined;
	return wholeList(caller, op, max ? { ...params, size: String(Math.min(max, limit)) } : params);
}

async function* wholeList<E>(caller: Caller, op: ListRequest<E>, params: WireParams): AsyncGenerator<E[]> {
	yield listIn(op, await call(caller, op, params)).entries;
}
