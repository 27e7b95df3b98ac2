import { requireArchiveOutside, requireDisjoint } from '../plan/mirrorTree';
import type { MirrorEntry } from '../plan/types';
import { inSteps, type Steps } from '../../../protocol/plan/inSteps';
import { filledText, type JsonObject, numberOf } from '../../../protocol/wire/json';
import { inputError } from '../../../protocol/wire/libraryError';
import { isWithinPath, joinPath } from '../../../protocol/wire/paths';
import { quoted } from '../../../protocol/wire/quoted';
import { inTurns } from '../../../client/async/inTurns';
import { infoAt, type MirrorSide } from './mirrorSide';

/*
 * Services that take names which differ only in case for one name, and services that do not. Nothing says which one it
 * is, so it is asked where it matters: for something that is there, by its name in another case.
 */

const APART = 'Choose a folder of its own for what the mirror replaces and deletes.';

/** The first path of each spelling, whatever the case; undefined where two differ in nothing else. */
function* byFoldedPath(entries: readonly MirrorEntry[]): Steps<Map<string, string> | undefined> {
	const found = new Map<string, string>();
	let hasBoth = false;
	yield* inSteps(entries, ({ path }) => {
		const folded = path.toLowerCase();
		hasBoth ||= found.has(folded) && found.get(folded) !== path;
		found.set(folded, path);
	});
	return hasBoth ? undefined : found;
}

/**
 * Whether the service takes names that differ only in case for one. One request, and only where the two folders have
 * such names; false otherwise. Throws what `call` throws.
 */
export async function ignoresCase(
	target: MirrorSide,
	wanted: readonly MirrorEntry[],
	current: readonly MirrorEntry[],
): Promise<boolean> {
	const [inSource, inTarget] = [await inTurns(byFoldedPath(wanted)), await inTurns(byFoldedPath(current))];
	if (!inSource || !inTarget) return false;
	const otherOf = (path: string): string => inSource.get(path.toLowerCase()) ?? path;
	const first = current.find(({ path }) => otherOf(path) !== path);
	if (!first) return false;
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
 * service takes both for one entry: then it is asked.
 */
async function spelledAs(side: MirrorSide, other: MirrorSide): Promise<string> {
	const depth = Math.min(side.folder.split('/').length, other.folder.split('/').length);
	const topOf = ({ folder }: MirrorSide): string => folder.split('/').slice(0, depth).join('/');
	const [top, otherTop] = [topOf(side), topOf(other)];
	if (top === otherTop || top.toLowerCase() !== otherTop.toLowerCase()) return side.folder;
	const [one, two] = [await infoAt(side, top), await infoAt(other, otherTop)];
	return one && two && isOne(one, two) ? otherTop + side.folder.slice(top.length) : side.folder;
}

/**
 * Refuses two folders of one library of which one is the other or contains it, whatever the case if the service ignores
 * it. Throws inputError and what `call` throws.
 */
export async function requireDisjointSides(source: MirrorSide, target: MirrorSide): Promise<void> {
	requireDisjoint(source.folder, await spelledAs(target, source));
}

/**
 * Refuses an archive that is the source folder, or inside it, in the same library. Throws inputError and what `call`
 * throws.
 */
export async function requireOutside(source: MirrorSide, archive: MirrorSide): Promise<void> {
	requireArchiveOutside(source.folder, await spelledAs(archive, source));
}

/**
 * The path of an archive inside the target folder; undefined where it is elsewhere. Refuses one that is a file. Throws
 * as the others do.
 */
export async function archiveInside(target: MirrorSide, archive: MirrorSide): Promise<string | undefined> {
	const found = archive.folder === '' ? undefined : await infoAt(archive, archive.folder);
	if (found && numberOf(found.dir) === 0)
		throw inputError('Archive Folder', `${quoted(archive.folder)} is a file, not a folder`, APART);
	const fullpath = await spelledAs(archive, target);
	if (fullpath === target.folder) throw inputError('Archive Folder', 'is the target folder', APART);
	if (!isWithinPath(fullpath, target.folder)) return undefined;
	return target.folder === '' ? fullpath : fullpath.slice(target.folder.length + 1);
}
