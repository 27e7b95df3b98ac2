import type { FeedChange } from '../plan/change';
import type { FeedPort } from './port';
import { readChangesByPage } from './readChanges';
import { type ReadOptions, stateAfter } from './state';

/** The latest wanted changes, oldest first, and how many entries were examined to find them. */
interface RecentChanges {
	readonly changes: readonly FeedChange[];
	readonly examined: number;
}

type RecentOptions = Required<Pick<ReadOptions, 'limit' | 'accept' | 'expired'>>;

/** Pages to go back in each round, until a round finds a wanted change. */
const PAGES_PER_ROUND = [1, 3, 6];

/**
 * The latest changes, for a test of the trigger, read the way the trigger reads them: those among about the last 100
 * entries of the feed, or up to the last 1,000 when none of these is wanted. Throws what the port throws.
 */
export async function recentChanges(port: FeedPort, options: RecentOptions): Promise<RecentChanges> {
	let before: number | undefined;
	let atBeginning = false;
	let recent: RecentChanges = { changes: [], examined: 0 };
	for (const pages of PAGES_PER_ROUND) {
		for (let page = 0; page < pages && !atBeginning; page++) {
			const { entries, until } = await port.newest(before);
			if (entries.length === 0) atBeginning = true;
			else before = until;
		}
		recent = await changesSince(port, (before ?? 1) - 1, options);
		if (recent.changes.length > 0 || atBeginning || options.expired()) break;
	}
	return recent;
}

async function changesSince(port: FeedPort, cursor: number, options: RecentOptions): Promise<RecentChanges> {
	const { limit, accept, expired } = options;
	const reading = { overlapMs: 1, now: () => 0, limit: Infinity, onHiddenChanges: 'continue', expired } as const;
	const changes: FeedChange[] = [];
	for await (const page of readChangesByPage(port, stateAfter(cursor), reading))
		for (const change of page.changes) changes.push(change);
	return {
		changes: changes.filter(({ hidden, entry }) => hidden !== undefined || accept(entry)).slice(-limit),
		examined: changes.filter(({ hidden }) => hidden === undefined).length,
	};
}
