import type { Known } from './restoreLab';

/* What filters allow and ask for: by the entries at the time, before the run and after it, and no code of the node. */

type Entries = ReadonlyMap<string, Known>;

/** What was asked for, and what came of it. */
export interface Filtered {
	/** Full path of the folder; '' is the whole library. */
	readonly folder: string;
	readonly people: readonly string[];
	/** Names, `*.txt`, or paths inside the folder, without other wildcards. */
	readonly patterns: readonly string[];
	readonly recycles: boolean;
	/** A run before was stopped, which may have moved something out of the folder already. */
	readonly wasStopped?: boolean;
	/** Paths that entries have had since the time, by ID. */
	readonly passed: ReadonlyMap<string, ReadonlySet<string>>;
	readonly then: Entries;
	readonly now: Entries;
	readonly after: Entries;
	/** IDs of what the plan says that it cannot or must not do. */
	readonly told: ReadonlySet<string>;
}

/** A path inside the folder; '' for the folder itself. */
function inFolder(folder: string, path: string): string | undefined {
	if (folder === '') return path;
	if (path === folder) return '';
	return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}

/** Whether one of the paths is in the folder and a pattern covers it: itself, or a folder around it. */
function fits({ folder, patterns }: Filtered, ...paths: Array<string | undefined>): boolean {
	return paths.some((path) => {
		const inside = path === undefined ? undefined : inFolder(folder, path);
		if (inside === undefined) return false;
		const parts = inside.toLowerCase().split('/');
		const covers = (pattern: string): boolean =>
			parts.some((name, at) => {
				if (pattern.startsWith('*')) return name.endsWith(pattern.slice(1));
				return pattern.includes('/') ? parts.slice(0, at + 1).join('/') === pattern : name === pattern;
			});
		return patterns.length === 0 || patterns.some(covers);
	});
}

const isThere = (one: Known | undefined): boolean => one?.is === 'there';
const isSame = (one: Known | undefined, other: Known | undefined): boolean =>
	one?.is === other?.is &&
	one?.content === other?.content &&
	one?.name === other?.name &&
	one?.folder === other?.folder;

/** What is wrong with the outcome, in words. */
export function wrongIn(filtered: Filtered): string[] {
	const { then, now, after, people } = filtered;
	const wrong: string[] = [];
	for (const [hash, is] of now) {
		const isMeant = people.length === 0 || people.includes(is.who);
		const [was, became] = [then.get(hash), after.get(hash)];
		const say = (what: string): void => void wrong.push(`${is.path} (${is.who}, ${is.is}): ${what}`);
		if (is.is !== 'lost' && became?.is === 'lost') say('deleted for good');
		if (is.is === 'lost' || is.is === 'inside') continue;
		const paths = [is.path, was?.path, ...(became && isThere(became) ? [became.path] : [])];
		// What is in a folder that goes back fits a pattern there, also where it is moved out of that folder.
		const around = is.folder === undefined ? undefined : after.get(is.folder)?.path;
		const landing = around === undefined ? [] : [`${around}/${is.name}`];
		// What was in a deleted folder at the time goes there again with that folder.
		const goesAgain = was?.is === 'inside' && isSame(was, became);
		if (isThere(is) && !goesAgain && !isSame(is, became)) {
			if (!isMeant) say(`not meant, and became ${JSON.stringify(became)}`);
			// Where it would have been shows in its folder only.
			else if (isThere(became) && !fits(filtered, ...paths, ...landing, ...(filtered.passed.get(hash) ?? [])))
				say(`fits no pattern, and became ${JSON.stringify(became)}`);
		}
		if (!isMeant || filtered.told.has(hash)) continue;
		const wasInFolder = was && isThere(was) && inFolder(filtered.folder, was.path) !== undefined;
		// The history of what was deleted can be read only when it is back.
		const mustComeBack = isThere(is) ? fits(filtered, ...paths) : fits(filtered, is.path);
		if (wasInFolder && mustComeBack && !isAsThen(was, became))
			say(`was ${JSON.stringify(was)}, and is ${JSON.stringify(became)}`);
		if (!was && isThere(is)) {
			if (filtered.recycles) {
				const ends = filtered.wasStopped ? [became?.path] : [is.path, became?.path];
				if (isThere(became) && fits(filtered, ...ends)) say('came since, and was not recycled');
			} else if (!isThere(became)) say('came since, and was not kept');
		}
	}
	return wrong;
}

/** A folder of then that is gone is made anew, so its path counts. */
const isAsThen = (was: Known, became: Known | undefined): boolean =>
	became !== undefined &&
	isThere(became) &&
	became.content === was.content &&
	became.name === was.name &&
	(became.folder === was.folder || became.path === was.path);
