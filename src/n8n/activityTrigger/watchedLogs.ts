import { libraryLog, type LogPort, managementLog } from '../../client/activity/port';
import type { LogEntry } from '../../client/activity/logEntry';
import { allEntries } from '../../client/paging/pages';
import type { LogKind } from '../../protocol/activity/activityEvent';
import { compileActivityFilter } from '../../protocol/activity/activityFilter';
import { listLibraries } from '../../protocol/catalogue/enterpriseLibrary';
import type { ActivityLibrary } from '../../protocol/catalogue/simplifyActivity';
import { defined, filledText, numberOf, textOf } from '../../protocol/wire/json';
import type { ActivityRun } from './activityRun';
import type { ChosenLibrary } from './settings';

/** A log that the settings ask for. */
export interface NamedLog {
	/** What tells it from the others, in the saved state too. */
	readonly name: string;
	readonly log: LogKind;
	readonly library: ActivityLibrary;
	readonly port: LogPort;
	readonly codes: readonly string[];
	readonly accept: (entry: LogEntry) => boolean;
}

/**
 * The logs that the settings ask for, those of all libraries that there are now where none was chosen. Throws what
 * `call` throws.
 */
export async function watchedLogs({ settings, caller, logCaller }: ActivityRun): Promise<NamedLog[]> {
	const { filter } = settings;
	const accept = compileActivityFilter(filter);
	const { library: acts, management: types } = filter.codes;
	const logs: NamedLog[] = [];
	if (types.length > 0)
		logs.push({
			name: 'management',
			log: 'management',
			library: {},
			port: managementLog(logCaller, types),
			codes: types,
			accept: ({ code, fields }) => accept.management(code, fields),
		});
	if (acts.length === 0) return logs;
	const listed = (await allEntries(caller, listLibraries)).map(libraryIn);
	for (const { by, value, library } of librariesAmong(settings.libraries, listed))
		logs.push({
			name: `${by}:${value}`,
			log: 'library',
			library,
			port: libraryLog(logCaller, { [by]: value }, acts),
			codes: acts,
			accept: ({ code, fields }) => accept.library(code, fields),
		});
	return logs;
}

const libraryIn = (entry: object): ActivityLibrary => {
	const { org_id: org, mount_id: mount, org_name: name } = entry as Readonly<Record<string, unknown>>;
	return defined({
		org_id: numberOf(org),
		mount_id: numberOf(mount),
		org_name: filledText(typeof name === 'number' ? String(name) : name),
	});
};

/** A library to watch, and what the list of libraries says of it. */
type Watched = ChosenLibrary & { readonly library: ActivityLibrary };

/** The chosen libraries, all listed ones where none is chosen; each once, however it is named. */
function librariesAmong(chosen: readonly ChosenLibrary[], listed: readonly ActivityLibrary[]): Watched[] {
	const wanted: readonly ChosenLibrary[] =
		chosen.length > 0
			? chosen
			: listed.flatMap(({ org_id: id }) => (id === undefined ? [] : [{ by: 'org_id', value: String(id) }]));
	const watched = new Map<string, Watched>();
	for (const { by, value } of wanted) {
		const named = { [by]: numberOf(value) };
		const library = listed.find((one) => textOf(one[by]) === value) ?? defined(named);
		const key = library.org_id === undefined ? `${by}:${value}` : `org_id:${library.org_id}`;
		if (!watched.has(key)) watched.set(key, { by, value, library });
	}
	return [...watched.values()];
}
