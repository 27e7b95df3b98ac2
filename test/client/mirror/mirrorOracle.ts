import type { MirrorEntry } from '#mirror/plan';

/* What the target must be in the end, by a walk down both trees; it knows nothing of plans and their order. */

interface Branch {
	readonly entry: MirrorEntry;
	readonly inside: Map<string, Branch>;
}
type Level = ReadonlyMap<string, Branch>;

/** Nested maps by name. */
function branches(entries: readonly MirrorEntry[]): Level {
	const top = new Map<string, Branch>();
	const levels = new Map([['', top]]);
	for (const entry of [...entries].sort((a, b) => a.path.split('/').length - b.path.split('/').length)) {
		const parts = entry.path.split('/');
		const branch = { entry, inside: new Map<string, Branch>() };
		levels.get(parts.slice(0, -1).join('/'))!.set(parts.at(-1)!, branch);
		levels.set(entry.path, branch.inside);
	}
	return top;
}

/** The content of a file, or `folder`. */
const shown = ({ dir, filehash }: MirrorEntry): string => (dir ? 'folder' : filehash);

/** Walks down both trees. */
class Walk {
	/** Expected paths, and what is there. */
	readonly expected: Record<string, string> = {};
	readonly conflicts: string[] = [];

	constructor(
		private readonly wants: (entry: MirrorEntry) => boolean,
		private readonly deleteExtra: boolean,
	) {}

	level(source: Level, target: Level): void {
		for (const name of new Set([...source.keys(), ...target.keys()])) this.name(source.get(name), target.get(name));
	}

	private name(source: Branch | undefined, target: Branch | undefined): void {
		if (source && this.isNeeded(source)) this.needed(source, target);
		else if (target) this.left(target, source);
	}

	/** The source has it, and the filter wants it or something in it. */
	private needed(source: Branch, target: Branch | undefined): void {
		if (target && source.entry.dir !== target.entry.dir && !(this.deleteExtra && this.allWanted(target))) {
			this.conflicts.push(source.entry.path);
			this.keepAll(target);
			return;
		}
		this.expected[source.entry.path] = shown(source.entry);
		this.level(source.inside, target && source.entry.dir ? target.inside : new Map());
	}

	/** The source does not have it, or the filter does not want what the source has. */
	private left(target: Branch, source: Branch | undefined): void {
		const removable = this.deleteExtra && !source && this.wants(target.entry);
		if (removable && this.allWanted(target)) return;
		this.expected[target.entry.path] = shown(target.entry);
		this.level(source?.inside ?? new Map(), target.inside);
	}

	private keepAll({ entry, inside }: Branch): void {
		this.expected[entry.path] = shown(entry);
		for (const branch of inside.values()) this.keepAll(branch);
	}

	private isNeeded({ entry, inside }: Branch): boolean {
		return this.wants(entry) || [...inside.values()].some((branch) => this.isNeeded(branch));
	}

	private allWanted({ entry, inside }: Branch): boolean {
		return this.wants(entry) && [...inside.values()].every((branch) => this.allWanted(branch));
	}
}

/** What a target folder must contain after a mirror of a source, and which paths cannot be as the source has them. */
export function judged(
	source: readonly MirrorEntry[],
	target: readonly MirrorEntry[],
	wants: (entry: MirrorEntry) => boolean,
	deleteExtra: boolean,
): { readonly expected: Readonly<Record<string, string>>; readonly conflicts: readonly string[] } {
	const walk = new Walk(wants, deleteExtra);
	walk.level(branches(source), branches(target));
	return { expected: walk.expected, conflicts: walk.conflicts.sort() };
}

/** The entries of a folder in the form of `judged`. */
export const shownTree = (entries: readonly MirrorEntry[]): Record<string, string> =>
	Object.fromEntries(entries.map((entry) => [entry.path, shown(entry)]));
