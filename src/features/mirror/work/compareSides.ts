import type { ListedEntry } from '../../../protocol/tree/listedEntry';
import { inTurns } from '../../../client/async/inTurns';
import type { ListNotice } from '../../../client/paging/offsetPages';
import { excludedBy } from '../../../protocol/tree/entryFilter';
import { defined, filledText, type JsonObject, numberOf } from '../../../protocol/wire/json';
import { inputError, valueError, quoted } from '../../../protocol/wire/libraryError';
import { isWithinPath, joinPath, pathInside } from '../../../protocol/wire/paths';
import { type MirrorFilter, wantedBy } from '../plan/compareTrees';
import { planMirror } from '../plan/planMirror';
import type { MirrorInput, MirrorPlan } from '../plan/types';
import { infoAt, type MirrorSide, readSide, readSides, type SideContents } from './mirrorSide';

/*
 * Services that take names which differ only in case for one name, and services that do not. Nothing says which one it
 * is, so it is asked where it matters: for something that is there, by its name in another case.
 */

const APART = 'Choose a folder of its own for what the mirror replaces and deletes.';

/** Whether there are paths that differ in case only. */
function hasBothCases(entries: readonly ListedEntry[]): boolean {
	const paths = new Set(entries.map(({ path }) => path));
	return new Set(entries.map(({ path }) => path.toLowerCase())).size < paths.size;
}

/**
 * Whether the service takes names that differ only in case for one. One request, and only where the two folders have
 * such names, and none has both; false otherwise. Throws what `call` throws.
 */
async function ignoresCase(
	target: MirrorSide,
	wanted: readonly ListedEntry[],
	current: readonly ListedEntry[],
): Promise<boolean> {
	const inSource = new Map(wanted.map(({ path }) => [path.toLowerCase(), path]));
	const otherOf = (path: string): string => inSource.get(path.toLowerCase()) ?? path;
	const first = current.find(({ path }) => otherOf(path) !== path);
	if (!first || hasBothCases(wanted) || hasBothCases(current)) return false;
	const found = await infoAt(target, joinPath(target.folder, otherOf(first.path)));
	return found !== undefined && isOne(found, { hash: first.hash });
}

/** Whether two descriptions are of one entry, as far as they say. */
function isOne(one: JsonObject, other: JsonObject): boolean {
	const [id, otherId] = [filledText(one.hash), filledText(other.hash)];
	return id === undefined || otherId === undefined || id === otherId;
}

/**
 * The folder of a side, or as much of it as another path has, spelled as that path where only the case differs and the
 * service takes both for one entry: then it is asked. Throws what `call` throws.
 */
export async function spelledAs(side: MirrorSide, other: MirrorSide): Promise<string> {
	const depth = Math.min(side.folder.split('/').length, other.folder.split('/').length);
	const topOf = ({ folder }: MirrorSide): string => folder.split('/').slice(0, depth).join('/');
	const [top, otherTop] = [topOf(side), topOf(other)];
	if (top === otherTop || top.toLowerCase() !== otherTop.toLowerCase()) return side.folder;
	const [one, two] = [await infoAt(side, top), await infoAt(other, otherTop)];
	return one && two && isOne(one, two) ? otherTop + side.folder.slice(top.length) : side.folder;
}

/**
 * The path of an archive inside the target folder; undefined where it is elsewhere. Refuses one that is a file. Throws
 * as the others do.
 */
export async function archiveInside(target: MirrorSide, archive: MirrorSide): Promise<string | undefined> {
	const found = archive.folder === '' ? undefined : await infoAt(archive, archive.folder);
	if (found && numberOf(found.dir) === 0)
		throw valueError('Archive Folder', `${quoted(archive.folder)} is a file, not a folder`, APART);
	const fullpath = await spelledAs(archive, target);
	if (fullpath === target.folder) throw inputError('Archive Folder', 'is the target folder', APART);
	return pathInside(fullpath, target.folder);
}

