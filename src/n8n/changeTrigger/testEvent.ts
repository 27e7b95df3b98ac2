import type { INodeExecutionData } from 'n8n-workflow';
import { recentChanges } from '../../client/feed/recentChanges';
import { LibraryError } from '../../protocol/wire/libraryError';
import { classifyChanges } from './classify';
import { buildItems } from './items';
import type { PollRun } from './pollRun';
import { MAX_SAVED_CHANGES } from './staticData';

/** Most items of a test event. */
const MAX_TEST_ITEMS = 10;

/**
 * What Fetch Test Event shows: the latest changes that match, read and classified as in a scheduled poll. No state is
 * saved. Throws LibraryError notFound when no change matches.
 */
export async function fetchTestEvent(run: PollRun): Promise<INodeExecutionData[][]> {
	const { caller, port, expired, settings } = run;
	const accept = await run.filter();
	const { changes, examined } = await recentChanges(port, { limit: MAX_SAVED_CHANGES, accept, expired });
	const latest = (await classifyChanges(caller, changes, settings.filter.events)).slice(-MAX_TEST_ITEMS);
	if (latest.length === 0) throw nothingFound(examined);
	const { items } = await buildItems(run, latest, { lastTry: true });
	return [items.map(({ item }) => item)];
}

function nothingFound(examined: number): LibraryError {
	if (examined === 0)
		return new LibraryError('notFound', 'Nothing has changed in this library yet', {
			hint: 'Create or change a file in the library, then fetch the test event again.',
		});
	return new LibraryError('notFound', `None of the last ${examined} changes in this library matches`, {
		hint:
			'Make a change that matches the events and filters of this node, or relax them, ' +
			'then fetch the test event again.',
	});
}
