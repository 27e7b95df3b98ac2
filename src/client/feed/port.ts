import { isJsonObject, numberOf } from '../../protocol/wire/json';
import type { JsonObject } from '../../protocol/wire/json';
import { countChanges, listChanges } from '../../protocol/catalogue/libraryHistory';
import { LibraryError } from '../../protocol/wire/libraryError';
import { call, type Caller } from '../service/call';
import { listIn, cursorIn } from '../service/paging';

/** Entries of the feed in the order of their operations; `until` is the answered fetch_dateline in ms. */
export interface FeedPage {
	readonly entries: readonly JsonObject[];
	readonly until: number;
}

/** What the updates feed offers to those who follow it. Times are Unix milliseconds. Every method throws LibraryError. */
export interface FeedPort {
	/** Most entries of a page: one that has fewer is the last. */
	readonly pageSize: number;
	/** The first entries whose operation is strictly later, oldest first; deleted ones have `cmd` 0. `until` is the largest operation time. */
	later(cursor: number, kind?: 'files' | 'folders'): Promise<FeedPage>;
	/** The last entries whose operation is strictly earlier, newest first; from now without a time. `until` is the smallest operation time. */
	newest(before?: number): Promise<FeedPage>;
	/** How many entries, deleted ones included, have their operation between two times; whether these count is not said (ambiguities G27). */
	count(beginMs: number, endMs: number): Promise<number>;
}

/** Most entries of a page (document, limits). */
const PAGE_SIZE = 100;

/** The updates feed of the caller's library (document, updates feed rules). */
export function feedPort(caller: Caller): FeedPort {
	const page = async (params: Record<string, string>, cursor: number): Promise<FeedPage> => {
		const answer = await call(caller, listChanges, { fetch_dateline: String(cursor), ...params });
		const { entries } = listIn(listChanges, answer);
		const until = cursorIn(answer) ?? (entries.length === 0 ? cursor : undefined);
		if (until === undefined)
			throw new LibraryError('protocol', 'The updates feed answered without a fetch_dateline', {
				operation: listChanges.id,
			});
		return { entries, until };
	};
	return {
		pageSize: PAGE_SIZE,
		later: async (cursor, kind) => {
			const found = await page(
				{ mode: 'compare', ...(kind ? { dir: kind === 'files' ? '0' : '1' } : {}) },
				cursor,
			);
			if (found.entries.length > 0 && found.until <= cursor) {
				throw new LibraryError(
					'protocol',
					`The updates feed gives entries later than ${cursor}, but its fetch_dateline stays at ${found.until}`,
					{
						operation: listChanges.id,
						hint: 'Ask the operator of the service: its updates feed does not move on.',
					},
				);
			}
			return found;
		},
		newest: async (before = 0) => await page({}, before),
		count: async (beginMs, endMs) => {
			const answer = await call(caller, countChanges, {
				begin_dateline: String(beginMs),
				end_dateline: String(endMs),
				showdel: '1',
			});
			const count = isJsonObject(answer) ? numberOf(answer.count) : undefined;
			if (count === undefined)
				throw new LibraryError('protocol', 'The service did not say how many changes there are', {
					operation: countChanges.id,
				});
			return count;
		},
	};
}
