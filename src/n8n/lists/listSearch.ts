import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { stopwatch } from '../../client/async/clock';
import { listIn } from '../../client/paging/offsetPages';
import { type Caller, call } from '../../client/service/call';
import type { AuthKind, ListRequest } from '../../protocol/operation/define';
import { isJsonObject, textOf, type JsonObject } from '../../protocol/wire/json';
import { LibraryError } from '../../protocol/wire/libraryError';
import { toNodeError } from '../context/errors';
import { callerOf } from '../credentials/caller';
import { withoutSecretsIn } from '../context/runSecrets';

/** A search method of a locator: `filter` is what the user typed, `token` the page that n8n asks for. */
export type Search = (this: ILoadOptionsFunctions, filter?: string, token?: string) => Promise<INodeListSearchResult>;

/** Finds what a list shows, by the account of a caller. */
export type Find = (caller: Caller, filter: string, token?: string) => Promise<INodeListSearchResult>;

/** Makes a search method. Its failures are shown like those of the node, but name no item, because a form has none. */
export const searchMethod = (
	find: (context: ILoadOptionsFunctions, filter: string, token?: string) => Promise<INodeListSearchResult>,
): Search =>
	async function (this: ILoadOptionsFunctions, filter, token) {
		try {
			return withoutSecretsIn(this, await find(this, filter ?? '', token));
		} catch (error) {
			throw toNodeError(this, error);
		}
	};

/** A search method with the account of a credential. */
export const searchBy = (kind: AuthKind, find: Find): Search =>
	searchMethod(
		async (context, filter, token) =>
			await find(await callerOf(context, kind, 0, { isWaitedFor: true }), filter.trim(), token),
	);

/** A text for comparing: case, composition ("é" in one character or two), width, and "ß" for "ss" do not count. */
const folded = (value: unknown): string => textOf(value).normalize('NFKC').toUpperCase().normalize('NFKC');

/** Whether one of the values contains what the user typed, wherever it is in it and in any case. */
export function matches(filter: string, ...values: unknown[]): boolean {
	const wanted = folded(filter);
	return values.some((value) => folded(value).includes(wanted));
}

/** An entry shown by its name with the value in brackets. */
export const namedItem = (name: unknown, value: unknown): INodeListSearchItems => ({
	name: `${textOf(name)} (${textOf(value)})`,
	value: textOf(value),
});

/** What is entered in a locator; the empty text where it names nothing. */
export const enteredIn = (locator: unknown): string => textOf(isJsonObject(locator) ? locator.value : locator);

/** The most items of one answer to the editor, which asks for more when somebody scrolls to the end. */
const PAGE_SIZE = 100;
/** How long one answer may take in ms, and how many requests: somebody is waiting for it. */
const MAX_MS = 20_000;
const MAX_REQUESTS = 300;

/** A list of the service, with what is asked for besides `start` and `size`. */
export interface ListQuery {
	readonly request: ListRequest<JsonObject>;
	readonly params: Readonly<Record<string, string>>;
}

/** What is shown of a list. */
export interface ListView {
	/** The item for an entry; undefined for one that is not shown. */
	readonly show: (entry: JsonObject) => INodeListSearchItems | undefined;
	/** Whether `show` leaves entries out. */
	readonly selective: boolean;
}

/** A page of a list that was read as a whole, because the service returns it so; `token` is where the page begins. */
export function pageOfAll<T>(
	all: readonly T[],
	show: (entry: T) => INodeListSearchItems,
	token: string | undefined,
): INodeListSearchResult {
	const start = Number(token ?? 0);
	const next = start + PAGE_SIZE;
	return {
		results: all.slice(start, next).map(show),
		...(next < all.length ? { paginationToken: String(next) } : {}),
	};
}

/**
 * A page of items from a list of the service: 100 of them, or all that are left, however many entries have to be read
 * for that. The editor does not go on by itself while a filter is typed, so less would look like all there is. The
 * token is the position of the next entry to read, and is there only when there are more items, or when the list is too
 * long to be read to its end in time. Throws what `call` throws, and LibraryError timeout when nothing was found by
 * then.
 */
export async function scanList(
	caller: Caller,
	{ request, params }: ListQuery,
	{ show, selective }: ListView,
	token: string | undefined,
): Promise<INodeListSearchResult> {
	const size = selective && request.paging?.kind === 'offset' ? request.paging.pageSize : PAGE_SIZE;
	const elapsedMs = stopwatch(caller.clock);
	let requests = 0;
	const seen = new Set<string>();
	const items = new Map<string, INodeListSearchItems>();
	const resultUpTo = (next?: number): INodeListSearchResult => ({
		results: [...items.values()],
		...(next === undefined ? {} : { paginationToken: String(next) }),
	});
	for (let [start, announced]: [number, number | undefined] = [Number(token ?? 0), undefined]; ;) {
		const page = { start: String(start), size: String(size) };
		const { entries, count } = listIn(request, await call(caller, request, { ...params, ...page }));
		const known = seen.size;
		for (const [at, entry] of entries.entries()) {
			seen.add(JSON.stringify(entry));
			const item = show(entry);
			if (!item || items.has(textOf(item.value))) continue;
			if (items.size === PAGE_SIZE) return resultUpTo(start + at);
			items.set(textOf(item.value), item);
		}
		start += entries.length;
		// Some services count the entries of the page, or those up to its end: a full page alone proves no end.
		const isEnd = start === count && (entries.length < size || count === announced);
		announced = count;
		if (seen.size === known || isEnd) return resultUpTo();
		if (items.size === PAGE_SIZE && !selective && start !== count) return resultUpTo(start);
		if (++requests < MAX_REQUESTS && elapsedMs() < MAX_MS) continue;
		if (items.size > 0) return resultUpTo(start);
		throw new LibraryError('timeout', `Nothing was found among the first ${start} entries, and there are more`, {
			operation: request.id,
			hint: 'The list is too long to search here: choose another way to enter the value than From List',
		});
	}
}
