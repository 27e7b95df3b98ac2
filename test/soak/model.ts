import { ABSENT, type Model } from './messages';
import type { Random } from './random';

/** What a lane knows of its files: the contents that each may have, by path. It never asks the service. */
export class LaneModel {
	private readonly files = new Map<string, ReadonlySet<string>>();
	/** Since when a path is uncertain, in Unix milliseconds. */
	private readonly since = new Map<string, number>();
	private serial = 0;

	constructor(readonly folder: string) {}

	/** A path that no file has had. */
	newPath(): string {
		return `${this.folder}/file ${++this.serial}.bin`;
	}

	/** The path has this content for sure. */
	is(path: string, content: string): void {
		this.since.delete(path);
		if (content === ABSENT) this.files.delete(path);
		else this.files.set(path, new Set([content]));
	}

	/** A change of the path failed: it was made or not. */
	may(path: string, content: string): void {
		this.files.set(path, new Set([...this.allowed(path), content]));
		this.since.set(path, Date.now());
	}

	/** The contents that a path may have. */
	allowed(path: string): ReadonlySet<string> {
		return this.files.get(path) ?? new Set([ABSENT]);
	}

	/** Files whose content is certain, in random order; at most so many. */
	certain(random: Random, most: number): Array<{ path: string; sha1: string }> {
		const known = [...this.files].flatMap(([path, contents]) => {
			const [sha1 = ABSENT] = contents;
			return contents.size === 1 && sha1 !== ABSENT ? [{ path, sha1 }] : [];
		});
		return known
			.map((file) => ({ file, order: random.next() }))
			.sort((a, b) => a.order - b.order)
			.slice(0, most)
			.map(({ file }) => file);
	}

	/** Paths that have been uncertain for so long that no request about them is under way any more. */
	uncertain(most: number, ms = 5_000): string[] {
		const before = Date.now() - ms;
		return [...this.since].flatMap(([path, at]) => (at < before ? [path] : [])).slice(0, most);
	}

	/** Number of paths that are known. */
	get size(): number {
		return this.files.size;
	}

	/** All of it. */
	asModel(): Model {
		return Object.fromEntries([...this.files].map(([path, contents]) => [path, [...contents]]));
	}
}

/** Where the library differs from what it may be, as lines for people. */
export function differences(model: Model, files: Readonly<Record<string, string>>): string[] {
	const wrong = Object.entries(model).flatMap(([path, allowed]) => {
		const found = files[path] ?? ABSENT;
		return allowed.includes(found) ? [] : [`${path} is ${found} instead of ${allowed.join(' or ')}`];
	});
	const surplus = Object.keys(files).filter((path) => !(path in model));
	return [...wrong, ...surplus.map((path) => `${path} is there, and nothing stored it`)];
}
