import type { IPollFunctions } from 'n8n-workflow';
import { type Scope, libraryLog, type LogPort, managementLog } from '../work/state';
import { MANAGEMENT, type WatchedLog } from '../work/readActivities';
import { allEntries } from '../../../client/paging/pages';
import {
	codesOf,
	type ActivityFilter,
	compileActivityFilter,
	type Person,
} from '../../../protocol/catalogue/activityEvent';
import { activityTrigger } from '../entries';
import { listLibraries } from '../../../protocol/catalogue/enterpriseLibrary';
import type { ActivityLibrary } from '../../../protocol/catalogue/simplifyEnterprise';
import type { In } from '../../../protocol/operation/define';
import { defined, filledText, numberOf, textOf } from '../../../protocol/wire/json';
import { isLibraryError, missingError } from '../../../protocol/wire/libraryError';
import { silenceIn } from '../../../n8n/form/nodeSettings';
import { readForm } from '../../../n8n/form/readForm';
import { pollTimeout, type PollRun } from '../../../n8n/polling/poll';

interface ChosenLibrary {
	readonly by: 'org_id' | 'mount_id';
	readonly value: string;
}

/** The form of the trigger, read and checked. */
export interface ActivitySettings {
	readonly filter: ActivityFilter;
	/** The libraries to watch; all of the enterprise when empty. */
	readonly libraries: readonly ChosenLibrary[];
	readonly start: { readonly from: 'now' | 'beginning' };
	/** Seconds. */
	readonly overlap: number;
	readonly maximumItems: number;
	/** Longest silence of the service, in ms. */
	readonly silenceMs?: number;
}

type Input = In<typeof activityTrigger>;

/** Reads the form. Throws inputError for a wrong setting; no request has been sent then. */
export function activitySettings(context: IPollFunctions): ActivitySettings {
	const input = readForm(context, activityTrigger);
	if (input.events.length === 0) throw missingError('Trigger On', 'Choose the activities that start the workflow');
	const filter = filterOf(input);
	compileActivityFilter(filter); // throws for a filter that nothing can pass
	return defined({
		filter,
		libraries: (input.libraries ?? []).map(({ library: { by, value } }) => ({
			by: by === 'mountId' ? ('mount_id' as const) : ('org_id' as const),
			value,
		})),
		start: { from: input.startFrom ?? 'now' },
		overlap: input.overlap ?? 300,
		maximumItems: input.maximumItems ?? 10_000,
		silenceMs: silenceIn(context.getNodeParameter('options', {})),
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

/** Which libraries the settings watch. */
export const scopeOf = ({ filter, libraries }: ActivitySettings): Scope =>
	filter.codes.library.length === 0 ? 'none' : libraries.length === 0 ? 'all' : 'chosen';

type Run = PollRun<ActivitySettings>;

/**
 * The logs that the settings ask for, those of all libraries that there are now where none was chosen. Throws what
 * `call` throws.
 */
export async function watchedLogs(run: Run): Promise<WatchedLog[]> {
	const { settings, caller, partCaller } = run;
	const { filter } = settings;
	const accept = compileActivityFilter(filter);
	const { library: acts, management: types } = filter.codes;
	const logs: WatchedLog[] = [];
	if (types.length > 0)
		logs.push({
			name: MANAGEMENT,
			kind: 'management',
			library: {},
			port: inTime(run, managementLog(partCaller, types)),
			codes: types,
			accept: ({ code, fields }) => accept.management(code, fields),
		});
	if (acts.length === 0) return logs;
	const listed = (await allEntries(caller, listLibraries)).map(libraryIn);
	for (const { by, value, library } of librariesAmong(settings.libraries, listed))
		logs.push({
			name: `${by}:${value}`,
			kind: 'library',
			library,
			port: inTime(run, libraryLog(partCaller, { [by]: value }, acts)),
			codes: acts,
			accept: ({ code, fields }) => accept.library(code, fields),
		});
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
