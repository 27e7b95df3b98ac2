import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { ArrivalState } from './work/arrivalState';
import { type FeedPort, feedPort, type FeedState, startFeed } from './work/feed';
import { FINGERPRINT_LENGTH, MAX_FINGERPRINTS, pruneProcessed } from './work/processed';
import { readChangesByPage } from './work/readChanges';
import type { FeedChange } from './plan/change';
import { defined, isJsonObject } from '../../protocol/wire/json';
import { hasShape, isNumber, isText, isTextOf, isTime, oneOf, optional, type Shape } from '../../protocol/wire/shape';
import { libraryCallerOf } from '../../n8n/credentials/caller';
import { type PollRun, poll, type PollingTrigger } from '../../n8n/polling/poll';
import { chosenBesides, Watch } from './serve/watch';
import { buildItems, classifyChanges, type PendingChange } from './serve/items';
import { shortened, type TriggerSettings, triggerSettings } from './serve/settings';
import { latestChanges } from './serve/testEvent';
import { itemWithoutSecrets } from '../../n8n/context/runSecrets';

/* The trigger that polls the updates feed of a library. */

/** Most changes that are saved of each kind: to try again, and runs to start. */
const MAX_SAVED_CHANGES = 100;

/* How large a saved state may become. n8n reads and writes it whole at each poll. */

/** Most bytes of a saved state, as n8n stores it; what belongs to no state takes the rest of 500,000. */
const MOST_BYTES = 490_000;
/** Most of them for what is in watched folders: 36,000 short IDs in three texts, and folders whose files wait. */
const MOST_ARRIVAL_BYTES = 235_000;
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Splits values into the first ones and as many of the last ones as fit into so many bytes. */
function lastThatFit<T>(values: readonly T[], bytes: number): [T[], T[]] {
	let [from, left] = [values.length, bytes];
	while (from > 0 && (left -= bytesOf(values[from - 1]) + 1) >= 0) from--;
	return [values.slice(0, from), values.slice(from)];
}

interface PollState {
	readonly feed: FeedState;
	/** Changes whose history could not be read, or whose content could not be downloaded: to try again. */
	readonly retries: readonly PendingChange[];
	/** What is in the watched folders, where arrivals are followed. */
	readonly arrivals?: ArrivalState;
	/** The watched folders as they were chosen: others have to be there at first. */
	readonly watched?: string;
}

type Run = PollRun<TriggerSettings>;
type Save = (state: PollState) => void;

/** See `PollingTrigger.read`. */
async function readItems(run: Run, before: PollState | undefined, save: Save): Promise<INodeExecutionData[]> {
	const { context, caller, settings } = run;
	const watched = settings.folders && shortened(JSON.stringify(settings.folders));
	const anew = watched !== before?.watched;
	const watch = new Watch(run, anew);
	if (anew) await watch.lookUp();
	const port = feedPort(caller);
	const begun = before ?? { feed: await startFeed(port, settings.start), retries: [] };
	await watch.begin(begun.arrivals, !before);
	const state = defined({ ...begun, arrivals: watch.before, watched });
	const { result, next, haveMoved } = await readPages(run, port, watch, state);
	// The next poll reads the same again, with the paths that the folders have by then.
	if (haveMoved) return [];
	if (settings.runPerItem) return startRuns(context, result, next, save);
	save(next);
	return result.items;
}

/**
 * One Run per Item: starts a run for each item, the last one by returning it. Before each run, the state is saved with
 * the changes that have not been started yet, so that a crash neither loses nor repeats one. Where these are too many
 * to be saved, a run has several items.
 */
