import { LibraryError } from '../../protocol/wire/libraryError';
import { baseName, joinPath, MAX_NAME_BYTES, parentPath, safeFileName } from '../../protocol/wire/paths';

/** Folders inside each other that a path of the service may have, whose names may contain slashes. */
const MAX_LEVELS = 1_000;

/** A name with a number before its ending, both within what a disk takes. */
function numbered(name: string, number: number): string {
	const suffix = ` (${number})`;
	const short = safeFileName(name, MAX_NAME_BYTES - suffix.length);
	const dot = short.lastIndexOf('.');
	return dot > 0 ? `${short.slice(0, dot)}${suffix}${short.slice(dot)}` : `${short}${suffix}`;
}

/** The same for names that Windows and macOS take for one. */
const keyOf = (name: string): string => name.normalize().toLowerCase();

function requireFewLevels(path: string): void {
	if (path.split('/', MAX_LEVELS + 1).length > MAX_LEVELS)
		throw new LibraryError('protocol', `The service has sent a path of more than ${MAX_LEVELS} folders`);
}

/**
 * Names inside an archive for the paths of entries: relative, each part a name that every system takes
 * (`safeFileName`), so that nothing is unpacked outside of the folder that somebody chose. No name comes twice, not
 * even in another case. Asked for in the same order, they are the same. Throws LibraryError protocol for a path of more
 * than 1,000 folders.
 */
export class ArchiveNames {
	readonly #taken = new Set<string>();
	/** The next number of a name that has come before. */
	readonly #numbers = new Map<string, number>();
	readonly #folders = new Map<string, string>([['', '']]);

	/** The name of a file by its path inside the folder of the archive. */
	ofFile(path: string): string {
		requireFewLevels(path);
		return this.#made(this.#ofParent(path), path);
	}

	/** The name of a folder, with a slash at its end. */
	ofFolder(path: string): string {
		requireFewLevels(path);
		return `${this.#ofFolder(path)}/`;
	}

	#ofParent(path: string): string {
		return this.#ofFolder(parentPath(path));
	}

	#ofFolder(path: string): string {
		const known = this.#folders.get(path);
		if (known !== undefined) return known;
		const made = this.#made(this.#ofParent(path), path);
		this.#folders.set(path, made);
		return made;
	}

	#made(parent: string, path: string): string {
		const name = safeFileName(baseName(path));
		const wanted = joinPath(parent, name);
		let made = wanted;
		while (this.#taken.has(keyOf(made))) {
			const number = this.#numbers.get(keyOf(wanted)) ?? 2;
			made = joinPath(parent, numbered(name, number));
			this.#numbers.set(keyOf(wanted), number + 1);
		}
		this.#taken.add(keyOf(made));
		return made;
	}
}
