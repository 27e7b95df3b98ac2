import { LibraryError } from '../../../protocol/wire/libraryError';
import { baseName, endingOf, MAX_NAME_BYTES, parentPath, safeFileName } from '../../../protocol/wire/paths';

/** Folders inside each other that a path of the service may have, whose names may contain slashes. */
const MAX_LEVELS = 1_000;
/** Folders of an archive: a path of a few kilobytes may stand for a thousand of them. */
const MAX_FOLDERS = 250_000;

/** Bytes of the longest ` (2)`, whose number has nine digits. */
const MAX_NUMBER = 12;

/** The name with a number before its ending, cut to make room for it. */
function numbered(name: string, number: number): string {
	const sign = ` (${number})`;
	const short = safeFileName(name, MAX_NAME_BYTES - sign.length);
	const ending = endingOf(short);
	return short.slice(0, short.length - ending.length) + sign + ending;
}

/** The same for names that Windows and macOS take for one. */
const keyOf = (name: string): string => name.normalize().toLowerCase();

class Folder {
	/** Those in it by the names that the service sent. */
	readonly folders = new Map<string, Folder>();
	readonly #taken = new Set<string>();
	/** The next number of names that are the same once they are cut to make room for any number. */
	readonly #numbers = new Map<string, number>();

	constructor(
		private readonly parent?: Folder,
		private readonly name = '',
	) {}

	/** Its path with a slash at its end; empty for the archive itself. */
	get path(): string {
		return this.parent ? `${this.parent.path}${this.name}/` : '';
	}

	/** The name in the archive of something in this folder that has this name in the library. */
	take(original: string): string {
		const name = this.#free(safeFileName(original));
		this.#taken.add(keyOf(name));
		return name;
	}

	#free(name: string): string {
		if (!this.#taken.has(keyOf(name))) return name;
		const key = keyOf(safeFileName(name, MAX_NAME_BYTES - MAX_NUMBER));
		let number = this.#numbers.get(key) ?? 2;
		while (this.#taken.has(keyOf(numbered(name, number)))) number++;
		this.#numbers.set(key, number + 1);
		return numbered(name, number);
	}
}

/**
 * Names inside an archive for the paths of entries: relative, each part a name that every system takes
 * (`safeFileName`), so that nothing is unpacked outside of the folder that somebody chose. No name comes twice, not
 * even in another case. Asked for in the same order, they are the same, and take a time in proportion to the length of
 * all paths. Throws LibraryError protocol for a path of more than 1,000 folders, and for more than 250,000 folders.
 */
export class ArchiveNames {
	readonly #top = new Folder();
	#folders = 0;

	/** The name of a file by its path inside the folder of the archive. */
	ofFile(path: string): string {
		const folder = this.#folderAt(parentPath(path));
		return `${folder.path}${folder.take(baseName(path))}`;
	}

	/** The name of a folder, with a slash at its end. */
	ofFolder(path: string): string {
		return this.#folderAt(path).path;
	}

	#folderAt(path: string): Folder {
		if (path === '') return this.#top;
		const parts = path.replace(/^\//, '').split('/', MAX_LEVELS + 1);
		if (parts.length > MAX_LEVELS)
			throw new LibraryError('protocol', `The service has sent a path of more than ${MAX_LEVELS} folders`);
		return parts.reduce((parent, part) => this.#inside(parent, part), this.#top);
	}

	#inside(parent: Folder, part: string): Folder {
		const known = parent.folders.get(part);
		if (known) return known;
		if (++this.#folders > MAX_FOLDERS)
			throw new LibraryError('protocol', `The archive would have more than ${MAX_FOLDERS} folders`, {
				hint: 'Use filters, or download its subfolders one by one',
			});
		const made = new Folder(parent, parent.take(part));
		parent.folders.set(part, made);
		return made;
	}
}
