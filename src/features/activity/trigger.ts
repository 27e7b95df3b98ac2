import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { type ActivityState, activityStateIn, type LogEntry } from './work/state';
import { readActivities } from './work/readActivities';
import { mapInTurns } from '../../client/async/inTurns';
import { inParallel } from '../../client/async/tasks';
import { withSilence } from '../../client/service/callerVariants';
import { simpleActivity } from '../../protocol/catalogue/simplifyEnterprise';
import { defined, textOf } from '../../protocol/wire/json';
import { type LibraryError, isLibraryError, rethrown } from '../../protocol/wire/libraryError';
import { callerOf } from '../../n8n/credentials/caller';
import { poll, type PollingTrigger, type PollRun, type TestEvent } from '../../n8n/polling/poll';
import { type ActivitySettings, activitySettings, scopeOf, type NamedLog, watchedLogs } from './serve/settings';

/* The trigger that polls the logs of an enterprise. */

/** The item of an entry. One whose time has not come yet says so: it was reported once, and is not held back. */
const activityItem = ({ kind, library }: NamedLog, { fields, isAhead }: LogEntry): INodeExecutionData => {
	// What was parsed from JSON is what n8n allows in an item.
	const json = simpleActivity(kind, fields, library) as IDataObject;
	return { json: isAhead ? { ...json, content: `${textOf(json.content)} (dated ahead)`.trim() } : json };
};

const UNREADABLE = {
	library: 'The log of this library could not be read and is tried again at each poll',
	management: 'The management log could not be read and is tried again at each poll',
} as const;

const unreadableItem = ({ kind, library }: NamedLog, { message }: LibraryError): INodeExecutionData => {
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

interface Latest {
	readonly named: NamedLog;
	readonly entries: readonly LogEntry[];
	readonly failure?: LibraryError;
}

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
		if (!isLibraryError(cause)) throw rethrown(cause);
		return { named, entries: [], failure: cause };
	}
}

/** One poll of the trigger; see `poll`. */
export const pollActivities = async (context: IPollFunctions): Promise<INodeExecutionData[][] | null> =>
	await poll(context, activityTrigger);
