import { toFullpath } from '../wire/paths';
import { ref, required } from '../operation/fields';
import type { Mount, UserFileInfo } from './answers/user';
import * as shared from './shared';
import { flagOf, isoSeconds, simpleEntry, simplifier } from './simplify';

/* Fields and items of the operations that a person makes by token. */

/** A library of the person, by the ID that user operations take. */
export const mountRef = ref({
	claims: 'scope',
	label: 'Library',
	help: 'The library to work in',
	modes: {
		list: { label: 'From List', wire: 'mount_id', of: 'int', search: 'mounts' },
		id: { label: 'Mount ID', wire: 'mount_id', of: 'int', placeholder: 'e.g. 1024' },
	},
});
/** The library of almost every user operation. */
export const library = required(mountRef);

/** The locators of library operations; their lists show what the chosen library contains. */
export const fileRef = { ...shared.fileRef, dependsOn: 'library' } as const;
export const fileOrRootRef = { ...shared.fileOrRootRef, dependsOn: 'library' } as const;
export const pathRef = { ...shared.pathRef, dependsOn: 'library' } as const;
export const folderRef = { ...shared.folderRef, dependsOn: 'library' } as const;
/** The folder that something new goes into. */
export const parentFolder = (help: string) => ({ ...shared.parentFolder(help), dependsOn: 'library' }) as const;

/** A folder that is moved, renamed or deleted: any but the library root. */
export const subfolderRef = { ...shared.subfolderRef, dependsOn: 'library' } as const;
/** A folder whose properties are read. */
export const folderInfoRef = { ...shared.folderInfoRef, dependsOn: 'library' } as const;

/** A file or folder of a user operation: 0 is unlocked, anything else locked (C13). */
export const simpleUserEntry = simplifier<UserFileInfo>((entry) => ({
	mount_id: entry.mount_id,
	...simpleEntry(entry),
	// A folder's path may end with a slash (client facts 5.7).
	fullpath: typeof entry.fullpath === 'string' ? toFullpath(entry.fullpath) : entry.fullpath,
	locked: flagOf(entry.lock, (lock) => lock !== 0),
}));

/** A library of the person; sizes in bytes. */
export const simpleMount = simplifier<Mount>((entry) => ({
	mount_id: entry.mount_id,
	org_id: entry.org_id,
	name: entry.org_name,
	ent_id: entry.ent_id,
	personal: entry.org_type === 20 || entry.ent_id === 0,
	owner_member_id: entry.owner_member_id,
	member_count: entry.member_count,
	size_total: entry.size_org_total,
	size_used: entry.size_org_use,
	storage_point: entry.storage_point,
	added: isoSeconds(entry.add_dateline),
}));
