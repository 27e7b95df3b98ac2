import type { INodeExecutionData } from 'n8n-workflow';
import { inParallel } from '../../client/async/parallel';
import type { LogEntry } from '../../client/activity/logEntry';
import { isLibraryError, LibraryError } from '../../protocol/wire/libraryError';
import type { ActivityRun } from './activityRun';
import { activityItem, unreadableItem } from './items';
import { type NamedLog, watchedLogs } from './watchedLogs';

/** Most items of a test event, the entries of each log that are looked at, and the logs that are read at a time. */
const [MAX_TEST_ITEMS, EXAMINED, PARALLEL_LOGS] = [10, 1_000, 8];

/** What is at the end of a log. */
interface Latest {
	readonly named: NamedLog;
	readonly entries: readonly LogEntry[];
	readonly failure?: LibraryError;
}

/**
 * What Fetch Test Event shows: the latest activities that match, oldest first. No state is saved. Throws LibraryError
 * notFound when nothing matches, and the failure of a log where no log could be read.
 */
export async function fetchTestEvent(run: ActivityRun): Promise<INodeExecutionData[][]> {
	const logs = await inParallel(await watchedLogs(run), PARALLEL_LOGS, async (named) => await latestOf(run, named));
	const matching = logs.flatMap(({ named, entries }) =>
		entries.filter((entry) => named.accept(entry)).map((entry) => ({ named, entry })),
	);
	const latest = matching.sort((a, b) => a.entry.second - b.entry.second).slice(-MAX_TEST_ITEMS);
	const failed = logs.flatMap(({ named, failure }) => (failure ? [{ named, failure }] : []));
	const [first] = failed;
	if (latest.length === 0)
		throw first?.failure ?? nothingFound(logs.reduce((sum, { entries }) => sum + entries.length, 0));
	return [
		[
			...latest.map(({ named, entry }) => activityItem(named, entry)),
			...failed.map(({ named, failure }) => unreadableItem(named, failure)),
		],
	];
}

async function latestOf({ expired }: ActivityRun, named: NamedLog): Promise<Latest> {
	if (expired()) return { named, entries: [] };
	try {
		const { entries } = await named.port.page({ from: 0, start: 0, size: EXAMINED, newestFirst: true });
		return { named, entries: [...entries].reverse() };
	} catch (cause) {
		if (!isLibraryError(cause)) throw cause;
		return { named, entries: [], failure: cause };
	}
}

function nothingFound(examined: number): LibraryError {
	if (examined === 0)
		return new LibraryError('notFound', 'The logs contain no such activity yet', {
			hint: 'Do what starts the workflow, for example download a file, then fetch the test event again.',
		});
	return new LibraryError('notFound', `None of the last ${examined} entries of the logs matches`, {
		hint: 'Do something that matches the filters of this node, or relax them, then fetch the test event again.',
	});
}
