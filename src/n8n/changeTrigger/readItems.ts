import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { type FeedPort, feedPort } from '../../client/feed/port';
import { readChangesByPage } from '../../client/feed/readChanges';
import { type ReadOptions, startFeed, type FeedState } from '../../client/feed/state';
import type { FeedChange } from '../../protocol/feed/change';
import { itemsWithoutSecrets } from '../context/runSecrets';
import type { PollRun } from '../polling/trigger';
import { buildItems, classifyChanges, type ClassifiedChange } from './items';
import { lazyFilter, type TriggerSettings } from './settings';

/** Most changes that are saved of each kind: downloads to try again, and runs to start. */
export const MAX_SAVED_CHANGES = 100;

/** What the trigger remembers between polls, as plain JSON. */
export interface PollState {
	readonly feed: FeedState;
	/** Changes whose download failed and is to be tried again. */
	readonly retryDownloads: readonly ClassifiedChange[];
}

type Run = PollRun<TriggerSettings>;
type Save = (state: PollState) => void;

/** See `PollingTrigger.read`. One Run per Item starts all runs but the last one itself. */
export async function readItems(run: Run, before: PollState | undefined, save: Save): Promise<INodeExecutionData[]> {
	const { context, caller, settings } = run;
	const filter = lazyFilter(caller, settings);
	// The first poll says at once that the watched folder is not there.
	if (!before) await filter();
	const port = feedPort(caller);
	const state = before ?? { feed: await startFeed(port, settings.start), retryDownloads: [] };
	const { result, next } = await readPages(run, port, filter, state);
	if (before && isSame(before, next)) return [];
	if (settings.runPerItem) return startRuns(context, result, next, save);
	save(next);
	return result.items;
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
	run: Run,
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
async function readPages(
	run: Run,
	port: FeedPort,
	filter: ReturnType<typeof lazyFilter>,
	state: PollState,
): Promise<{ result: PollResult; next: PollState }> {
	const { settings, caller, expired } = run;
	let accept: NonNullable<ReadOptions['accept']> = () => false;
	const wanted: Pick<ReadOptions, 'accept' | 'prepare'> = {
		accept: (entry) => accept(entry),
		prepare: async () => (accept = await filter()),
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
		const pages = readChangesByPage(port, feed, {
			overlapMs,
			now: () => caller.clock.now(),
			limit,
			expired,
			onHiddenChanges,
			...wanted,
		});
		for await (const page of pages) {
			await addItems(run, result, await classifyChanges(caller, page.changes, settings.filter.events));
			[feed, more] = [page.state, page.more];
		}
	}
	return { result, next: { feed, retryDownloads } };
}

/**
 * One Run per Item: starts a run for each item, the last one by returning it. Before each run the state is saved with
 * the changes that haven't been started yet as undelivered, so that a crash neither loses nor repeats one.
 */
function startRuns(
	context: IPollFunctions,
	{ items, changes }: PollResult,
	next: PollState,
	save: Save,
): INodeExecutionData[] {
	for (const [index, item] of items.entries()) {
		const notStarted = changes.slice(index + 1);
		const undelivered = [...notStarted, ...next.feed.undelivered];
		save({ ...next, feed: { ...next.feed, undelivered } });
		if (notStarted.length === 0) return [item];
		try {
			context.__emit([itemsWithoutSecrets(context, [item])]);
		} catch {
			// This version of n8n can't start runs during a poll: each poll starts one.
			return [item];
		}
	}
	save(next);
	return [];
}
