import { ref, required } from '../operation/fields';
import type { Mount, UserFileInfo } from '../answers/user';
import * as shared from './shared';
import { flagOf, isoSeconds } from '../wire/json';
import { simpleEntry, simplifier, sizeLimit } from './simplify';

/* Fields and items of the operations that a person makes by token. */

/** A library of the person, by the ID that user operations take. */
export const mountRef = ref({
	claims: 'scope',
	label: 'Library',
	help: 'The library to work in',
	wire: 'mount_id',
	modes: {
		list: { label: 'From List', of: 'int', search: 'mounts' },
		id: { label: 'Mount ID', of: 'int', placeholder: 'e.g. 1024' },
	},
});
/** The library of almost every user operation. */
export const library = required(mountRef);

/** The locators of library operations; their lists show what the chosen library contains. */
export const fileRef = { ...shared.fileRef, dependsOn: 'library' } as const;
export const fileByPathRef = { ...shared.fileByPathRef, dependsOn: 'library' } as const;
export const fileOrRootRef = { ...shared.fileOrRootRef, dependsOn: 'library' } as const;
export const pathRef = { ...shared.pathRef, dependsOn: 'library' } as const;
export const folderRef = { ...shared.folderRef, dependsOn: 'library' } as const;
/** The folder that something new goes into. */
export const parentFolder = (help: string) => ({ ...shared.parentFolder(help), dependsOn: 'library' }) as const;

/** A folder that is moved, renamed or deleted: any but the library root. */
export const subfolderRef = { ...shared.subfolderRef, dependsOn: 'library' } as const;
/** A folder whose properties are read. */
export const folderInfoRef = { ...shared.folderInfoRef, dependsOn: 'library' } as const;

/** Whether a file is locked: 0 is unlocked, anything else locked (C13). */
export const lockedBy = (lock: unknown): boolean | undefined => flagOf(lock, (code) => code !== 0);

/** A file or folder of a user operation. */
export const simpleUserEntry = simplifier<UserFileInfo>((entry) => {
	const { hash, filehash, ...rest } = simpleEntry(entry);
	return { ...rest, locked: lockedBy(entry.lock), mount_id: entry.mount_id, hash, filehash };
});

/** A library of the person; sizes in bytes. */
export const simpleMount = simplifier<Mount>((entry) => ({
	org_name: entry.org_name,
	personal: entry.org_type === 20 || entry.ent_id === 0,
	size_used: entry.size_org_use,
	...sizeLimit('size_total', entry.size_org_total),
	member_count: entry.member_count,
	storage_point: entry.storage_point,
	added: isoSeconds(entry.add_dateline),
	owner_id: entry.owner_member_id,
	mount_id: entry.mount_id,
	org_id: entry.org_id,
	ent_id: entry.ent_id,
}));
