import { defined, filledText, type JsonObject, numberOf, textOf } from '../wire/json';
import { baseName, toFullpath } from '../wire/paths';

/*
 * Who made an open link, and when. The service does not say it, and its log says which file a link was made to, not
 * which link: so it is known where all that may be meant agrees, and nothing is guessed.
 */

/** A link that was made, as the log of the library has it. */
export interface LoggedLink {
	/** ID of the file or folder. */
	readonly hash: string;
	/** What the person is called: the name first, then the account. */
	readonly names: readonly string[];
	/** Unix seconds. */
	readonly at: number;
}

/** A file or folder that a link was made to, as it is now. */
export interface LinkedEntry {
	readonly filename: string;
	readonly fullpath: string;
	readonly isFolder: boolean;
	readonly filesize: number | undefined;
}

/** The entry of the log for a link; undefined where it says not enough. */
export function loggedLink(entry: JsonObject): LoggedLink | undefined {
	const { hash, dateline, display_name: display, member_name: member, member_account: account } = entry;
	const at = numberOf(dateline);
	const names = [display, member, account].map(textOf).filter((name) => name.trim() !== '');
	const id = filledText(hash);
	return id === undefined || at === undefined || names.length === 0 ? undefined : { hash: id, names, at };
}

function mayBe(link: JsonObject, { filename, fullpath, isFolder, filesize }: LinkedEntry): boolean {
	const path = filledText(link.fullpath);
	if (path !== undefined) return toFullpath(path) === toFullpath(fullpath);
	if (textOf(link.filename) !== (filename || baseName(toFullpath(fullpath)))) return false;
	const size = numberOf(link.filesize);
	return isFolder || size === undefined || filesize === undefined || size === filesize;
}

/**
 * Finds the entries of the log that may be about an open link. `entries` are all files and folders that links were made
 * to, by their IDs, and `open` all open links: where the log has fewer of a file than are open, it does not reach back,
 * and nothing is known.
 */
export function findLogged(
	logged: readonly LoggedLink[],
	entries: ReadonlyMap<string, LinkedEntry>,
	open: readonly JsonObject[],
): (link: JsonObject) => readonly LoggedLink[] {
	const idsOf = (link: JsonObject): string =>
		JSON.stringify([...entries].filter(([, entry]) => mayBe(link, entry)).map(([hash]) => hash));
	const counts = new Map<string, number>();
	const known = new Map(open.map((link) => [link, idsOf(link)]));
	for (const ids of known.values()) counts.set(ids, (counts.get(ids) ?? 0) + 1);
	return (link) => {
		const ids = known.get(link) ?? '[]';
		const hashes = new Set(JSON.parse(ids) as string[]);
		const found = logged.filter(({ hash }) => hashes.has(hash));
		return found.length < (counts.get(ids) ?? 0) ? [] : found;
	};
}

/** The columns of a link: its maker where all entries that may be about it agree, its time where there is one. */
export function makingColumns(found: readonly LoggedLink[]): JsonObject {
	const names = new Set(found.map(({ names: all }) => JSON.stringify(all)));
	const [first] = found;
	const isOne = names.size === 1;
	return defined({
		created_by: isOne ? first?.names[0] : undefined,
		created_at: found.length === 1 && first ? new Date(first.at * 1000).toISOString() : undefined,
	});
}

/** What all entries answer; undefined where they differ or there is none. */
export function agreed(found: readonly LoggedLink[], ask: (one: LoggedLink) => boolean): boolean | undefined {
	const answers = new Set(found.map(ask));
	return answers.size === 1 ? answers.has(true) : undefined;
}

/** Whether a person is called so, in any case. */
export const isCalled =
	(name: string) =>
	({ names }: LoggedLink): boolean =>
		names.some((each) => each.toLowerCase() === name.trim().toLowerCase());
