import { badParameter, codes, ServiceFailure } from '../../http/errors';
import { acts } from './acts';
import { detailsOf, fullpathOf, type Actor, type Entry } from './entry';
import type { Library } from './library';

/* fact 5.23: files can be locked. assumed: what a lock prevents, as neither document nor clients say it. */

/** The member who holds the lock of an entry. */
export const lockOf = (entry: Entry): Actor | undefined => entry.details?.lock;

/** assumed: a locked file is changed, renamed, moved, deleted and unlocked only by the holder of the lock (40310). */
export function requireUnlocked(entry: Entry, actor: Actor): void {
	const holder = lockOf(entry);
	if (holder && holder.id !== actor.id)
		throw new ServiceFailure(codes.noPermission, `'${fullpathOf(entry)}' is locked by ${holder.name}`);
}

/** Locks a file. doc: that is a new operation time, and a line of the library log. assumed: folders have no locks. */
export function lockFile(library: Library, entry: Entry, actor: Actor): void {
	if (entry.children) throw badParameter('fullpath', 'is a folder, not a file');
	requireUnlocked(entry, actor);
	if (lockOf(entry)) return;
	detailsOf(entry).lock = actor;
	library.note(entry, acts.lock, actor);
	library.touch(entry);
}

/** Ends the lock of a file. assumed: unlocking what is not locked is not an error. */
export function unlockFile(library: Library, entry: Entry, actor: Actor): void {
	requireUnlocked(entry, actor);
	if (!lockOf(entry)) return;
	delete detailsOf(entry).lock;
	library.note(entry, acts.unlock, actor);
	library.touch(entry);
}
