import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { readChangesByPage } from '../../client/feed/readChanges';
import type { ReadOptions } from '../../client/feed/readOptions';
import { feedSource, startFeed } from '../../client/feed/start';
import type { FeedChange } from '../../protocol/feed/change';
import { unlessRunning } from '../context/polls';
import { itemsWithoutSecrets } from '../context/runSecrets';
import { classifyChanges, type ClassifiedChange } from './classify';
import { buildItems } from './items';
import type { PollRun } from './pollRun';
import { loadState, MAX_SAVED_CHANGES, type PollState, saveState } from './staticData';

/**
 * A poll of an active workflow: the items, or null when there are none. n8n may start a poll before the previous one
 * has ended; such a second poll of the same state leaves everything to the first and returns null.
 */
export async function scheduledPoll(run: PollRun): Promise<INodeExecutionData[][] | null> {
	const { context, caller, port, settings, endsAt } = run;
	const source = feedSource(caller.account, settings.start);
	const saved = loadState(context, source);
	// The first poll of Start: From Now returns no items, and a second one may belong to a new activation: both have
	// to save a state.
	const always = saved === undefined && settings.start.from === 'now';
	const times = { now: caller.clock.now(), endsAt, always };
	return await unlessRunning(context, [source, saved], times, async () => {
		// The first poll says at once that the watched folder is not there.
		if (!saved) await run.filter();
		const state = saved ?? { source, feed: await startFeed(port, settings.start), retryDownloads: [] };
		const { result, next } = await readItems(run, state);
		if (saved && isSame(saved, next)) return null;
		if (settings.runPerItem) return startRuns(context, result, next);
		saveState(context, next);
		return result.items.length === 0 ? null : [result.items];
	});
}

/** Whether a poll has found nothing and has nothing to save: most polls. */
const isSame = (saved: PollState, next: PollState): boolean =>
	next.feed === saved.feed && next.retryDownloads.length + saved.retryDownloads.length === 0;

/** What a poll makes of the changes that it reads. */
interface PollResult {
	readonly items: INodeExecutionData[];
	/** What the items stand for, with One Run per Item only: it would hold each entry twice. */
	readonly changes: FeedChange[];
	readonly retryDownloads: ClassifiedChange[];
}

/** Adds the items of a few changes. */
async function addItems(
	run: PollRun,
	{ items, changes, retryDownloads }: PollResult,
	classified: readonly ClassifiedChange[],
): Promise<void> {
	const built = await buildItems(run, classified);
	for (const { item, change } of built.items) {
		items.push(item);
		if (run.settings.runPerItem) changes.push(change);
	}
	for (const change of built.retryDownloads) retryDownloads.push(change);
}

/**
 * Tries failed downloads again, then reads changes until a limit is reached. Each page becomes items before the next
 * one is taken, so that a large backlog does not lie in memory twice.
 */
async function readItems(run: PollRun, state: PollState): Promise<{ result: PollResult; next: PollState }> {
	const { settings, port, caller, expired } = run;
	let accept: Awaited<ReturnType<PollRun['filter']>> = () => false;
	const filter: Pick<ReadOptions, 'accept' | 'prepare'> = {
		accept: (entry) => accept(entry),
		prepare: async () => (accept = await run.filter()),
	};
	const { maximumItems, runPerItem, contentField, overlapMs, onHiddenChanges } = settings;
	const result: PollResult = { items: [], changes: [], retryDownloads: [] };
	await addItems(run, result, state.retryDownloads);
	const { items, retryDownloads } = result;
	const maxItems = runPerItem ? Math.min(maximumItems, MAX_SAVED_CHANGES) : maximumItems;
	let [feed, more] = [state.feed, true];
	for (let reads = 0; more && items.length < maxItems && retryDownloads.length < MAX_SAVED_CHANGES; reads++) {
		if (reads > 0 && expired()) break;
		const maxDownloads = contentField === undefined ? Infinity : MAX_SAVED_CHANGES - retryDownloads.length;
		const limit = Math.min(maxItems - items.length, maxDownloads);
		const pages = readChangesByPage(port, feed, { overlapMs, limit, expired, onHiddenChanges, ...filter });
		for await (const page of pages) {
			await addItems(run, result, await classifyChanges(caller, page.changes, settings.filter.events));
			[feed, more] = [page.state, page.more];
		}
	}
	return { result, next: { source: state.source, feed, retryDownloads } };
}

/**
 * One Run per Item: starts a run for each item, the last one by returning it. Before each run the state is saved with
 * the changes that haven't been started yet as undelivered, so that a crash neither loses nor repeats one.
 */
function startRuns(
	context: IPollFunctions,
	{ items, changes }: PollResult,
	next: PollState,
): INodeExecutionData[][] | null {
	for (const [index, item] of items.entries()) {
		const notStarted = changes.slice(index + 1);
		const undelivered = [...notStarted, ...next.feed.undelivered];
		saveState(context, { ...next, feed: { ...next.feed, undelivered } });
		if (notStarted.length === 0) return [[item]];
		try {
			context.__emit([itemsWithoutSecrets(context, [item])]);
		} catch {
			// This version of n8n can't start runs during a poll: each poll starts one.
			return [[item]];
		}
	}
	saveState(context, next);
	return null;
}
