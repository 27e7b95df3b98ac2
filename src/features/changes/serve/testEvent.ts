import type { INodeExecutionData } from 'n8n-workflow';
import { inParallel } from '../../../client/async/tasks';
import { feedPort } from '../work/feed';
import { recentChanges } from '../work/readChanges';
import { type FeedChange, type FeedEntry, isDeleted } from '../plan/change';
import { isFolder } from '../../../protocol/tree/entryFilter';
import { textOf } from '../../../protocol/wire/json';
import { LibraryError } from '../../../protocol/wire/libraryError';
import type { PollRun } from '../../../n8n/polling/poll';
import { MAX_TRIES, buildItems, classifyChanges, type ClassifiedChange, wayOf } from './items';
import { chosenBesides, movedBy } from './watch';
import { followsArrivals, type TriggerSettings, type Wanted, wantedNow } from './settings';

/* What Fetch Test Event shows. */

const [MAX_TEST_ITEMS, MAX_CHANGES, PARALLEL] = [10, 100, 10];

type Run = PollRun<TriggerSettings>;

/** The items of the latest changes that match, oldest first. Throws what `call` throws, and LibraryError input. */
export async function latestChanges(run: Run): Promise<INodeExecutionData[]> {
	const { caller, expired, settings } = run;
	const wanted = await wantedNow(caller, settings, true);
	const isPlaced = followsArrivals(settings);
	const accept = (entry: FeedEntry): boolean =>
		wanted.accept(entry) || (isPlaced && wanted.port.contains(textOf(entry.fullpath)));
	const { changes, examined } = await recentChanges(feedPort(caller), { limit: MAX_CHANGES, accept, expired });
	const latest = isPlaced ? await withArrivals(run, wanted, changes) : await classify(run, changes);
	const { items } = await buildItems(run, latest.slice(-MAX_TEST_ITEMS), { lastTry: true });
	if (items.length === 0) throw nothingFound(examined, settings);
	return items.map(({ item }) => item);
}

function nothingFound(examined: number, { filter }: TriggerSettings): LibraryError {
	if (examined === 0)
		return new LibraryError('notFound', 'Nothing has changed in this library yet', {
			hint: 'Create or change a file in the library, then fetch the test event again.',
		});
	return new LibraryError('notFound', `None of the last ${examined} changes in this library matches`, {
		hint:
			'Make a change that matches the events and filters of this node, or relax them, ' +
			'then fetch the test event again.' +
			(filter.events.has('fileLeft') ? ' A file that is moved away is told only by a published workflow.' : ''),
	});
}

async function classify({ caller, settings }: Run, changes: readonly FeedChange[]): Promise<ClassifiedChange[]> {
	const pending = changes.map((change) => ({ change, tries: MAX_TRIES }));
	const { classified } = await classifyChanges(pending, { caller, chosen: chosenBesides(settings), mayFail: 0 });
	return classified;
}

/**
 * With what arrived in watched folders and was deleted there, as far as histories tell: a test event does not know what
 * was there before, so what was moved within the folders is shown too, and nothing of what was moved away.
 */
async function withArrivals(run: Run, wanted: Wanted, changes: readonly FeedChange[]): Promise<ClassifiedChange[]> {
	let found: ClassifiedChange[] = [];
	for (let end = changes.length; end > 0 && found.length < MAX_TEST_ITEMS && !run.expired(); end -= PARALLEL) {
		const batch = await inParallel(changes.slice(Math.max(0, end - PARALLEL), end), PARALLEL, async (change) => {
			const placed = change.hidden ? [] : await arrivalsOf(run, wanted, change);
			const told = placed.filter(({ change: each }) => wanted.acceptPlaced(movedBy(each)));
			if (told.length > 0) return told;
			return change.hidden || wanted.accept(change.entry) ? await classify(run, [change]) : [];
		});
		// A file that came with its folder may have a change of its own before.
		const later = new Set(found.map(({ change }) => textOf(change.entry.hash)));
		found = [...batch.flat().filter(({ change }) => !later.has(textOf(change.entry.hash))), ...found];
	}
	return found;
}

/** The arrivals or the departure that a change may be. */
async function arrivalsOf(
	{ caller, settings }: Run,
	{ port }: Wanted,
	{ entry, after }: FeedChange,
): Promise<ClassifiedChange[]> {
	const { events } = settings.filter;
	if (!port.contains(textOf(entry.fullpath))) return [];
	if (isDeleted(entry))
		return events.has('fileLeft')
			? [{ change: { entry, after, place: 'left' }, event: 'left', how: 'deleted' }]
			: [];
	if (!events.has('fileArrived')) return [];
	// Whatever its history says last: it is not compared with an earlier poll.
	const how = await wayOf(caller, { entry, after: 0, isNew: true }, true);
	if (!how) return [];
	if (!isFolder(entry)) return [{ change: { entry, after, place: 'arrived' }, event: 'arrived', how }];
	// What is in a new folder has changes of its own.
	const files =
		how === 'created' ? [] : (await port.listBelow(textOf(entry.fullpath))).filter((each) => !isFolder(each));
	return files
		.filter(({ fullpath }) => port.contains(textOf(fullpath)))
		.slice(0, MAX_TEST_ITEMS)
		.map((file) => ({ change: { entry: file, after, place: 'arrived', within: entry }, event: 'arrived', how }));
}
