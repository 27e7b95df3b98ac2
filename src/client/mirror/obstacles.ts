/** Paths that a failed change was about, and that later changes must therefore keep away from. */
export interface Obstacles {
	/** Notes that a change of these paths was not made. */
	add(paths: readonly string[]): void;
	/** A noted path that is, contains or lies inside one of these; undefined where none does. */
	to(paths: readonly string[]): string | undefined;
}

/** The path itself and every folder around it, the mirrored one ('') included. */
function* around(path: string): Generator<string> {
	for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) yield path.slice(0, end);
	yield '';
}

/** Obstacles that are found in a time that grows with the depth of a path only, however many there are. */
export function makeObstacles(): Obstacles {
	const failed = new Set<string>();
	/** For each folder around a noted path: one of the noted paths in it. */
	const inside = new Map<string, string>();
	const obstacleTo = (path: string): string | undefined => {
		for (const folder of around(path)) if (failed.has(folder)) return folder;
		return inside.get(path);
	};
	return {
		add: (paths) => {
			for (const path of paths) {
				failed.add(path);
				for (const folder of around(path)) if (!inside.has(folder)) inside.set(folder, path);
			}
		},
		to: (paths) => {
			for (const path of paths) {
				const found = obstacleTo(path);
				if (found !== undefined) return found;
			}
			return undefined;
		},
	};
}
