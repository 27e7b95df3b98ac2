import type { JsonObject } from '../../protocol/wire/json';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { Caller } from '../../client/service/call';
import { readChanges } from '../../client/feed/readChanges';
import { type FeedPort, feedPort } from '../../client/feed/port';
import { feedSource, type FeedState, startFeed } from '../../client/feed/state';

import { recentChanges } from '../../client/feed/recentChanges';
import { acceptor } from '../../protocol/feed/changeFilter';
import { LibraryError } from '../../protocol/wire/libraryError';
import { type Delivery, type Described, described, itemOf, withContent } from './items';
import { toPollError } from '../context/errors';
import { libraryCaller } from '../credentials/libraryCaller';
import { type TriggerSettings, triggerSettings, watchedPath } from './settings';

/** What is kept between polls, in n8n's static data of the node. `source` tells which library and start it belongs to. */
interface Kept {
	readonly source: string;
	readonly feed: FeedState;
	readonly again: readonly Described[];
}

interface Poll {
	readonly context: IPollFunctions;
	readonly settings: TriggerSettings;
	readonly caller: Caller;
	readonly port: FeedPort;
	readonly accept: (entry: JsonObject) => boolean;
	/** Whether nothing new should be begun. */
	readonly expired: () => boolean;
	/** When n8n gives the poll up, in ms. */
	readonly endsAt: number;
}
/** An item, and the change it came from. */
type Item = Delivery['items'][number];

/** Time of a poll in ms where n8n does not say it. */
const BUDGET_MS = 60_000;
/** Part of it in which pages are read; the rest is for what was begun, downloads above all. */
const READING = 0.6;
/** Changes that are kept in the static data at most: downloads to try again, and runs to start. */
const MOST_KEPT = 100;
/** Items of a test in the editor. */
const TEST_ITEMS = 10;

/**
 * One poll of the trigger: the items, or null when there are none. State and items move together: when it throws, nothing was
 * taken, and the next poll begins where this one did. Throws what n8n shows, with `failure` for its scheduler.
 */
export async function pollLibrary(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const budget = context.getPollBudgetMs?.() ?? BUDGET_MS;
	const over = AbortSignal.timeout(budget);
	try {
		const poll = await opened(context, budget, over);
		return context.getMode() === 'manual' ? await tested(poll) : await alone(poll);
	} catch (failure) {
		const late = over.aborted
			? new LibraryError(
					'timeout',
					`The service did not answer within the ${Math.ceil(budget / 1000)} seconds that n8n gives to a poll`,
					{ cause: failure },
				)
			: failure;
		throw toPollError(context.getNode(), late);
	}
}

async function opened(context: IPollFunctions, budget: number, signal: AbortSignal): Promise<Poll> {
	const settings = triggerSettings(context);
	const caller = { ...(await libraryCaller(context, (name) => context.getNodeParameter(name, null))), signal };
	const begun = caller.clock.now();
	const folder = await watchedPath(caller, settings);
	const accept = acceptor({ ...settings.filter, ...(folder === undefined ? {} : { folder }) });
	return {
		context,
		settings,
		caller,
		accept,
		port: feedPort(caller),
		endsAt: begun + budget,
		expired: () => caller.clock.now() > begun + budget * READING,
	};
}

/** The polls under way in this process, with the time (ms) until which they may run. */
const running = new Map<string, number>();

/** n8n may begin a poll before the last one has ended: the second one leaves everything to the first. */
async function alone(poll: Poll): Promise<INodeExecutionData[][] | null> {
	const { context, caller } = poll;
	const source = feedSource(caller.account, poll.settings.start);
	const kept = keptIn(context.getWorkflowStaticData('node'), source);
	const key = JSON.stringify([context.getWorkflow().id, context.getNode().id, source, kept]);
	// Two first readings from now hand nothing over, and the later one may belong to a new activation: both shall have their state.
	const first = kept === undefined && poll.settings.start.from === 'now';
	if (!first && (running.get(key) ?? 0) > caller.clock.now()) return null;
	running.set(key, poll.endsAt);
	try {
		return await polled(poll, kept ?? { source, feed: await startFeed(poll.port, poll.settings.start), again: [] });
	} finally {
		running.delete(key);
	}
}

