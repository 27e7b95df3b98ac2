import { inSteps, type Steps } from '../../../protocol/plan/inSteps';
import { joinPath, nearestUp, parentPath, baseName } from '../../../protocol/wire/paths';
import type { RestoreChange, Target, Row } from './types';

/** Where something is, and the missing folder into which a move has led it or a folder around it. */
interface Place {
	readonly path: string;
	readonly missing?: string;
}

/** Where things are while they are moved, by the paths that they had when the plan was made. */
export class Track {
	private readonly moved = new Map<string, Target>();
	/** Contents that were restored, by the ID of the file. */
	readonly contents = new Map<string, string>();

	/** Where things are after these moves. May be interrupted. */
	static *of(moved: readonly RestoreChange[]): Steps<Track> {
		const track = new Track();
		yield* inSteps(moved, (change) => track.note(change));
		return track;
	}

	/** Notes that something was moved, under this name. */
	note({ row, target }: RestoreChange, name = target?.name ?? baseName(row.fullpath)): void {
		this.moved.set(row.fullpath, { folder: target?.folder ?? { now: parentPath(row.fullpath) }, name });
	}

	/** Where something is that had this path. Moves must not lead into each other. */
	now(path: string): string {
		return this.place(path).path;
	}

	place(path: string): Place {
		const moved = this.movedWith(path) ?? '';
		const target = this.moved.get(moved);
		if (!target) return { path };
		const folder = this.folder(target.folder);
		return { ...folder, path: joinPath(folder.path, target.name) + path.slice(moved.length) };
	}

	/** Where a folder is now, or is to be. */
	folder(folder: Target['folder']): Place {
		return 'missing' in folder ? { path: folder.missing, missing: folder.missing } : this.place(folder.now);
	}

	/** The path of what was moved and took this path along: itself, or the nearest folder around it. */
	private movedWith(path: string): string | undefined {
		return nearestUp(path, (above) => this.moved.has(above));
	}

	/** Whether a move leads into what it moves, also by other moves. */
	isCircle({ row, target }: RestoreChange): boolean {
		const seen = new Set<string>();
		for (let folder = target?.folder; folder && 'now' in folder;) {
			const moved = this.movedWith(folder.now);
			if (moved === undefined || seen.has(moved)) return false;
			if (moved === row.fullpath) return true;
			seen.add(moved);
			folder = this.moved.get(moved)?.folder;
		}
		return false;
	}
}

/* Names that something has for a while, because something else needs its name. */

const MARK = /\.restoring-[0-9a-z]{1,8}$/i;

/** Whether a run gave this name, and was stopped before it gave another one. */
export const isParked = (name: string): boolean => MARK.test(name);

/** A path without what such a name has at its end. */
export const withoutMark = (path: string): string => path.replace(MARK, '');

/** A name in between, which no one else gives. */
export function parking(row: Row): RestoreChange {
	const name = `${baseName(withoutMark(row.fullpath))}.restoring-${row.hash.slice(0, 8)}`;
	return {
		action: 'move',
		row,
		target: { folder: { now: parentPath(row.fullpath) }, name },
		reason: 'its name is needed',
		isParking: true,
	};
}
