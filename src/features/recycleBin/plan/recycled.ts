import type { Steps } from '../../../protocol/plan/inSteps';
import { type DeletionLimits, type Plan, reasonsOfLimits, sharing } from '../../../protocol/plan/plan';
import { entryType } from '../../../protocol/catalogue/simplify';
import { compileNamePattern } from '../../../protocol/tree/patterns';
import { timeBefore } from '../../../protocol/operation/check/date';
import {
	allFields,
	amountOf,
	defined,
	filledText,
	isoSeconds,
	type JsonObject,
	secondsOf,
	textOf,
} from '../../../protocol/wire/json';
import { quoted } from '../../../protocol/wire/libraryError';
import { baseName, isWithinPath, entryPath, toFullpath } from '../../../protocol/wire/paths';

/** Which deleted entries are meant: those that pass all that is set. */
export interface RecycledFilter {
	/** A number of days ago, or a time that JavaScript reads. */
	readonly deletedBefore?: string;
	/** See `compileNamePattern`. Of the name; with a slash or `**` in it, of the full path. */
	readonly namePattern?: string;
	/** Full path of a folder: what was below it. */
	readonly folder?: string;
	/** A name as the recycle bin shows it. */
	readonly deletedBy?: string;
}

/** What separates paths in a request: a path with it would name two others. */
const SEPARATOR = '|';

/** An entry of the recycle bin, as far as it is read. */
export interface Recycled {
	readonly fullpath: string;
	readonly name: string;
	readonly hash?: string;
	readonly type?: 'file' | 'folder';
	readonly filesize?: number;
	/** Unix seconds, as all that is said of the deletion (G41). */
	readonly deleted?: number;
	readonly deletedBy?: string;
}

/** What the recycle bin says of an entry. */
export function recycledIn(entry: JsonObject): Recycled {
	const fullpath = toFullpath(textOf(entry.fullpath));
	return {
		fullpath,
		name: filledText(entry.filename) ?? baseName(fullpath),
		...defined({
			hash: filledText(entry.hash),
			type: entryType(entry.dir),
			filesize: amountOf(entry.filesize),
			deleted: secondsOf(entry.last_dateline),
			deletedBy: filledText(entry.last_member_name),
		}),
	};
}

/** The filters that are set, as a question that an unknown answer does not pass. `now` in Unix seconds. */
function compileFilter(filter: RecycledFilter, now: number): (entry: Recycled) => boolean {
	const { deletedBefore, namePattern, folder, deletedBy } = filter;
	const before = deletedBefore === undefined ? undefined : timeBefore(deletedBefore, now);
	const isNamed = namePattern === undefined ? undefined : compileNamePattern('Name Pattern', namePattern);
	return ({ fullpath, name, deleted, deletedBy: who }) =>
		(before === undefined || (deleted !== undefined && deleted < before)) &&
		isNamed?.({ name, fullpath }) !== false &&
		(folder === undefined || (fullpath !== folder && isWithinPath(fullpath, folder))) &&
		(deletedBy === undefined || who === deletedBy.trim());
}

/** What the plan of Delete Many Permanently says about one entry, and about all of them. */
export type DescribedDeletion = {
	action: 'delete';
	type: 'file' | 'folder' | 'entry';
	reason: string;
	fullpath: string;
	filename: string;
	filesize?: number;
	deleted_at?: string;
	deleted_by?: string;
	hash?: string;
	/** That somebody else had deleted it. */
	warning?: string;
};
export type DeletionTotals = {
	/** Entries in the recycle bin, before any was deleted. */
	entries: number;
};

function describe(entry: Recycled, reason: string): DescribedDeletion {
	const { fullpath, name, type = 'entry', filesize, deleted, deletedBy, hash } = entry;
	return allFields<DescribedDeletion>({
		action: 'delete',
		type,
		reason,
		fullpath: entryPath(fullpath),
		filename: name,
		filesize,
		deleted_at: isoSeconds(deleted),
		deleted_by: deletedBy,
		hash,
		warning: undefined,
	});
}

/**
 * What the service may take a path for: one that ignores case deletes what differs in case only, too. It cannot be
 * asked whether it does, because no call looks at one deleted entry.
 */
export const deletedWith = ({ fullpath }: Pick<Recycled, 'fullpath'>): string => fullpath.toLowerCase();

/** Why an entry cannot be deleted alone; undefined where it can. `spared` has what stands for those not meant. */
function obstacleTo(entry: Recycled, spared: ReadonlyMap<string, string>): string | undefined {
	const { fullpath } = entry;
	if (fullpath === '') return 'the service did not say the path that it had';
	if (fullpath.includes(SEPARATOR)) return `its path contains "${SEPARATOR}", which separates paths in requests`;
	const other = spared.get(deletedWith(entry));
	if (other === undefined) return undefined;
	return other === fullpath
		? 'another deleted entry had the same path and is not meant: the service would delete both'
		: 'another deleted entry had a path that differs in case only and is not meant: the service may delete both';
}

/** The plan that deletes the entries of the recycle bin that pass the filters. May be interrupted (`inTurns`). */
export function* planBin(
	entries: readonly Recycled[],
	rules: { readonly filter: RecycledFilter; reason: string; readonly limits: DeletionLimits; readonly now: number },
): Steps<Plan<Recycled, DescribedDeletion, DeletionTotals>> {
	const { filter, reason, limits, now } = rules;
	const passes = compileFilter(filter, now);
	const [meant, spared] = [[] as Recycled[], new Map<string, string>()];
	for (const entry of entries) {
		yield;
		if (passes(entry)) meant.push(entry);
		else spared.set(deletedWith(entry), entry.fullpath);
	}
	const obstacles = new Map(meant.map((entry) => [entry, obstacleTo(entry, spared)]));
	const changes = meant.filter((entry) => obstacles.get(entry) === undefined);
	yield;
	const [removed, existing] = [changes.length, entries.length];
	const words = `delete ${removed} of ${existing} entries`;
	return {
		changes,
		impossible: meant.filter((entry) => obstacles.get(entry) !== undefined),
		notes: [],
		deletions: removed,
		// Several of one path are deleted together by the service.
		stages: [sharing(changes, deletedWith)],
		reasons: reasonsOfLimits({ removed, existing, words }, limits),
		describe: (entry) => describe(entry, obstacles.get(entry) ?? reason),
		purpose: ({ fullpath }) => `delete ${quoted(fullpath)} for good`,
		totals: () => ({ entries: existing }),
	};
}
