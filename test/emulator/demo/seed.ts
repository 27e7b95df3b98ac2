import type { Actor, Entry } from '../store/library/entry';
import type { Library } from '../store/library/library';
import { nameOf, parentOf } from '../store/library/paths';
import { ensureFolder, putFile } from '../store/library/write';
import type { World } from '../world/world';

/** The author of seeded files. */
const SEEDER: Actor = { id: 1, name: 'Member 01' };

/** Adds a file, and the folders above it, without history; returns its hash. */
export function seedFile(
	world: World,
	library: Library,
	path: string,
	content: string | Buffer,
	actor: Actor = SEEDER,
): string {
	const stored = world.contents.put(Buffer.isBuffer(content) ? content : Buffer.from(content, 'utf8'));
	return addQuickly(library, {
		parent: ensureFolder(library, parentOf(path), actor),
		name: nameOf(path),
		sha1: stored.sha1,
		size: stored.size,
		atMs: library.now(),
		actor,
	});
}

/** Puts a content to a path in the name of somebody: a new file, or a new version of the one that is there. */
export function putContent(world: World, library: Library, path: string, content: string, actor: Actor): void {
	const { sha1: filehash, size: filesize } = world.contents.put(Buffer.from(content));
	putFile(library, { path, filehash, filesize, overwrite: true, actor });
}

/** Many small files in one folder. */
export interface BulkSeed {
	readonly count: number;
	/** The folder, created if necessary; default `Bulk`. */
	readonly folder?: string | undefined;
	/** Name of each file; default `file-000000.txt` …. */
	readonly name?: ((index: number) => string) | undefined;
	/** Operation time of each file in milliseconds; by default one millisecond apart, all of them in the past. */
	readonly operationMs?: ((index: number) => number) | undefined;
}

/** Adds many small files of one content, without history; a million take seconds. */
export function seedMany(world: World, library: Library, order: BulkSeed): void {
	const content = world.contents.put(Buffer.from('seeded\n'));
	const parent = ensureFolder(library, order.folder ?? 'Bulk', SEEDER);
	const start = library.now() - order.count;
	for (let index = 0; index < order.count; index++) {
		addQuickly(library, {
			parent,
			name: order.name?.(index) ?? `file-${String(index).padStart(6, '0')}.txt`,
			sha1: content.sha1,
			size: content.size,
			atMs: order.operationMs?.(index) ?? start + index,
			actor: SEEDER,
		});
	}
}

interface QuickFile {
	readonly parent: Entry;
	readonly name: string;
	readonly sha1: string;
	readonly size: number;
	readonly atMs: number;
	readonly actor: Actor;
}

function addQuickly(library: Library, file: QuickFile): string {
	const entry = library.tree.newEntry(file.name, false, file.actor, file.atMs);
	entry.filehash = file.sha1;
	entry.filesize = file.size;
	library.tree.attach(entry, file.parent, library.tree.freeName(file.parent, file.name, false));
	library.feed.touch(entry, file.atMs);
	return entry.hash;
}
