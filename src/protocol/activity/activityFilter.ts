import { compileEntryFilter } from '../tree/entryFilter';
import { textOf, type JsonObject } from '../wire/json';
import { toFullpath } from '../wire/paths';
import { includesCode, type LogKind } from './activityEvent';

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
	/** See `EntryFilter`. */
	readonly namePattern?: string;
	/** Administrators by their names in the management log; anybody when empty. */
	readonly administrators: readonly string[];
	/** What the text of an entry of the management log contains, in any case. */
	readonly content?: string;
}

type Predicate = (code: string, fields: JsonObject) => boolean;

/**
 * Compiles a filter into a predicate for each log: what a filter asks about is in one log only, and the other ones are
 * not asked. Throws inputError for a name pattern that is too long.
 */
export function compileActivityFilter(filter: ActivityFilter): Readonly<Record<LogKind, Predicate>> {
	const { codes, extensions = [], namePattern = '' } = filter;
	const isNamed = compileEntryFilter({ extensions, namePattern });
	const [isWanted, isUnwanted] = [namesAnyOf(filter.people), namesAnyOf(filter.notPeople)];
	const administrators = new Set(filter.administrators.map(lower));
	const content = lower(filter.content);
	return {
		library: (code, fields) => {
			if (!includesCode(codes.library, code)) return false;
			if (filter.people.length > 0 && !isWanted(fields)) return false;
			const path = pathInside(filter.folder, toFullpath(textOf(fields.fullpath)));
			return !isUnwanted(fields) && path !== undefined && isNamed(fields, path);
		},
		management: (code, { admin, content: text }) =>
			includesCode(codes.management, code) &&
			(administrators.size === 0 || administrators.has(lower(admin))) &&
			lower(text).includes(content),
	};
}

const lower = (value: unknown): string => textOf(value).trim().toLowerCase();

/** Whether an entry names one of the people. Visitors of links are nobody. */
function namesAnyOf(people: readonly Person[]): (fields: JsonObject) => boolean {
	const valuesBy = (by: Person['by']): Set<string> =>
		new Set(people.filter((person) => person.by === by).map(({ value }) => lower(value)));
	const [ids, accounts] = [valuesBy('member_id'), valuesBy('account')];
	return ({ member_id: id, member_account: account }) => ids.has(lower(id)) || accounts.has(lower(account));
}

/** The path inside a folder; undefined for one that is not in it. */
function pathInside(folder: string | undefined, path: string): string | undefined {
	if (folder === undefined || folder === '') return path;
	return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}
