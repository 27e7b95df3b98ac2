import { typed } from '../../../protocol/catalogue/simplify';
import { requireTime, timeBefore } from '../../../protocol/operation/check/date';
import { compileNamePattern } from '../../../protocol/tree/patterns';
import {
	DAY_SECONDS,
	allFields,
	amountOf,
	deadlineOf,
	filledText,
	flagOf,
	isoSeconds,
	textOf,
} from '../../../protocol/wire/json';
import { inputError } from '../../../protocol/wire/libraryError';
import { oncePer } from '../../../protocol/wire/oncePer';
import { entryPath, baseName, linkCode, toFullpath } from '../../../protocol/wire/paths';
import { agreed, isCalled, type LinkCreator, type LoggedLink } from './linkMaking';
import type { ExternalLinkEntry } from '../../../protocol/contract';
import type { Unverified } from '../../../protocol/answers/items';
import { titleCase } from '../../../protocol/operation/fields';

/* What Close Many puts out. */

/** The code of a listed link (G16); undefined where the service sends neither code nor link. */
export const codeOf = ({ code, link }: { readonly code?: unknown; readonly link?: unknown }): string | undefined =>
	filledText(code) ?? filledText(linkCode(textOf(link)));

/** An open link, as a person reads it. */
export type SimpleLink = {
	filename?: string;
	/** Only where the service sends it. */
	fullpath?: string;
	link?: string;
	/** ISO time; null for a link that works until it is closed. */
	expires_at?: string | null;
	allow?: LinkPermission;
	has_password?: boolean;
	permanent?: boolean;
} & LinkCreator & { filesize?: number; code?: string };

/** What the plan of Close Many says about one link, and about all of them. */
export type DescribedLink = { action: 'close'; type: 'link'; reason: string } & SimpleLink;
export type LinkTotals = {
	/** Open links of the library, before any was closed. */
	links: number;
};

/** What a link allows, from the least to the most. */
type LinkPermission = 'preview' | 'download' | 'upload';

/** Which links are wanted, with the names of the form: those that pass all that is set. */
export interface LinkFilter {
	readonly neverExpires?: boolean;
	readonly noPassword?: boolean;
	/** What they may allow; anything when absent or empty. */
	readonly permission?: readonly LinkPermission[];
	/** Days from now in which they expire. */
	readonly expiresWithin?: number;
	/** See `compileNamePattern`. Of the file name; with a slash or `**` in it, of the full path. */
	readonly filePattern?: string;
	readonly createdBy?: string;
	/** A number of days ago, or a time: made earlier, or later. */
	readonly createdBefore?: string;
	readonly createdAfter?: string;
}

/** The name of a filter, as the forms show it. */
export const filterLabel = (name: keyof LinkFilter): string =>
	name === 'expiresWithin' ? 'Expires Within (Days)' : titleCase(name);

const PERMISSIONS: readonly LinkPermission[] = ['preview', 'download', 'upload'];

/**
 * What a link allows; undefined where the service does not say, as in the document (G16). Links of the user interface
 * have a digit for each of the three (client facts 5.26).
 */
export function linkPermission({ auth, permission }: Unverified<ExternalLinkEntry>): LinkPermission | undefined {
	const said = textOf(auth ?? permission);
	if (/^[01]{3}$/.test(said)) return PERMISSIONS[said.lastIndexOf('1')];
	return PERMISSIONS.find((known) => known === said);
}

type Of<R> = (link: Unverified<ExternalLinkEntry>) => R;
/** Yes or no to one filter; undefined where the service does not say. */
type Ask = Of<boolean | undefined>;
type Question = readonly [filter: keyof LinkFilter, ask: Ask];

/** Whether a link works until it is closed; undefined where the service does not say. */
const isPermanent: Ask = ({ deadline }) => {
	const seconds = deadlineOf(deadline);
	return seconds === undefined ? undefined : seconds === Infinity;
};

function isNamed(pattern: string): Ask {
	const matches = compileNamePattern(filterLabel('filePattern'), pattern);
	return ({ fullpath: sent, filename }) => {
		const path = filledText(sent);
		const fullpath = path === undefined ? undefined : toFullpath(path);
		return matches({
			fullpath,
			name: filledText(filename) ?? (fullpath === undefined ? undefined : baseName(fullpath)),
		});
	};
}

