import { compileEntryFilter } from '../tree/entryFilter';
import { type JsonObject, nameKey, textOf } from '../wire/json';
import { pathInside, toFullpath } from '../wire/paths';

/* What people do, as the two logs tell it: by a code, which has a word and a title here. */

/** Every code of a log. */
export const ANY_CODE = '*';

/** The log that an entry is in. */
export type LogKind = 'library' | 'management';

interface EventChoice {
	readonly log: LogKind;
	/** Its code in that log. */
	readonly code: string;
	readonly label: string;
	readonly help?: string;
}

/** Types of entries of the management log (document, Management log). */
export const LOG_TYPES = {
	1: 'Sub-Administrator',
	2: 'Member Information',
	3: 'Enterprise Settings',
	4: 'Organizational Structure',
	5: 'Roles',
	6: 'Member Devices',
	7: 'Storage Points',
	8: 'File Libraries',
	9: 'Development Authorization',
} as const;
const managed = (type: keyof typeof LOG_TYPES): EventChoice => ({
	log: 'management',
	code: String(type),
	label: `Management: ${LOG_TYPES[type]}`,
});

/** Codes of the library log (document, Library administration). */
export const ACTS = {
	0: 'Delete',
	1: 'Create or Upload',
	2: 'Rename',
	3: 'Edit',
	4: 'Move',
	5: 'Restore Deleted',
	6: 'Restore Version',
	12: 'Lock',
	13: 'Unlock',
	20: 'Download',
	21: 'Preview',
	1014: 'Create Link',
	1015: 'Open Link',
	1016: 'Download by Link',
	1017: 'Save From Link to Library',
	1018: 'Upload by Link',
} as const;

const act = (code: keyof typeof ACTS, label: string): EventChoice => ({ log: 'library', code: String(code), label });

/**
 * The events that a workflow can start on. Those of a library are the codes of its log, those of the management the
 * types of the management log (document, Library administration); nothing else tells them apart.
 */
export const ACTIVITY_EVENTS = {
	anyInLibraries: {
		log: 'library',
		code: ANY_CODE,
		label: 'Any Activity in Libraries',
		help: 'Whatever the logs of libraries tell',
	},
	downloaded: act(20, 'Downloaded'),
	previewed: act(21, 'Previewed'),
	linkCreated: act(1014, 'Link Created'),
	linkOpened: act(1015, 'Link Opened'),
	linkDownloaded: act(1016, 'Downloaded by Link'),
	linkSaved: act(1017, 'Saved From Link to Library'),
	linkUploaded: act(1018, 'Uploaded by Link'),
	created: act(1, 'Created or Uploaded'),
	edited: act(3, 'Edited'),
	renamed: act(2, 'Renamed'),
	moved: act(4, 'Moved'),
	deleted: act(0, 'Deleted'),
	restored: act(5, 'Restored From Recycle Bin'),
	versionRestored: act(6, 'Version Restored'),
	locked: act(12, 'Locked'),
	unlocked: act(13, 'Unlocked'),
	anyManagement: {
		log: 'management',
		code: ANY_CODE,
		label: 'Management: Any Type',
		help: 'Whatever the management log tells, such as a sign-in or a change of permissions where its text says so',
	},
	managementSubAdministrator: managed(1),
	managementMember: managed(2),
	managementSettings: managed(3),
	managementStructure: managed(4),
	managementRole: managed(5),
	managementDevice: managed(6),
	managementStoragePoint: managed(7),
	managementLibrary: managed(8),
	managementDevelopment: managed(9),
} as const;

/** One of the events to choose from. */
export type ActivityChoice = keyof typeof ACTIVITY_EVENTS;

/** The codes of a log that the chosen events stand for: `*` for every one, none where none of them is chosen. */
export function codesOf(log: LogKind, events: readonly ActivityChoice[]): readonly string[] {
	const chosen = events.map((event) => ACTIVITY_EVENTS[event]).filter((event) => event.log === log);
	const codes = [...new Set(chosen.map(({ code }) => code))].sort();
	return codes.includes(ANY_CODE) ? [ANY_CODE] : codes;
}

/** Whether a code is among others, or every one is. */
export const includesCode = (codes: readonly string[], code: string): boolean =>
	codes.includes(ANY_CODE) || codes.includes(code);

/** The word for a code in items: that of its event; `other` for a code that the document does not know. */
export function eventOf(log: LogKind, code: string): ActivityChoice | 'other' {
	const found = Object.entries(ACTIVITY_EVENTS).find(
		([, event]) => event.log === log && event.code === code && code !== ANY_CODE,
	);
	return found ? (found[0] as ActivityChoice) : 'other';
}

/** A person, named by member ID or by account. */
export interface Person {
	readonly by: 'member_id' | 'account';
	readonly value: string;
}

/** Which entries of the logs a workflow wants, besides their libraries. */
export interface ActivityFilter {
	/** Codes of each log, see `codesOf`. */
	readonly codes: Readonly<Record<LogKind, readonly string[]>>;
	/** Only acts of these people; of anybody when empty. */
	readonly people: readonly Person[];
	readonly notPeople: readonly Person[];
	/** Only entries inside this folder, a path without slashes around it; of the whole library when absent. */
	readonly folder?: string;
	/** Of file names, in lower case and without the dot. */
	readonly extensions?: readonly string[];
	/** See `EntryFilter`; paths inside the folder. */
	readonly include?: readonly string[];
	readonly exclude?: readonly string[];
	/** Administrators by their names in the management log; anybody when empty. */
	readonly administrators: readonly string[];
	/** What the text of an entry of the management log contains, in any case. */
	readonly content?: string;
}

type Predicate = (code: string, fields: JsonObject) => boolean;

/**
 * Compiles a filter into a predicate for each log: what a filter asks about is in one log only, and the other ones are
 * not asked. Throws what `compilePatterns` throws.
 */
export function compileActivityFilter(filter: ActivityFilter): Readonly<Record<LogKind, Predicate>> {
	const { codes, extensions = [], include = [], exclude = [] } = filter;
	const isNamed = compileEntryFilter({ extensions, include, exclude });
	const [isWanted, isUnwanted] = [namesAnyOf(filter.people), namesAnyOf(filter.notPeople)];
	const administrators = new Set(filter.administrators.map(nameKey));
	const content = nameKey(filter.content);
	return {
		library: (code, fields) => {
			if (!includesCode(codes.library, code)) return false;
			if (filter.people.length > 0 && !isWanted(fields)) return false;
			const path = pathInside(toFullpath(textOf(fields.fullpath)), filter.folder);
			return !isUnwanted(fields) && path !== undefined && isNamed(fields, path);
		},
		management: (code, { admin, content: text }) =>
			includesCode(codes.management, code) &&
			(administrators.size === 0 || administrators.has(nameKey(admin))) &&
			nameKey(text).includes(content),
	};
}

/** Whether an entry names one of the people. Visitors of links are nobody. */
function namesAnyOf(people: readonly Person[]): (fields: JsonObject) => boolean {
	const valuesBy = (by: Person['by']): Set<string> =>
		new Set(people.filter((person) => person.by === by).map(({ value }) => nameKey(value)));
	const [ids, accounts] = [valuesBy('member_id'), valuesBy('account')];
	return ({ member_id: id, member_account: account }) => ids.has(nameKey(id)) || accounts.has(nameKey(account));
}
