import type { JsonObject } from '../wire/json';
import type { Sent } from '../operation/define';
import { ref, required } from '../operation/fields';
import type { Mount, UserFileInfo } from './answers/user';
import * as shared from './shared';
import { flagOf, isoSeconds, simpleEntry, simplifier, sizeLimit } from './simplify';

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

/** One file or folder, or several at once. */
export const sourcesRef = (help: string) =>
	required(
		ref({
			claims: 'path',
			label: 'File',
			help,
			dependsOn: 'library',
			modes: {
				...shared.pathRef.modes,
				paths: {
					label: 'Several Paths',
					wire: 'fullpaths',
					of: 'paths',
					placeholder: 'e.g. Contracts/a.pdf|Contracts/b.pdf',
				},
			},
		}),
	);

/** The folder that copies go to: in the target library when one is chosen. */
export const targetFolder = (search: string, dependsOn: string) =>
	required(
		ref({
			claims: 'parent',
			label: 'Target Folder',
			help: 'The destination folder. Use "/" for the library root.',
			dependsOn,
			modes: {
				list: { label: 'From List', wire: 'target_fullpath', search, of: 'path', root: true },
				path: {
					label: 'Path',
					wire: 'target_fullpath',
					of: 'path',
					root: true,
					placeholder: 'e.g. Archive/2026',
				},
			},
		}),
	);

/** What a person moved or renamed. Where it is now, only the answer can say (client facts 5.12). */
export const moved = ({ fullpath, fullpaths, target_fullpath: target }: Sent): JsonObject => ({
	success: true,
	fullpath: undefined,
	fullpaths: undefined,
	from_fullpath: fullpath,
	from_fullpaths: fullpaths?.split('|'),
	target_fullpath: target,
});
/** What a person copied. */
export const copied = ({ target_mount_id: library, ...sent }: Sent): JsonObject => ({
	...moved(sent),
	target_mount_id: library === undefined ? undefined : Number(library),
});

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
	owner_id: entry.owner_member_id,
	logo_url: entry.org_logo_url,
	storage_point: entry.storage_point,
	added: isoSeconds(entry.add_dateline),
	mount_id: entry.mount_id,
	org_id: entry.org_id,
	ent_id: entry.ent_id,
}));