/** How two folders are compared. */
export interface MirrorRules extends Pick<MirrorInput, 'deleteExtra' | 'keepsNewer'> {
	readonly filter: MirrorFilter;
	/** A path inside the target: the mirror leaves it alone, with all that is in it, and copies nothing to it. */
	readonly leftAlone?: string | undefined;
	readonly concurrency: number;
}

const MAX_READINGS = 6;

/**
 * Reads two folders and plans the changes. What is moved inside the source while it is read may be in no list: where
 * the plan would delete or move something of the target, the source is read until two readings in a row are the same.
 * `doubt` is why it may have more all the same. Throws what `readSide` throws.
 */
export async function compareSides(
	{ source, target }: { readonly source: MirrorSide; readonly target: MirrorSide },
	rules: MirrorRules,
): Promise<{ readonly plan: MirrorPlan; readonly doubt?: ListNotice }> {
	const { deleteExtra, concurrency, filter } = rules;
	const { maxDepth } = filter;
	// What is too deep keeps the folder that it is in.
	const targetDepth = deleteExtra && maxDepth !== undefined ? maxDepth + 1 : maxDepth;
	const reading = { concurrency, skipsFolder: excludedBy(filter) };
	const ofSource = { ...reading, ...defined({ maxDepth }) };
	const ofTarget = { ...reading, ...defined({ maxDepth: targetDepth }) };
	const [first, current] = await readSides([source, ofSource], [target, ofTarget]);
	for (let [found, readings] = [first, 1]; ; readings++) {
		const plan = await planOf(target, found, current, rules);
		const { doubt } = found;
		// Something of the target goes away, or to another place, because the source seems not to have it.
		const takesAway = plan.stages.flat().some(({ action }) => action === 'delete' || action === 'move');
		if (!takesAway && !isTorn(found)) return { plan };
		if (doubt) return { plan, doubt };
		if (readings >= MAX_READINGS) return { plan, doubt: { kind: 'unsettled' } };
		const again = await readSide(source, ofSource);
		if (!again.doubt && isSame(found, again)) return { plan };
		found = again;
	}
}

async function planOf(
	target: MirrorSide,
	source: SideContents,
	current: SideContents | undefined,
	{ deleteExtra, filter, keepsNewer, leftAlone }: MirrorRules,
): Promise<MirrorPlan> {
	const wants = wantedBy(filter);
	// In any case: which spelling of it the service shows is not known.
	const isLeft = ({ path }: ListedEntry): boolean =>
		leftAlone !== undefined && isWithinPath(path.toLowerCase(), leftAlone.toLowerCase());
	return await inTurns(
		planMirror({
			source: source.entries,
			target: current?.entries ?? [],
			targetExists: current !== undefined,
			wants: (entry) => !isLeft(entry) && wants(entry),
			mustStay: ({ path }) =>
				leftAlone !== undefined && isWithinPath(leftAlone.toLowerCase(), path.toLowerCase()),
			deleteExtra,
			...defined({ keepsNewer }),
			ignoresCase: await ignoresCase(target, source.entries, current?.entries ?? []),
			moves: target.caller.account().kind === 'token' ? 'folderOrName' : 'anyPath',
		}),
	);
}

/** Whether something was read at two places: it was moved meanwhile. */
function isTorn({ entries }: SideContents): boolean {
	const ids = entries.flatMap(({ hash }) => (hash === '' ? [] : [hash]));
	return new Set(ids).size < ids.length;
}

/** Whether two readings say the same of each entry, but for its time. */
function isSame({ entries: one }: SideContents, { entries: other }: SideContents): boolean {
	const byPath = new Map(one.map((entry) => [entry.path, entry]));
	if (byPath.size !== one.length || one.length !== other.length) return false;
	return other.every(({ path, filesize, filehash, hash }) => {
		const found = byPath.get(path);
		return found?.hash === hash && found.filesize === filesize && found.filehash === filehash;
	});
}
