import { inSteps, type Steps } from '../../../protocol/plan/inSteps';
import { joinPath, parentPath, pathUp, baseName } from '../../../protocol/wire/paths';
import type { RestoreChange, Target } from './types';

/** Where things are while they are moved, by the paths that they had when the plan was made. */
export class Track {
	private readonly moved = new Map<string, Target>();
	/** Contents that were restored, by the ID of the file. */
	readonly contents = new Map<string, string>();

	/** Where things are after these moves, which must not lead into each other. May be interrupted. */
	static *after(moves: readonly RestoreChange[]): Steps<Track> {
		const track = new Track();
		yield* inSteps(moves, (change) => track.note(change));
		return track;
	}

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

	/** Notes that something was moved, under this name. */
	note({ row, target }: RestoreChange, name = target?.name ?? baseName(row.fullpath)): void {
		this.moved.set(row.fullpath, { folder: target?.folder ?? { now: parentPath(row.fullpath) }, name });
	}
}
