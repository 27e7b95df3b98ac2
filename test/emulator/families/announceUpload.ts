import { codes, ServiceFailure } from '../http/errors';
import type { Json } from '../http/json';
import { fullpathOf } from '../store/library/entry';
import type { Library } from '../store/library/library';
import { type FileWrite, finalPath, putFile, replacedFile } from '../store/library/write';
import type { World } from '../world/world';

/** create_file of the library and the user family. doc: done at once (state 1) when the service has the content. */
export function announceUpload(world: World, library: Library, write: FileWrite): Json {
	if (world.faults.libraryFull) throw new ServiceFailure(codes.libraryFull, 'library space insufficient');
	const fullpath = finalPath(library, write);
	const replaced = replacedFile(library, write);
	library.requireSpace(write.filesize - (replaced?.filesize ?? 0));
	if (knowsContent(world, library, write)) {
		const entry = putFile(library, write);
		return { state: 1, hash: entry.hash, fullpath: fullpathOf(entry) };
	}
	// assumed (C05): the form of the server is not shown.
	const announcement = world.uploads.announce(library, { ...write, hash: replaced?.hash });
	return { state: 0, hash: announcement.write.hash, fullpath, server: world.origins.upload };
}

/** assumed: known is a content of equal SHA1 and size in any library, or in the same one (`knowsAllLibraries` off). */
export function knowsContent(world: World, library: Library, write: Pick<FileWrite, 'filehash' | 'filesize'>): boolean {
	const { filehash, filesize } = write;
	if (world.contents.get(filehash)?.size !== filesize) return false;
	if (world.options.knowsAllLibraries) return true;
	return [...library.tree.byHash.values()].some((entry) => !entry.deleted && entry.filehash === filehash);
}
