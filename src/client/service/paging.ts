import type { Paging } from '../../protocol/operation/define';
import { LibraryError } from '../../protocol/wire/libraryError';
import type { WireParams } from '../../protocol/wire/sign';
import { call, type Caller, type CallOperation } from './call';

/** One element of a list, as the service gave it. */
export type Entry = Record<string, unknown>;
/** An operation that answers a list. */
export interface PagedOperation extends CallOperation {
	readonly paging?: Paging;
}

/**
 * Yields the entries of a list, reading page after page as they are asked for, at most `limit`.
 * Entries of the updates feed get the `fetch_dateline` (ms, number) of their page added.
 * Throws what `call` throws, and LibraryError protocol for an answer that holds no list.
 */
export async function* pages(
	caller: Caller,
	op: PagedOperation,
	params: WireParams,
	{ limit = Infinity }: { limit?: number } = {},
): AsyncGenerator<Entry> {
	let left = limit;
	if (left <= 0) return;
	for await (const page of source(caller, op, params, limit)) {
		for (const entry of page) {
			yield entry;
			if (--left <= 0) return;
		}
	}
}

/** All entries of a list in one array. Throws what `pages` throws. */
export async function allEntries(caller: Caller, op: PagedOperation, params: WireParams = {}): Promise<Entry[]> {
	const entries: Entry[] = [];
	for await (const entry of pages(caller, op, params)) entries.push(entry);
	return entries;
}

function source(caller: Caller, op: PagedOperation, params: WireParams, limit: number): AsyncGenerator<Entry[]> {
	switch (op.paging?.kind) {
		case 'offset':
			return byOffset(caller, op, params, Math.min(op.paging.pageSize, limit));
		case 'cursor':
			return byCursor(caller, op, params);
		default:
			return whole(
				caller,
				op,
				op.paging?.maxSize ? { ...params, size: String(Math.min(op.paging.maxSize, limit)) } : params,
			);
	}
}

async function* whole(caller: Caller, op: PagedOperation, params: WireParams): AsyncGenerator<Entry[]> {
	yield listIn(op, await call(caller, op, params)).entries;
}

/** `start` counts entries; the end is `count`/`total`, an empty page, or a short one when there is no count (ambiguities A14). */
async function* byOffset(
	caller: Caller,
	op: PagedOperation,
	params: WireParams,
	size: number,
): AsyncGenerator<Entry[]> {
	let last: ReadonlySet<string> = new Set();
	for (let start = 0; ;) {
		const { entries, count } = listIn(
			op,
			await call(caller, op, { ...params, start: String(start), size: String(size) }),
		);
		const keys = entries.map((entry) => JSON.stringify(entry));
		// A service that does not know `start` gives the same page for ever.
		if (entries.length === 0 || keys.every((key) => last.has(key))) return;
		yield entries;
		last = new Set(keys);
		start += entries.length;
		if (count === undefined ? entries.length < size : start >= count) return;
	}
}

/** The updates feed: the answered `fetch_dateline` is passed back; repeats at a page's border are dropped (ambiguities G02). */
async function* byCursor(caller: Caller, op: PagedOperation, params: WireParams): AsyncGenerator<Entry[]> {
	let last: ReadonlySet<string> = new Set();
	// Always sent; 0 is the start (ambiguities G01).
	let cursor = params['fetch_dateline'] || '0';
	for (;;) {
		const answer = await call(caller, op, { ...params, fetch_dateline: cursor });
		const { entries } = listIn(op, answer);
		const next = numberIn(answer, 'fetch_dateline');
		const keys = entries.map(changeKey);
		const fresh = entries.filter((_, i) => !last.has(keys[i] ?? ''));
		if (fresh.length > 0) yield fresh.map((entry) => ({ ...entry, fetch_dateline: next ?? Number(cursor) }));
		if (entries.length === 0 || next === undefined || String(next) === cursor) return;
		last = new Set(keys);
		cursor = String(next);
	}
}

const changeKey = (entry: Entry): string => JSON.stringify([entry['hash'], entry['cmd'], entry['last_dateline']]);

/**
 * The list of an answer. Lists come bare or as `list` (ambiguities A07), `null` and PHP's empty object are empty ones (client facts 5.16).
 * Throws LibraryError protocol for an answer that holds none.
 */
export function listIn(op: PagedOperation, answer: unknown): { entries: Entry[]; count?: number } {
	const list = Array.isArray(answer) ? (answer as unknown[]) : inside(answer);
	if (!list)
		throw new LibraryError('protocol', 'The service answered without a list', {
			operation: op.id,
			hint: 'Check the Base URL; the service may be of another version',
		});
	const count = numberIn(answer, 'count') ?? numberIn(answer, 'total');
	return { entries: list.map(entryOf), ...(count === undefined ? {} : { count }) };
}

function inside(answer: unknown): unknown[] | undefined {
	if (answer === null) return [];
	if (typeof answer !== 'object') return undefined;
	const list: unknown = 'list' in answer ? answer.list : undefined;
	if (Array.isArray(list)) return list as unknown[];
	if (typeof list === 'object' && list !== null) return Object.values(list);
	// `{}`, `{error_code: 0}` or `{count: 0}`: nothing there (client facts 3.3).
	const named =
		'list' in answer ||
		Object.keys(answer).every((name) =>
			['error_code', 'error_msg', 'count', 'total', 'fetch_dateline', 'dateline'].includes(name),
		);
	return named ? [] : undefined;
}

const entryOf = (value: unknown): Entry =>
	typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : { value };

/** A number of an answer, undefined when there is none: counts and cursors come as numbers or as text (client facts 5.15). */
export function numberIn(answer: unknown, name: string): number | undefined {
	if (typeof answer !== 'object' || answer === null) return undefined;
	const value: unknown = Object.entries(answer).find(([key]) => key === name)?.[1];
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
