import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { ActivityState } from '../../client/activity/state';
import type { LogEntry } from '../../client/activity/logEntry';
import { readActivities } from '../../client/activity/readActivities';
import { activityStateIn } from '../../client/activity/storedState';
import { inParallel } from '../../client/async/parallel';
import { withSilence } from '../../client/service/callerVariants';
import { isLibraryError, type LibraryError } from '../../protocol/wire/libraryError';
import { callerOf } from '../credentials/caller';
import { poll } from '../polling/poll';
import type { PollingTrigger, PollRun, TestEvent } from '../polling/trigger';
import { activityItem, unreadableItem } from './items';
import { type ActivitySettings, activitySettings, scopeOf } from './settings';
import { type NamedLog, watchedLogs } from './watchedLogs';

/** Most items of a test event, the entries of each log that are looked at, and the logs that are read at a time. */
const [MAX_TEST_ITEMS, EXAMINED, PARALLEL_LOGS] = [10, 1_000, 8];

type Run = PollRun<ActivitySettings>;

/** The trigger that reads the logs of an enterprise. */
export const activityTrigger: PollingTrigger<ActivitySettings, ActivityState> = {
	settings: activitySettings,
	caller: async (context, { silenceMs }) => withSilence(await callerOf(context, 'enterprise'), silenceMs),
	stateIn: activityStateIn,
	read: readLogs,
	latest: latestActivities,
	nothing: (examined) =>
		examined === 0
			? {
					message: 'The logs contain no such activity yet',
					hint: 'Do what starts the workflow, for example download a file, then fetch the test event again.',
				}
			: {
					message: `None of the last ${examined} entries of the logs matches`,
					hint:
						'Do something that matches the filters of this node, or relax them, ' +
						'then fetch the test event again.',
				},
};

/** See `PollingTrigger.read`. */
async function readLogs(
	run: Run,
	before: ActivityState | undefined,
	save: (state: ActivityState) => void,
): Promise<INodeExecutionData[]> {
	const { settings, expired } = run;
	const { state, found, unreadable } = await readActivities(await watchedLogs(run), before, {
		scope: scopeOf(settings),
		startFrom: settings.start.from,
		overlap: settings.overlap,
		limit: settings.maximumItems,
		expired,
	});
	save(state);
	return [
		...found.map(({ log, entry }) => activityItem(log, entry)),
		...unreadable.map(({ log, error }) => unreadableItem(log, error)),
	];
}

/** What is at the end of a log. */
interface Latest {
	readonly named: NamedLog;
	readonly entries: readonly LogEntry[];
	readonly failure?: LibraryError;
}

/** The latest activities that match. Throws the failure of a log where nothing was found. */
async function latestActivities(run: Run): Promise<TestEvent> {
	const logs = await inParallel(await watchedLogs(run), PARALLEL_LOGS, async (named) => await latestOf(run, named));
	const matching = logs.flatMap(({ named, entries }) =>
		entries.filter((entry) => named.accept(entry)).map((entry) => ({ named, entry })),
	);
	const latest = matching.sort((a, b) => a.entry.second - b.entry.second).slice(-MAX_TEST_ITEMS);
	const failed = logs.flatMap(({ named, failure }) => (failure ? [{ named, failure }] : []));
	const [first] = failed;
	if (latest.length === 0 && first) throw first.failure;
	return {
		items: [
			...latest.map(({ named, entry }) => activityItem(named, entry)),
			...failed.map(({ named, failure }) => unreadableItem(named, failure)),
		],
		examined: logs.reduce((sum, { entries }) => sum + entries.length, 0),
	};
}

async function latestOf({ expired }: Run, named: NamedLog): Promise<Latest> {
	if (expired()) return { named, entries: [] };
	try {
		const { entries } = await named.port.page({ from: 0, start: 0, size: EXAMINED, newestFirst: true });
		return { named, entries: [...entries].reverse() };
	} catch (cause) {
		if (!isLibraryError(cause)) throw cause;
		return { named, entries: [], failure: cause };
	}
}

/** One poll of the trigger; see `poll`. */
export const pollActivities = async (context: IPollFunctions): Promise<INodeExecutionData[][] | null> =>
	await poll(context, activityTrigger);