function startRuns(
	context: IPollFunctions,
	{ items, changes }: PollResult,
	next: PollState,
	save: Save,
): INodeExecutionData[] {
	const { feed } = next;
	const room = MOST_BYTES - bytesOf(next);
	let run: INodeExecutionData[] = [];
	for (const [index, item] of items.entries()) {
		run.push(item);
		const notStarted = changes.slice(index + 1);
		if (bytesOf(notStarted) > room) continue;
		save({ ...next, feed: { ...feed, undelivered: [...notStarted, ...feed.undelivered] } });
		if (notStarted.length === 0) return run;
		try {
			context.__emit([run.map((one) => itemWithoutSecrets(context, one))]);
		} catch {
			// This version of n8n can't start runs during a poll: each poll starts one.
			return run;
		}
		run = [];
	}
	save(next);
	return [];
}

interface PollResult {
	readonly items: INodeExecutionData[];
	/** What the items stand for, with One Run per Item only: it would hold each entry twice. */
	readonly changes: FeedChange[];
	readonly retries: PendingChange[];
}

async function addItems(
	run: Run,
	{ items, changes, retries }: PollResult,
	pending: readonly PendingChange[],
	lastTry = false,
): Promise<void> {
	const { caller, settings } = run;
	const mayFail = MAX_SAVED_CHANGES - retries.length;
	const found = await classifyChanges(pending, { caller, chosen: chosenBesides(settings), mayFail, lastTry });
	const built = await buildItems(run, found.classified, { lastTry });
	for (const { item, change } of built.items) {
		items.push(item);
		if (settings.runPerItem) changes.push(change);
	}
	for (const change of [...found.retries, ...built.retries]) retries.push(change);
}

const pendingOf = (change: FeedChange): PendingChange => ({ change });

/** Most folders that leave watched ones in one poll: what is in them may have to wait for the next ones. */
const MAX_DEPARTING = 100;
/** Most changes of watched folders that a poll reads: what arrives is remembered beside what waits to leave. */
const MAX_FOLLOWED = 3_000;

/**
 * Tries again what failed, then reads page by page up to a limit. What follows from the changes beyond it, as where a
 * folder with many files has arrived, the next polls find again; each then reads half as many changes, so that both
 * come to an end. What would make the saved state too large is told at once.
 */
async function readPages(
	run: Run,
	port: FeedPort,
	watch: Watch,
	state: PollState,
): Promise<{ result: PollResult; next: PollState; haveMoved: boolean }> {
	const { context, settings, elapsedMs, expired } = run;
	const result: PollResult = { items: [], changes: [], retries: [] };
	const add = async (changes: readonly FeedChange[]): Promise<void> =>
		await addItems(run, result, changes.map(pendingOf));
	await addItems(run, result, state.retries);
	const collected: FeedChange[] = [];
	const take = async (changes: readonly FeedChange[]): Promise<void> => {
		if (!state.arrivals) return await add(changes);
		for (const change of changes) collected.push(change);
	};
	const room = (): number => roomIn(settings, result) - collected.length;
	const most = state.arrivals ? Math.min(MAX_FOLLOWED, watch.waits ? Math.ceil(room() / 2) : Infinity) : Infinity;
	const toRead = (): number => Math.min(room(), most - collected.length);
	let departing = 0;
	const { overlapMs, onHiddenChanges } = settings;
	const options = { overlapMs, now: elapsedMs, expired, onHiddenChanges, wanted: watch.wanted };
	let [feed, more, forgotten]: [FeedState, boolean, number?] = [state.feed, true];
	const mayRead = (reads: number): boolean =>
		more && toRead() > 0 && departing < MAX_DEPARTING && !(reads > 0 && expired());
	for (let reads = 0; mayRead(reads); reads++) {
		for await (const page of readChangesByPage(port, feed, { ...options, limit: toRead() })) {
			// Its paths may be older than those of the folders, which were looked up when it had been read.
			if (watch.foundPathsWhileReading()) break;
			await take(page.changes);
			[feed, more] = [page.state, page.more];
			departing += page.changes.filter(({ entry }) => watch.departs(entry)).length;
			if (departing >= MAX_DEPARTING) break;
		}
		const pruned = pruneProcessed(feed, overlapMs);
		[feed, forgotten] = [pruned.state, pruned.forgotten ?? forgotten];
	}
	const left = MOST_BYTES - bytesOf({ ...feed, undelivered: [] }) - (state.arrivals ? MOST_ARRIVAL_BYTES : 0);
	const [atOnce, undelivered] = lastThatFit(feed.undelivered, left);
	if (atOnce.length > 0) feed = { ...feed, undelivered };
	await take(atOnce);
	const { stateWithout, changes } = await watch.follow(collected, more);
	const haveMoved = await watch.haveMoved();
	collected.length = 0;
	let taken = changes.filter(({ within }) => !within).length;
	await add(changes.slice(0, taken));
	while (taken < changes.length && room() > 0 && !(taken > 0 && expired())) {
		const end = taken + room();
		await add(changes.slice(taken, end));
		taken = end;
	}
	const next = defined({ ...state, feed, retries: [], arrivals: stateWithout(changes.slice(taken)) });
	const [lastTries, retries] = lastThatFit(result.retries, MOST_BYTES - bytesOf(next));
	await addItems(run, result, lastTries, true);
	if (forgotten !== undefined) warnOfForgotten(context, forgotten);
	return { result, next: { ...next, retries }, haveMoved };
}

