import { requireDisjoint } from '../../protocol/mirror/mirrorTree';
import type { MirrorEntry } from '../../protocol/mirror/types';
import { filledText, type JsonObject } from '../../protocol/wire/json';
import { baseName, joinPath, parentPath } from '../../protocol/wire/paths';
import { infoAt, type MirrorSide } from './mirrorSide';

/*
 * Services that take names which differ only in case for one name, and services that do not. Nothing says which one it
 * is, so it is asked where it matters: for something that is there, by its name in another case.
 */

/** The first path of each spelling, whatever the case; undefined where two differ in nothing else. */
function byFoldedPath(entries: readonly MirrorEntry[]): Map<string, string> | undefined {
	const found = new Map<string, string>();
	for (const { path } of entries) {
		const folded = path.toLowerCase();
		if (found.has(folded) && found.get(folded) !== path) return undefined;
		found.set(folded, path);
	}
	return found;
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
	const [inSource, inTarget] = [byFoldedPath(wanted), byFoldedPath(current)];
	if (!inSource || !inTarget) return false;
	const [shortest] = current
		.map(({ path, hash }) => ({ path, hash, other: inSource.get(path.toLowerCase()) ?? path }))
		.filter(({ path, other }) => path !== other)
		.sort((a, b) => a.path.split('/').length - b.path.split('/').length);
	if (!shortest) return false;
	const { path, hash, other } = shortest;
	const asked = joinPath(parentPath(path), baseName(other));
	const found = await infoAt(target, joinPath(target.folder, asked));
	return found !== undefined && isOne(found, { hash });
}

/** Whether two descriptions are of one entry, as far as they say. */
function isOne(one: JsonObject, other: JsonObject): boolean {
	const [id, otherId] = [filledText(one.hash), filledText(other.hash)];
	return id === undefined || otherId === undefined || id === otherId;
}

/**
 * Refuses two folders of one library of which one is the other or contains it, also where only the case of their paths
 * differs and the service ignores it: then it is asked. Throws inputError and what `call` throws.
 */
export async function requireApart(source: MirrorSide, target: MirrorSide): Promise<void> {
	const [from, to] = [source.folder, target.folder];
	requireDisjoint(from, to);
	const depth = Math.min(from.split('/').length, to.split('/').length);
	const [fromTop, toTop] = [from, to].map((path) => path.split('/').slice(0, depth).join('/')) as [string, string];
	if (fromTop === toTop || fromTop.toLowerCase() !== toTop.toLowerCase()) return;
	const [one, other] = [await infoAt(source, fromTop), await infoAt(target, toTop)];
	if (one && other && isOne(one, other)) requireDisjoint(from, fromTop + to.slice(toTop.length));
}
