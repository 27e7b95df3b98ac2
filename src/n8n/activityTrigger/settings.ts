import type { IPollFunctions } from 'n8n-workflow';
import type { Scope } from '../../client/activity/state';
import { codesOf } from '../../protocol/activity/activityEvent';
import { type ActivityFilter, compileActivityFilter, type Person } from '../../protocol/activity/activityFilter';
import { activityTrigger } from '../../protocol/catalogue/triggers';
import { checkFields } from '../../protocol/operation/check';
import type { InputOf } from '../../protocol/operation/fields';
import { defined } from '../../protocol/wire/json';
import { inputError } from '../../protocol/wire/libraryError';
import { readForm } from '../form/readForm';
import { silenceIn } from '../form/requestTimeout';

/** A library as the form names it. */
export interface ChosenLibrary {
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

type Input = InputOf<typeof activityTrigger.input>;

/** Reads the form. Throws inputError for a wrong setting; no request has been sent then. */
export function activitySettings(context: IPollFunctions): ActivitySettings {
	const input = checkFields(activityTrigger.input, readForm(context, activityTrigger)) as Input;
	if (input.events.length === 0)
		throw inputError('Trigger On', 'is required', 'Choose the activities that start the workflow.');
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
		namePattern: input.namePattern,
		administrators: input.administrators ?? [],
		content: input.content,
	});

/** Which libraries the settings watch. */
export const scopeOf = ({ filter, libraries }: ActivitySettings): Scope =>
	filter.codes.library.length === 0 ? 'none' : libraries.length === 0 ? 'all' : 'chosen';
