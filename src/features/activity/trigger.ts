import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { activityTrigger } from './entries';
import {
	type ActivityState,
	activityStateIn,
	libraryLog,
	type LogEntry,
	type LogPort,
	managementLog,
	type Scope,
} from './work/state';
import { MANAGEMENT, readActivities, type WatchedLog } from './work/readActivities';
import { inParallel } from '../../client/async/tasks';
import { mapInTurns } from '../../client/async/inTurns';
import { allEntries } from '../../client/paging/pages';
import {
	type ActivityFilter,
	codesOf,
	compileActivityFilter,
	type LogKind,
	type Person,
} from '../../protocol/catalogue/activityEvent';
import { listLibraries } from '../../protocol/catalogue/enterpriseLibrary';
import { type ActivityLibrary, simpleActivity } from '../../protocol/catalogue/simplifyEnterprise';
import type { In } from '../../protocol/operation/define';
import { defined, filledText, numberOf, textOf } from '../../protocol/wire/json';
import { LibraryError, isLibraryError, missingError, rethrown } from '../../protocol/wire/libraryError';
import { callerOf } from '../../n8n/credentials/caller';
import { readForm } from '../../n8n/form/readForm';
import { poll, pollTimeout, type PollingTrigger, type PollRun } from '../../n8n/polling/poll';

/* The trigger that polls the logs of an enterprise: its form, and the logs that it asks for. */

type ActivitySettings = ReturnType<typeof activitySettings>;
type ChosenLibrary = ActivitySettings['libraries'][number];
type Run = PollRun<ActivitySettings>;
type Input = In<typeof activityTrigger>;

/** Reads the form. Throws inputError for a wrong setting; no request has been sent then. */
function activitySettings(context: IPollFunctions) {
	const input = readForm(context, activityTrigger);
	if (input.events.length === 0) throw missingError('Trigger On', 'Choose the activities that start the workflow');
	const filter = filterOf(input);
	return defined({
		codes: filter.codes,
		accept: compileActivityFilter(filter),
		/** The libraries to watch; all of the enterprise when empty. */
		libraries: (input.libraries ?? []).map(({ library: { by, value } }) => ({
			by: by === 'mountId' ? ('mount_id' as const) : ('org_id' as const),
			value,
		})),
		start: { from: input.startFrom ?? 'now' },
		/** Seconds. */
		overlap: input.overlap ?? 300,
		maximumItems: input.maximumItems ?? 10_000,
	});
}

const peopleIn = (rows: Input['members'] = []): Person[] =>
	rows.map(({ member: { by, value } }) => ({ by: by === 'account' ? 'account' : 'member_id', value }));

const filterOf = (input: Input): ActivityFilter =>
	defined({
		codes: { library: codesOf('library', input.events), management: codesOf('management', input.events) },
		people: peopleIn(input.members),
		notPeople: peopleIn(input.notMembers),
		folder: input.folder,
		extensions: input.extensions ?? [],
		include: input.include,
		exclude: input.exclude,
		administrators: input.administrators ?? [],
		content: input.content,
	});

/** The logs that the settings ask for, those of all libraries that there are now where none was chosen. */
async function watchedLogs(run: Run): Promise<WatchedLog[]> {
	const { settings, caller, partCaller } = run;
	const { codes, accept } = settings;
	const watch = (kind: LogKind, name: string, port: LogPort, library: ActivityLibrary = {}): WatchedLog => ({
		name,
		kind,
		library,
		port: inTime(run, port),
		codes: codes[kind],
		accept: ({ code, fields }) => accept[kind](code, fields),
	});
	const logs: WatchedLog[] = [];
	if (codes.management.length > 0)
		logs.push(watch('management', MANAGEMENT, managementLog(partCaller, codes.management)));
	if (codes.library.length === 0) return logs;
	const listed = (await allEntries(caller, listLibraries)).map(libraryIn);
	for (const { by, value, library } of librariesAmong(settings.libraries, listed)) {
		const port = libraryLog(partCaller, { [by]: value }, codes.library);
		logs.push(watch('library', `${by}:${value}`, port, library));
	}
	return logs;
}

/** The same log. A request that was ended with the poll did not fail by itself: the service was too slow. */
const inTime = ({ budgetMs }: Run, port: LogPort): LogPort => ({
	...port,
	async page(query) {
		try {
			return await port.page(query);
		} catch (cause) {
			throw isLibraryError(cause) && cause.kind === 'aborted' ? pollTimeout(budgetMs, cause) : cause;
		}
	},
});

