import type { AnyOperation } from '../operation/define';
import { type Field, type Fields, ref, required } from '../operation/fields';
import * as shared from './shared';
import { by } from './shared';
import { defined, flagOf, isoSeconds } from '../wire/json';
import { simpleEntry, simplifier, sizeLimit } from './simplify';
import type { FileEntryUserInfo, LibraryUser } from '../contract';

/* Fields and items of the operations that a person makes by token. */

/** A library of the person, by the ID that user operations take. */
export const mountRef = ref('The library to work in', {
	claims: 'scope',
	wire: 'mount_id',
	of: 'int',
	modes: { list: 'mounts', id: { label: 'Mount ID', placeholder: 'e.g. 1024' } },
});
/** The library of almost every user operation. */
export const chosenMount = required(mountRef);

/** A library in an example. */
export const MOUNT = by('id', '2101');

const inChosen = <F extends Field>(field: F): F => (field.kind === 'ref' ? { ...field, dependsOn: 'library' } : field);
/** Fields of an operation on a library, behind the library in which a person does the same: lists show its contents. */
export const inLibrary = <F extends Fields, const K extends readonly (keyof F & string)[]>(fields: F, ...keys: K) =>
	({
		library: chosenMount,
		...Object.fromEntries(keys.map((key) => [key, fields[key] && inChosen(fields[key])])),
	}) as { readonly library: typeof chosenMount } & Pick<F, K[number]>;

/** A file or folder of the chosen library, by its path only. */
export const pathRef = inChosen(shared.pathRef);
/** The folder that something new goes into. */
export const parentFolder = (help: string) => inChosen(shared.parentFolder(help));

/** What File Library User does as File Library does: with the same words, and by the same handler and example. */
export function byToken<const M extends AnyOperation['menu']>(op: AnyOperation & { readonly menu?: M }) {
	const { menu, name, action, summary, forModel, special, reads, example } = op;
	const further = defined({ menu, name, forModel, special, reads });
	return { action, summary, ...further, example: { library: MOUNT, ...example } };
}

/** Whether a file is locked: 0 is unlocked, anything else locked (C13). */
export const lockedBy = (lock: unknown): boolean | undefined => flagOf(lock, (code) => code !== 0);

/** A file or folder of a user operation. */
export const simpleUserEntry = simplifier<FileEntryUserInfo>((entry) => {
	const { hash, filehash, ...rest } = simpleEntry(entry);
	return { ...rest, locked: lockedBy(entry.lock), mount_id: entry.mount_id, hash, filehash };
});

/** A library of the person; sizes in bytes. */
export const simpleMount = simplifier<LibraryUser>((entry) => ({
	org_name: entry.org_name,
	personal: entry.org_type === 20 || entry.ent_id === 0,
	size_used: entry.size_org_use,
	...sizeLimit('size_total', entry.size_org_total),
	member_count: entry.member_count,
	storage_point: entry.storage_point,
	added_at: isoSeconds(entry.add_dateline),
	owner_id: entry.owner_member_id,
	mount_id: entry.mount_id,
	org_id: entry.org_id,
	ent_id: entry.ent_id,
}));
