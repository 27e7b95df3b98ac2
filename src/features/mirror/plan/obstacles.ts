import type { Obstacles } from '../../../protocol/plan/plan';
import { pathUp } from '../../../protocol/wire/paths';
import { quoted } from '../../../protocol/wire/quoted';
import type { MirrorChange } from './types';

/* Later changes keep away from the paths of a change that was not made: what is in them depends on it. */

/** The paths that a change needs as they are. */
const pathsOf = (change: MirrorChange): string[] => ('from' in change ? [change.path, change.from] : [change.path]);

/** Obstacles that are found in a time that grows with the depth of a path only, however many there are. */
export function makeObstacles(): Obstacles<MirrorChange> {
	const failed = new Set<string>();
	/** For each folder around a failed path: one of the failed paths in it. */
	const inside = new Map<string, string>();
	const obstacleTo = (path: string): string | undefined => {
		for (const folder of pathUp(path)) if (failed.has(folder)) return folder;
		return inside.get(path);
	};
	return {
		add: (change) => {
			for (const path of pathsOf(change)) {
				failed.add(path);
				for (const folder of pathUp(path)) if (!inside.has(folder)) inside.set(folder, path);
			}
		},
		to: (change) => {
			const [obstacle] = pathsOf(change).flatMap((path) => obstacleTo(path) ?? []);
			if (obstacle === undefined) return undefined;
			return obstacle === ''
				? 'the target folder could not be created'
				: `an earlier change of ${quoted(obstacle)} was not made`;
		},
	};
}
