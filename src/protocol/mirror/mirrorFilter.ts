import { compileEntryFilter, type EntryFilter } from '../tree/entryFilter';
import type { MirrorEntry } from './types';

/** What is mirrored of the two folders. */
export interface MirrorFilter extends EntryFilter {
	/** 1 is what is in the folder itself, 2 also what is in its subfolders; all levels when absent. */
	readonly maxDepth?: number;
}

/** Compiles the filters of the form into the `wants` of a plan. Throws what `checkEntryFilter` throws. */
export function wantedBy({ maxDepth = Infinity, ...filter }: MirrorFilter): (entry: MirrorEntry) => boolean {
	const passes = compileEntryFilter(filter);
	return ({ path, dir, filesize, modified }) =>
		path.split('/').length <= maxDepth &&
		passes({ dir: dir ? 1 : 0, filesize, ...(modified === undefined ? {} : { last_dateline: modified }) }, path);
}