function keptIn(data: IDataObject, source: string): Kept | undefined {
	// n8n hands out an observed object: a plain copy is what the rest works with.
	const kept = JSON.parse(JSON.stringify(data)) as Partial<Kept>;
	return kept.source === source && Array.isArray(kept.feed?.seen)
		? { source, feed: kept.feed, again: kept.again ?? [] }
		: undefined;
}

function keep(context: IPollFunctions, kept: Kept): void {
	const data = context.getWorkflowStaticData('node');
	if (JSON.stringify([data.source, data.feed, data.again]) === JSON.stringify([kept.source, kept.feed, kept.again]))
		return;
	Object.assign(data, kept);
}

async function polled(
	poll: Poll,
	{ source, feed: begun, again: waiting }: Kept,
): Promise<INodeExecutionData[][] | null> {
	const { context, settings, port, accept, expired } = poll;
	const { items, again } = await delivered(poll, waiting);
	const most = settings.runPerItem ? Math.min(settings.maximumItems, MOST_KEPT) : settings.maximumItems;
	let [feed, more] = [begun, true];
	while (more && items.length < most && again.length < MOST_KEPT && !(feed !== begun && expired())) {
		const limit = Math.min(
			most - items.length,
			settings.contentField === undefined ? Infinity : MOST_KEPT - again.length,
		);
		const read = await readChanges(port, feed, {
			overlapMs: settings.overlapMs,
			limit,
			expired,
			burst: settings.burst,
			accept,
		});
		const found = await delivered(poll, await described(poll.caller, read.changes, settings.filter.events));
		[feed, more] = [read.state, read.more];
		for (const item of found.items) items.push(item);
		for (const one of found.again) again.push(one);
	}
	const kept: Kept = { source, feed, again };
	if (settings.runPerItem) return oneByOne(context, items, kept);
	keep(context, kept);
	return items.length === 0 ? null : [items.map(({ item }) => item)];
}

const delivered = async (poll: Poll, changes: readonly Described[], final = false): Promise<Delivery> => {
	const {
		context,
		caller,
		settings: { contentField },
	} = poll;
	if (contentField !== undefined) return await withContent(context, caller, changes, contentField, final);
	return { items: changes.map((from) => ({ item: itemOf(from), from })), again: [] };
};

/** Starts a run for each item, the last one by returning it. What has not been started yet is kept as pending. */
function oneByOne(context: IPollFunctions, items: readonly Item[], kept: Kept): INodeExecutionData[][] | null {
	for (const [index, { item }] of items.entries()) {
		const rest = items.slice(index + 1).map(({ from }) => from.change);
		keep(context, { ...kept, feed: { ...kept.feed, pending: [...rest, ...kept.feed.pending] } });
		if (rest.length === 0) return [[item]];
		try {
			context.__emit([[item]]);
		} catch {
			// This n8n starts no runs in the middle of a poll: one with each poll.
			return [[item]];
		}
	}
	keep(context, kept);
	return null;
}

/** What a test in the editor shows: the latest changes that match, read and described as in a poll; the state stays as it is. */
async function tested(poll: Poll): Promise<INodeExecutionData[][]> {
	const {
		caller,
		port,
		accept,
		expired,
		settings: {
			filter: { events },
		},
	} = poll;
	const { changes, looked } = await recentChanges(port, { limit: MOST_KEPT, accept, expired });
	const latest = (await described(caller, changes, events)).slice(-TEST_ITEMS);
	if (latest.length === 0) {
		throw looked === 0
			? new LibraryError('notFound', 'Nothing has changed in this library yet', {
					hint: 'Create or change a file in the library, then fetch the test event again.',
				})
			: new LibraryError('notFound', `None of the last ${looked} changes in this library matches`, {
					hint: 'Make a change that matches the events and filters of this node, or loosen them, then fetch the test event again.',
				});
	}
	const { items } = await delivered(poll, latest, true);
	return [items.map(({ item }) => item)];
}
