import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { type ActivityState, activityStateIn, type LogEntry } from './work/state';
import { readActivities, type WatchedLog } from './work/readActivities';
import { mapInTurns } from '../../client/async/inTurns';
import { inParallel } from '../../client/async/tasks';
import { withSilence } from '../../client/service/callerVariants';
import { simpleActivity } from '../../protocol/catalogue/simplifyEnterprise';
import { defined, textOf } from '../../protocol/wire/json';
import { type LibraryError, isLibraryError, rethrown } from '../../protocol/wire/libraryError';
import { callerOf } from '../../n8n/credentials/caller';
import { poll, type PollingTrigger, type PollRun, type TestEvent } from '../../n8n/polling/poll';
import { type ActivitySettings, activitySettings, scopeOf, watchedLogs } from './serve/settings';

/* The trigger that polls the logs of an enterprise. */

/** The item of an entry. One whose time has not come yet says so: it was reported once, and is not held back. */
const activityItem = ({ kind, library }: WatchedLog, { fields, isAhead }: LogEntry): INodeExecutionData => {
	// What was parsed from JSON is what n8n allows in an item.
	const json = simpleActivity(kind, fields, library) as IDataObject;
	return { json: isAhead ? { ...json, content: `${textOf(json.content)} (dated ahead)`.trim() } : json };
};

const UNREADABLE = {
	library: 'The log of this library could not be read and is tried again at each poll',
	management: 'The management log could not be read and is tried again at each poll',
} as const;

const unreadableItem = ({ kind, library }: WatchedLog, { message }: LibraryError): INodeExecutionData => {
	const { org_name, org_id } = library;
	const content = `${UNREADABLE[kind]}: ${message}`;
	return { json: defined({ event: 'unreadable', org_name, content, org_id }) };
};

/** Most items of a test event, the entries of each log that are looked at, and the logs that are read at a time. */
const [MAX_TEST_ITEMS, EXAMINED, PARALLEL_LOGS] = [10, 1_000, 8];

type Run = PollRun<ActivitySettings>;

/** The trigger that reads the logs of an enterprise. */
const activityTrigger: PollingTrigger<ActivitySettings, ActivityState> = {
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
	const items = await mapInTurns(found, ({ log, entry }) => activityItem(log, entry));
	save(state);
	return [...items, ...unreadable.map(({ log, error }) => unreadableItem(log, error))];
}

async function latestActivities(run: Run): Promise<TestEvent> {
	const read = await inParallel(await watchedLogs(run), PARALLEL_LOGS, async (log) => {
		if (run.expired()) return { log, entries: [] };
		try {
			return { log, ...(await log.port.page({ from: 0, start: 0, size: EXAMINED, newestFirst: true })) };
		} catch (cause) {
			if (!isLibraryError(cause)) throw rethrown(cause);
			return { log, entries: [], error: cause };
		}
	});
	const examined = read.flatMap(({ log, entries }) => entries.toReversed().map((entry) => ({ log, entry })));
	const failed = read.flatMap(({ log, error }) => (error ? [{ log, error }] : []));
	const matching = examined.filter(({ log, entry }) => log.accept(entry));
	const latest = matching.sort((a, b) => a.entry.second - b.entry.second).slice(-MAX_TEST_ITEMS);
	const [first] = failed;
	if (latest.length === 0 && first) throw first.error;
	return {
		items: [
			...latest.map(({ log, entry }) => activityItem(log, entry)),
			...failed.map(({ log, error }) => unreadableItem(log, error)),
		],
		examined: examined.length,
	};
}

/** One poll of the trigger; see `poll`. */
export const pollActivities = async (context: IPollFunctions): Promise<INodeExecutionData[][] | null> =>
	await poll(context, activityTrigger);
