import { joinPath, parentPath, pathUp, baseName } from '../../../protocol/wire/paths';
import type { RestoreChange, Target, Row } from './types';

/** Where things are while they are moved, by the paths that they had when the plan was made. */
export class Track {
	private readonly moved = new Map<string, Target>();
	/** Contents that were restored, by the ID of the file. */
	readonly contents = new Map<string, string>();

	/** Where something is that had this path. */
	now(path: string): string {
		for (const above of pathUp(path)) {
			const place = this.moved.get(above);
			if (place) return joinPath(this.folder(place.folder), place.name) + path.slice(above.length);
		}
		return path;
	}

	/** Where a folder is now, or is to be. */
	folder(folder: Target['folder']): string {
		return 'missing' in folder ? folder.missing : this.now(folder.now);
	}

	/** Notes that something was moved, under this name. Moves must not lead into each other. */
	note({ row, target }: RestoreChange, name = target?.name ?? baseName(row.fullpath)): void {
		this.moved.set(row.fullpath, { folder: target?.folder ?? { now: parentPath(row.fullpath) }, name });
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
