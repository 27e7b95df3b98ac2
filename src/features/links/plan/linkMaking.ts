import { groupBy, type Steps } from '../../../protocol/plan/inSteps';
import {
	allFields,
	amountOf,
	filledText,
	isoSeconds,
	type JsonObject,
	nameKey,
	secondsOf,
	textOf,
} from '../../../protocol/wire/json';
import { baseName, toFullpath } from '../../../protocol/wire/paths';

/*
 * Who made an open link, and when. The service does not say it, and its log says which file a link was made to, not
 * which link: so it is known where all that may be meant agrees, and nothing is guessed.
 */

/** A link that was made, as the log of the library has it. */
export interface LoggedLink {
	readonly hash: string;
	/** What the person is called: the name first, then the account. */
	readonly names: readonly string[];
	readonly at: number;
}

/** A file or folder that a link was made to, as it is now. */
export interface LinkedEntry {
	readonly fullpath: string;
	readonly isFolder: boolean;
	readonly filesize: number | undefined;
}

/** The entry of the log for a link; undefined where it says not enough. */
export function loggedLink(entry: JsonObject): LoggedLink | undefined {
	const { hash, dateline, display_name: display, member_name: member, member_account: account } = entry;
	const at = secondsOf(dateline);
	const names = [display, member, account].map(textOf).filter((name) => name.trim() !== '');
	const id = filledText(hash);
	return id === undefined || at === undefined || names.length === 0 ? undefined : { hash: id, names, at };
}

/** IDs of the entries that a link may lead to: by its path, or, as the service may not say that, by name and size. */
function entriesOf(entries: ReadonlyMap<string, LinkedEntry>): (link: JsonObject) => readonly string[] {
	const byPath = groupBy(entries, ([, { fullpath }]) => toFullpath(fullpath));
	const byName = groupBy(entries, ([, { fullpath }]) => baseName(toFullpath(fullpath)));
	return ({ fullpath, filename, filesize }) => {
		const path = filledText(fullpath);
		const size = amountOf(filesize);
		const sameName = path === undefined ? byName.get(textOf(filename)) : undefined;
		const found = sameName?.filter(
			([, { isFolder, filesize: own }]) => isFolder || size === undefined || own === undefined || size === own,
		);
		return ((path === undefined ? found : byPath.get(toFullpath(path))) ?? []).map(([hash]) => hash);
	};
}

/**
 * Finds the entries of the log that may be about each open link. `entries` are all files and folders that links were
 * made to, by their IDs, and `open` all open links: where the log has fewer of a file than are open, it does not reach
 * back, and nothing is known.
 */
export function* findLogged(
	logged: readonly LoggedLink[],
	entries: ReadonlyMap<string, LinkedEntry>,
	open: readonly JsonObject[],
): Steps<Map<JsonObject, readonly LoggedLink[]>> {
	const idsOf = entriesOf(entries);
	const byHash = groupBy(logged, ({ hash }) => hash);
	yield;
	const lookingAlike = groupBy(open, (link) =>
		JSON.stringify([link.fullpath, link.filename, link.filesize].map(textOf)),
	);
	yield;
	const ofSame = groupBy(lookingAlike.values(), ([link = {}]) => JSON.stringify(idsOf(link)));
	const found = new Map<JsonObject, readonly LoggedLink[]>();
	for (const groups of ofSame.values()) {
		yield;
		const links = groups.flat();
		const makings = links[0] ? idsOf(links[0]).flatMap((hash) => byHash.get(hash) ?? []) : [];
		for (const link of links) found.set(link, makings.length < links.length ? [] : makings);
	}
	return found;
}

/** Who made a link, and when (ISO time), as far as the log of the library tells. */
export type LinkCreator = { created?: string; created_by?: string };

/** The columns of a link: its maker where all entries that may be about it agree, its time where there is one. */
export function creatorColumns(found: readonly LoggedLink[]): LinkCreator {
	const people = new Set(found.map(({ names }) => JSON.stringify(names)));
	const [first] = found;
	return allFields<LinkCreator>({
		created: found.length === 1 ? isoSeconds(first?.at) : undefined,
		created_by: people.size === 1 ? first?.names[0] : undefined,
	});
}

/** What all entries answer; undefined where they differ or there is none. */
export function agreed(found: readonly LoggedLink[], ask: (one: LoggedLink) => boolean): boolean | undefined {
	const answers = new Set(found.map(ask));
	return answers.size === 1 ? answers.has(true) : undefined;
}

/** Whether a person is called so, in any case. */
export function isCalled(name: string): (link: LoggedLink) => boolean {
	const wanted = nameKey(name);
	return ({ names }) => names.some((each) => nameKey(each) === wanted);
}
