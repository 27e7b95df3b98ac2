import { codes, ServiceFailure } from '../http/errors';
import type { Json } from '../http/json';
import { fullpathOf } from '../store/library/entry';
import type { Library } from '../store/library/library';
import type { FileWrite } from '../store/library/write';
import { finalPath, putFile, replacedFile } from '../store/library/write';
import type { World } from '../world/world';

/** ambiguity C05: the form of `server` is not shown; all forms clients know can be asked for. */
export function serverName(world: World): string {
	const url = world.origins.upload;
	if (world.options.serverForm === 'host') return new URL(url).host;
	return world.options.serverForm === 'list' ? `${url},${url}` : url;
}

/** doc, create_file of both families: done at once when the content is there, otherwise a promise for a chunked upload. */
export function announceUpload(world: World, library: Library, write: FileWrite): Json {
	if (world.faults.libraryFull) throw new ServiceFailure(codes.libraryFull, 'library space insufficient');
	const fullpath = finalPath(library, write);
	const replaced = replacedFile(library, write);
	library.requireSpace(write.filesize - (replaced?.filesize ?? 0));
	// doc: state 1 when the service has the content already; content is known by SHA1 and size.
	if (world.contents.get(write.filehash)?.size === write.filesize) {
		const entry = putFile(library, write);
		return { state: 1, hash: entry.hash, fullpath: fullpathOf(entry) };
	}
	const ticket = world.uploads.ticketFor(library, { ...write, hash: replaced?.hash });
	return { state: 0, hash: ticket.write.hash, fullpath, server: serverName(world) };
}
