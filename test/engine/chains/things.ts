import type { IDataObject } from 'n8n-workflow';
import type { OperationEntry, ParameterRow } from '../../contract/reference';

/* What items name and parameters take: which key of an item belongs into which parameter. Written by hand. */

/** What an item can be about, or a parameter can ask for. */
export type Thing = 'entry' | 'member' | 'department' | 'library' | 'role' | 'enterprise' | 'link' | 'task' | 'version';

/** A key of an item that names a thing. */
export interface Flow {
	readonly thing: Thing;
	readonly key: string;
}

/** The key that belongs into each wire parameter, whatever asks for it. */
const KEYS: Readonly<Record<string, Flow>> = {
	fullpath: { thing: 'entry', key: 'fullpath' },
	from_fullpath: { thing: 'entry', key: 'fullpath' },
	dest_fullpath: { thing: 'entry', key: 'fullpath' },
	target_fullpath: { thing: 'entry', key: 'fullpath' },
	fullpaths: { thing: 'entry', key: 'fullpath' },
	from_fullpaths: { thing: 'entry', key: 'fullpath' },
	paths: { thing: 'entry', key: 'fullpath' },
	path: { thing: 'entry', key: 'fullpath' },
	hash: { thing: 'entry', key: 'hash' },
	filehash: { thing: 'version', key: 'filehash' },
	member_id: { thing: 'member', key: 'member_id' },
	member_ids: { thing: 'member', key: 'member_id' },
	op_id: { thing: 'member', key: 'member_id' },
	account: { thing: 'member', key: 'account' },
	ticket: { thing: 'member', key: 'account' },
	leader_account: { thing: 'member', key: 'account' },
	email: { thing: 'member', key: 'member_email' },
	leader_out_id: { thing: 'member', key: 'out_id' },
	group_id: { thing: 'department', key: 'group_id' },
	group_out_id: { thing: 'department', key: 'out_id' },
	parent_out_id: { thing: 'department', key: 'out_id' },
	group_path: { thing: 'department', key: 'group_path' },
	parent_group_path: { thing: 'department', key: 'group_path' },
	org_id: { thing: 'library', key: 'org_id' },
	mount_id: { thing: 'library', key: 'mount_id' },
	target_mount_id: { thing: 'library', key: 'mount_id' },
	org_client_id: { thing: 'library', key: 'org_client_id' },
	role_id: { thing: 'role', key: 'role_id' },
	ent_id: { thing: 'enterprise', key: 'ent_id' },
	code: { thing: 'link', key: 'code' },
	queue_id: { thing: 'task', key: 'queue_id' },
};

/** Parameters that several things share, by their label: `members` may be accounts or external IDs. */
const BY_LABEL: ReadonlyArray<readonly [wires: readonly string[], label: RegExp, flow: Flow]> = [
	[['out_id'], /enterprise/i, { thing: 'enterprise', key: 'out_id' }],
	[
		['out_id', 'out_ids', 'ids', 'groups'],
		/department.* ids?$|^department$/i,
		{ thing: 'department', key: 'out_id' },
	],
	[['groups'], /path/i, { thing: 'department', key: 'group_path' }],
	[['members'], /account/i, { thing: 'member', key: 'account' }],
	[['members', 'out_ids'], /external/i, { thing: 'member', key: 'out_id' }],
	[['out_id'], /member|editor|annotator|supervisor|owner/i, { thing: 'member', key: 'out_id' }],
];

/** What a text is that names no thing: the name of something, and the account of a member who is created. */
const isNew = ({ kind, label, wire, mode }: ParameterRow, operation: string): boolean =>
	mode === undefined &&
	kind === 'string' &&
	(/name$|destination path|only in folder|field$/i.test(label) ||
		(/^(create|upsert)/.test(operation) && (wire === 'account' || operation === 'create')));

/** The key of an item that belongs into a parameter of an operation; undefined where it takes no thing. */
export function flowInto(parameter: ParameterRow, { operation }: OperationEntry): Flow | undefined {
	const { wire, label, mode, kind } = parameter;
	const isThing = mode !== undefined || kind === 'string';
	if (!isThing || mode === 'list' || isNew(parameter, operation)) return undefined;
	const special = BY_LABEL.find(([wires, pattern]) => wires.includes(wire) && pattern.test(label));
	return special?.[2] ?? KEYS[wire];
}

/** Resources whose `out_id` is that of a person, and of a department. */
const ABOUT_MEMBERS = /member|administrator|personalLibrary|signOn/i;
const ABOUT_DEPARTMENTS = /^(syncDepartment|department|libraryDepartment)$/;

/** Whether the `out_id` of an item names such a thing. */
function outIdNames(thing: Thing, { node, resource }: OperationEntry): boolean {
	if (thing === 'enterprise') return node === 'fileLibraryPartner';
	if (node === 'fileLibraryPartner') return false;
	return (thing === 'member' ? ABOUT_MEMBERS : ABOUT_DEPARTMENTS).test(resource);
}

/** Whether the thing that an item names is gone, or is only planned; files are looked for in the state. */
function isGone(item: IDataObject, thing: Thing, { resource }: OperationEntry): boolean {
	if (item.status === 'planned') return true;
	const isRemoved =
		item.deleted === true && thing !== 'entry' && (resource === thing || resource === 'authorization');
	return isRemoved || item.removed === thing;
}

/** The value under which the item of an operation names a thing; undefined where it does not. */
export function valueOf(item: IDataObject, producer: OperationEntry, { thing, key }: Flow): unknown {
	const value = item[key];
	if (value === undefined || value === null || value === '' || isGone(item, thing, producer)) return undefined;
	if (key === 'out_id' && !outIdNames(thing, producer)) return undefined;
	if (key === 'account' && producer.node === 'fileLibraryPartner') return undefined;
	return value;
}