/** The filters that are set; `now` in Unix seconds. */
function questionsOf(filter: LinkFilter, now: number, loggedFor: Of<readonly LoggedLink[]>): Question[] {
	const { neverExpires, noPassword, permission = [], expiresWithin = 0, filePattern = '' } = filter;
	const pattern = filePattern.trim() || undefined;
	const { createdBy = '', createdBefore, createdAfter } = filter;
	const before = timeBefore(createdBefore ?? '', now) ?? NaN;
	const after = timeBefore(createdAfter ?? '', now) ?? NaN;
	const asked = (ask: (one: LoggedLink) => boolean): Ask => {
		// All links to one file share what was found.
		const agreedOn = oncePer((found: readonly LoggedLink[]) => agreed(found, ask));
		return (link) => agreedOn(loggedFor(link));
	};
	const expiresSoon: Ask = ({ deadline }) => {
		const seconds = deadlineOf(deadline);
		return seconds === undefined ? undefined : seconds > now && seconds <= now + expiresWithin * DAY_SECONDS;
	};
	const isAllowed: Ask = (link) => {
		const allowed = linkPermission(link);
		return allowed && permission.includes(allowed);
	};
	const all: ReadonlyArray<readonly [isSet: boolean, ...Question]> = [
		[neverExpires === true, 'neverExpires', isPermanent],
		[noPassword === true, 'noPassword', ({ password }) => flagOf(password, (code) => code === 0)],
		[permission.length > 0, 'permission', isAllowed],
		[filter.expiresWithin !== undefined, 'expiresWithin', expiresSoon],
		[pattern !== undefined, 'filePattern', isNamed(pattern ?? '*')],
		[createdBy.trim() !== '', 'createdBy', asked(isCalled(createdBy))],
		[createdBefore !== undefined, 'createdBefore', asked(({ at }) => at < before)],
		[createdAfter !== undefined, 'createdAfter', asked(({ at }) => at >= after)],
	];
	return all.filter(([isSet]) => isSet).map(([, name, ask]) => [name, ask]);
}

/** The filters that are set. */
export const filtersIn = (filter: LinkFilter): Array<keyof LinkFilter> =>
	questionsOf(filter, 0, () => []).map(([name]) => name);

/** The filters that only the log answers. */
export const logFiltersIn = (filter: LinkFilter): Array<keyof LinkFilter> =>
	filtersIn(filter).filter((name) => name === 'createdBy' || name === 'createdBefore' || name === 'createdAfter');

/** Refuses filters that no link can pass, and times that are none. Throws inputError. */
export function checkLinkFilter({ neverExpires, expiresWithin, ...times }: LinkFilter): void {
	for (const name of ['createdBefore', 'createdAfter'] as const) requireTime(filterLabel(name), times[name]);
	if (neverExpires !== true || expiresWithin === undefined) return;
	throw inputError(
		filterLabel('expiresWithin'),
		`can't be combined with ${filterLabel('neverExpires')}`,
		'No link passes both: remove one of them.',
	);
}

/**
 * Compiles a filter of links as the service sends them; `now` in Unix seconds, `loggedFor` has the entries of the log
 * that may be about a link. A link of which the service does not say what a filter asks about does not pass: a list may
 * be too short, but nothing is closed on a guess. `unknown` are filters that alone keep a link out for that.
 */
export function compileLinkFilter(
	filter: LinkFilter,
	now: number,
	loggedFor: Of<readonly LoggedLink[]> = () => [],
): Of<{ readonly wanted: boolean; readonly unknown: ReadonlyArray<keyof LinkFilter> }> {
	const questions = questionsOf(filter, now, loggedFor);
	return (link) => {
		const answers = questions.map(([name, ask]) => [name, ask(link)] as const);
		if (answers.some(([, answer]) => answer === false)) return { wanted: false, unknown: [] };
		const unknown = answers.filter(([, answer]) => answer === undefined).map(([name]) => name);
		return { wanted: unknown.length === 0, unknown };
	};
}

/** An external link as a person reads it, with what was found of it in the log of the library. */
export function simpleLink(sent: Unverified<ExternalLinkEntry & LinkCreator>): SimpleLink {
	const entry: typeof sent = typed(sent);
	return allFields<SimpleLink>({
		filename: filledText(entry.filename),
		fullpath: entryPath(entry.fullpath),
		link: filledText(entry.link),
		expires_at: isPermanent(entry) ? null : isoSeconds(entry.deadline),
		allow: linkPermission(entry),
		has_password: flagOf(entry.password, (password) => password === 1),
		permanent: isPermanent(entry),
		created: filledText(entry.created),
		created_by: filledText(entry.created_by),
		filesize: amountOf(entry.filesize),
		code: codeOf(entry),
	});
}
