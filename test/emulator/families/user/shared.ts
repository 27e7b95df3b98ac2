import { seconds } from '../../time/clock';
import { badParameter, codes, ServiceFailure } from '../../http/errors';
import { isImage, isPreviewable } from '../../links/fileKinds';
import type { Json } from '../../http/json';
import { int, optional, path, required, text } from '../../http/parameters';
import type { Entry } from '../../store/library/entry';
import { fullpathOf } from '../../store/library/entry';
import type { Library } from '../../store/library/library';
import { enterpriseLibrary, takesPart } from '../../world/participation';
import { effectivePermissions } from '../../store/permissions/folderPermissions';
import type { permissionNames } from '../../store/permissions/roles';
import type { World } from '../../world/world';
import { previewLink, thumbnailLink } from '../libraryFile/links';
import { operationFor } from '../operation';
import type { UserCaller } from '../../auth/userCaller';

/** Makes an operation of the user family. */
export const operation = operationFor<UserCaller>();

/** What a person may do in a library. */
export type Permission = (typeof permissionNames)[number];

export const mount = { mount_id: required(int(1)) };
export const fileRef = { fullpath: optional(path), hash: optional(text) };
export const oneFile = [['fullpath', 'hash']] as const;

/** A library the person takes part in. fact table: 40401 when there is none, 40311 without permission for it. */
export function libraryFor(
	world: World,
	caller: Pick<UserCaller, 'enterprise' | 'directory' | 'member'>,
	mountId: number,
): Library {
	const library = enterpriseLibrary(world, caller.enterprise.id, { mount_id: mountId });
	if (!takesPart(library, caller.member.id, caller.directory))
		throw new ServiceFailure(codes.noLibraryPermission, `no permission for the library ${mountId}`);
	return library;
}

/** True when the person may do this there; owners may do everything. */
export function may(
	library: Library,
	entry: Entry,
	caller: Pick<UserCaller, 'directory' | 'member'>,
	permission: Permission,
): boolean {
	if (library.profile.ownerId === caller.member.id) return true;
	return effectivePermissions(library, entry, caller.member.id, caller.directory).includes(permission);
}

/** fact table: 40310 without permission for the operation. Which permission an operation needs is assumed. */
export function requirePermission(
	library: Library,
	entry: Entry,
	caller: Pick<UserCaller, 'directory' | 'member'>,
	permission: Permission,
): void {
	if (!may(library, entry, caller, permission))
		throw new ServiceFailure(codes.noPermission, `${permission} is not allowed here`);
}

/** The nearest folder at or above a path that is there: what is made below it needs its permission. */
export function nearestEntry(library: Library, fullpath: string): Entry {
	return (
		library.tree.find(fullpath) ??
		nearestEntry(library, fullpath.includes('/') ? fullpath.slice(0, fullpath.lastIndexOf('/')) : '')
	);
}

/** The file or folder a call means; throws 40402. */
export function referred(library: Library, p: { fullpath?: string | undefined; hash?: string | undefined }): Entry {
	return p.hash !== undefined ? library.tree.getByHash(p.hash) : library.tree.get(p.fullpath ?? '');
}

/** The same, but a file. assumed: a folder is a parameter error. */
export function referredFile(library: Library, p: { fullpath?: string | undefined; hash?: string | undefined }): Entry {
	const entry = referred(library, p);
	if (entry.children) throw badParameter(p.hash !== undefined ? 'hash' : 'fullpath', 'is a folder, a file is needed');
	return entry;
}

/** doc: file entry of favorites; ids of people are strings here (A08). */
export function plainEntry(library: Library, entry: Entry): Record<string, Json> {
	return {
		hash: entry.hash,
		mount_id: library.profile.mountId,
		dir: entry.children ? 1 : 0,
		fullpath: fullpathOf(entry),
		filename: entry.name,
		filehash: entry.filehash,
		filesize: entry.children ? 0 : entry.filesize,
		create_member_id: String(entry.createdBy.id),
		create_member_name: entry.createdBy.name,
		create_dateline: seconds(entry.createdMs),
		last_member_id: String(entry.modifiedBy.id),
		last_member_name: entry.modifiedBy.name,
		last_dateline: seconds(entry.modifiedMs),
	};
}

/** doc: file entry of list and search. assumed: a thumbnail for images only; nothing is locked, as nothing in the interface locks. */
export function fileEntry(world: World, library: Library, entry: Entry): Record<string, Json> {
	return {
		...plainEntry(library, entry),
		...(isImage(entry.name) && !entry.children ? { thumbnail: thumbnailLink(world, entry) } : {}),
		lock: 0,
	};
}

/** doc: information adds the preview address, not for folders. */
export function infoEntry(world: World, library: Library, entry: Entry): Record<string, Json> {
	return {
		...fileEntry(world, library, entry),
		...(!entry.children && isPreviewable(entry.name) ? { preview: previewLink(world, library, entry) } : {}),
	};
}
