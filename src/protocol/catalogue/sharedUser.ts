import type { JsonObject } from '../wire/json';
import { ref, required } from '../operation/fields';
import * as shared from './shared';
import { isoSeconds, simpleEntry } from './simplify';

/** A library of the person, by the id that user operations take. */
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

/** The same locators as of library operations; their lists show what is in the chosen library. */
export const fileRef = { ...shared.fileRef, dependsOn: 'library' } as const;
export const pathRef = { ...shared.pathRef, dependsOn: 'library' } as const;
export const folderRef = { ...shared.folderRef, dependsOn: 'library' } as const;

/** One file or folder, or several at once. */
export const sourcesRef = required(
	ref({
		claims: 'path',
		label: 'File',
		help: 'The file or folder, or several of them',
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

/** The folder that copies go to, in the target library when one is chosen. */
export const targetFolder = (search: string, dependsOn: string) =>
	required(
		ref({
			claims: 'scope',
			label: 'Target Folder',
			help: 'The folder to put it into. Use "/" for the root of the library.',
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

const present = (item: Record<string, unknown>): Record<string, unknown> =>
	Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined && value !== null));

/** A file or folder of a user operation: 0 is unlocked, anything else locked (ambiguities C13). */
export const simpleUserEntry = (entry: JsonObject): Record<string, unknown> =>
	present({
		mount_id: entry.mount_id,
		...simpleEntry(entry),
		locked: entry.lock === undefined ? undefined : Number(entry.lock) !== 0,
	});

/** A library of the person; sizes in bytes. */
export const simpleMount = (entry: JsonObject): Record<string, unknown> =>
	present({
		mount_id: entry.mount_id,
		org_id: entry.org_id,
		name: entry.org_name,
		ent_id: entry.ent_id,
		personal: Number(entry.org_type) === 20 || Number(entry.ent_id) === 0,
		owner_member_id: entry.owner_member_id,
		member_count: entry.member_count,
		size_total: entry.size_org_total,
		size_used: entry.size_org_use,
		storage_point: entry.storage_point,
		added: isoSeconds(entry.add_dateline),
	});