/** How many more changes a poll may take: as many as items are wanted, and as downloads can be tried again. */
function roomIn({ maximumItems, runPerItem, contentField }: TriggerSettings, { items, retries }: PollResult) {
	const most = runPerItem ? Math.min(maximumItems, MAX_SAVED_CHANGES) : maximumItems;
	return Math.min(most - items.length, contentField === undefined ? Infinity : MAX_SAVED_CHANGES - retries.length);
}

const warnOfForgotten = (context: IPollFunctions, ms: number): void =>
	context.logger.warn(
		`${context.getNode().name}: more than ${MAX_FINGERPRINTS} changes lie within the Overlap. ` +
			`Those that show up late and were made before ${new Date(ms).toISOString()} may be missing.`,
	);

/* What a workflow has saved. */

const hidden = optional({ ms: isTime, shown: isNumber, counted: optional(isNumber) });
const change: Shape = {
	entry: isJsonObject,
	after: isTime,
	until: optional(isTime),
	place: optional(oneOf('arrived', 'left')),
	within: optional(isJsonObject),
	tooMany: optional(isNumber),
	hidden,
};
const feedState: Shape = {
	cursor: isTime,
	overlapEnd: isTime,
	knownAfter: isTime,
	processed: [{ until: isTime, fingerprints: isTextOf(FINGERPRINT_LENGTH) }],
	seenAt: optional(isTime),
	overlapRead: optional({ readTo: isTime, end: isTime, begunAt: optional(isTime) }),
	undelivered: [change],
};
const isSet = optional(oneOf(true));
const arrivalState: Shape = {
	places: isText,
	roots: isText,
	ids: isText,
	missing: isText,
	returns: isSet,
	again: isSet,
	came: optional(isText),
	leaving: optional({ folders: [change], ids: isText }),
	overfull: isSet,
};
const pending: Shape = { change, event: optional(isText), tries: optional(isNumber) };

/** The trigger that reads the updates feed of one library. */
export const changeTrigger: PollingTrigger<TriggerSettings, PollState> = {
	settings: triggerSettings,
	caller: libraryCallerOf,
	stateIn(saved) {
		const { feed, retries, arrivals, watched } = isJsonObject(saved) ? saved : {};
		if (!hasShape<FeedState>(feed, feedState)) return undefined;
		return defined({
			feed,
			retries: Array.isArray(retries) ? retries.filter((one) => hasShape<PendingChange>(one, pending)) : [],
			arrivals: hasShape<ArrivalState>(arrivals, arrivalState) ? arrivals : undefined,
			watched: isText(watched) ? watched : undefined,
		});
	},
	read: readItems,
	latest: latestChanges,
};

/** One poll of the trigger; see `poll`. */
export const pollLibrary = async (context: IPollFunctions): Promise<INodeExecutionData[][] | null> =>
	await poll(context, changeTrigger);