const libraryIn = ({
	org_id: org,
	mount_id: mount,
	org_name: name,
}: Record<keyof ActivityLibrary, unknown>): ActivityLibrary =>
	defined({ org_id: numberOf(org), mount_id: numberOf(mount), org_name: filledText(textOf(name)) });

/** The chosen libraries with what the list says of them, all where none is chosen; each once, however it is named. */
function librariesAmong(chosen: readonly ChosenLibrary[], listed: readonly ActivityLibrary[]) {
	const wanted: readonly ChosenLibrary[] =
		chosen.length > 0
			? chosen
			: listed.flatMap(({ org_id: id }) => (id === undefined ? [] : [{ by: 'org_id', value: String(id) }]));
	const watched = new Map<string, ChosenLibrary & { readonly library: ActivityLibrary }>();
	for (const { by, value } of wanted) {
		const named = { [by]: numberOf(value) };
		const library = listed.find((one) => textOf(one[by]) === value) ?? defined(named);
		const key = library.org_id === undefined ? `${by}:${value}` : `org_id:${library.org_id}`;
		if (!watched.has(key)) watched.set(key, { by, value, library });
	}
	return [...watched.values()];
}

/* What it hands over. */

/** The item of an entry. One whose time has not come yet says so: it was reported once, and is not held back. */
const activityItem = ({ kind, library }: WatchedLog, { fields, isAhead }: LogEntry): INodeExecutionData => {
	// What was parsed from JSON is what n8n allows in an item.
	const json = simpleActivity(kind, fields, library) as IDataObject;
	return { json: isAhead ? { ...json, content: `${textOf(json.content)} (dated ahead)`.trim() } : json };
};

const unreadableItem = ({ kind, library }: WatchedLog, { message }: LibraryError): INodeExecutionData => {
	const { org_name, org_id } = library;
	const log = kind === 'library' ? 'log of this library' : 'management log';
	const content = `The ${log} could not be read and is tried again at each poll: ${message}`;
	return { json: defined({ event: 'unreadable', org_name, content, org_id }) };
};

/** Most items of a test event, the entries of each log that are looked at, and the logs that are read at a time. */
const [MAX_TEST_ITEMS, EXAMINED, PARALLEL_LOGS] = [10, 1_000, 8];

const trigger: PollingTrigger<ActivitySettings, ActivityState> = {
	settings: activitySettings,
	caller: async (context, patience) => await callerOf(context, 'enterprise', 0, patience),
	stateIn: activityStateIn,
	read: readLogs,
	latest: latestActivities,
};

async function readLogs(
	run: Run,
	before: ActivityState | undefined,
	save: (state: ActivityState) => void,
): Promise<INodeExecutionData[]> {
	const { settings, expired } = run;
	const { codes, libraries } = settings;
	const watched: Scope = libraries.length === 0 ? 'all' : 'chosen';
	const { state, found, unreadable } = await readActivities(await watchedLogs(run), before, {
		scope: codes.library.length === 0 ? 'none' : watched,
		startFrom: settings.start.from,
		overlap: settings.overlap,
		limit: settings.maximumItems,
		expired,
	});
	const items = await mapInTurns(found, ({ log, entry }) => activityItem(log, entry));
	save(state);
	return [...items, ...unreadable.map(({ log, error }) => unreadableItem(log, error))];
}

async function latestActivities(run: Run): Promise<INodeExecutionData[]> {
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
	if (latest.length === 0) throw failed[0]?.error ?? nothingFound(examined.length);
	return [
		...latest.map(({ log, entry }) => activityItem(log, entry)),
		...failed.map(({ log, error }) => unreadableItem(log, error)),
	];
}

const nothingFound = (examined: number): LibraryError =>
	examined === 0
		? new LibraryError('notFound', 'The logs contain no such activity yet', {
				hint: 'Do what starts the workflow, for example download a file, then fetch the test event again.',
			})
		: new LibraryError('notFound', `None of the last ${examined} entries of the logs matches`, {
				hint:
					'Do something that matches the filters of this node, or relax them, ' +
					'then fetch the test event again.',
			});

/** One poll of the trigger; see `poll`. */
export const pollActivities = async (context: IPollFunctions): Promise<INodeExecutionData[][] | null> =>
	await poll(context, trigger);
