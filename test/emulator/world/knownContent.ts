import type { Library } from '../store/library/library';
import type { World } from './world';

/**
 * Whether the service stores this content without receiving it.
 * assumed: it has a content when SHA1 and size are equal, of whatever library; with `knowsAllLibraries` off only when a
 * file of the same library has it.
 */
export function knowsContent(
	world: World,
	library: Library,
	{ filehash, filesize }: { readonly filehash: string; readonly filesize: number },
): boolean {
	if (world.contents.get(filehash)?.size !== filesize) return false;
	if (world.options.knowsAllLibraries) return true;
	return [...library.tree.byHash.values()].some((entry) => !entry.deleted && entry.filehash === filehash);
}
