import type { JsonObject } from '../../protocol/wire/json';
import type { Change } from './change';
import { readChanges } from './readChanges';
import type { FeedPort } from './port';
import { feedAfter } from './state';

/** The latest changes that are accepted, oldest first, and how many entries were looked at. */
export interface RecentChanges {
	readonly changes: readonly Change[];
	readonly looked: number;
}

/** `limit`: most changes to answer. `expired`: whether the time for it is over; then no more is looked at than was already. */
export interface RecentOptions {
	readonly limit: number;
	readonly accept: (entry: JsonObject) => boolean;
	readonly expired: () => boolean;
}

/** Pages of the feed to go back, one step after the other, until something matches. */
const STEPS = [1, 3, 6];

/**
 * The latest changes for a test of the trigger, read the way the trigger reads them, at most `limit`: about the last 100 entries
 * of the feed, and up to the last 1,000 when none of these is accepted. Throws what the port throws.
 */
export async function recentChanges(port: FeedPort, options: RecentOptions): Promise<RecentChanges> {
	let before: number | undefined;
	let atBeginning = false;
	let recent: RecentChanges = { changes: [], looked: 0 };
	for (const pages of STEPS) {
		for (let page = 0; page < pages && !atBeginning; page++) {
			const { entries, until } = await port.newest(before);
			if (entries.length === 0) atBeginning = true;
			else before = until;
		}
		recent = await since(port, atBeginning || before === undefined ? 0 : before - 1, options);
		if (recent.changes.length > 0 || atBeginning || options.expired()) break;
	}
	return recent;
}

async function since(
	port: FeedPort,
	cursor: number,
	{ limit, accept, expired }: RecentOptions,
): Promise<RecentChanges> {
	const { changes } = await readChanges(port, feedAfter(cursor), {
		overlapMs: 1,
		limit: Infinity,
		burst: 'continue',
		expired,
	});
	return {
		changes: changes.filter(({ hidden, entry }) => hidden !== undefined || accept(entry)).slice(-limit),
		looked: changes.filter(({ hidden }) => hidden === undefined).length,
	};
}
