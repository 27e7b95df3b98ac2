import { refusal, type Wanted, type WantedDepartment, type WantedMember } from './entry';
import { futureTree, type HaveDepartment, type Tree } from './tree';
import { inputError } from '../wire/libraryError';

/* The difference between the directory the service has and the one that is wanted, as a list of single changes. Pure. */

/** A member of the service. */
export interface HaveMember {
	/** '' for a member that is not of the external directory. */
	readonly outId: string;
	readonly name: string;
	readonly account: string;
	readonly email: string;
	readonly phone: string;
	readonly title: string;
	/** Departments of the external directory the member stands in, by external ID. */
	readonly departments: readonly string[];
	/** Whether member management lists the member: in a department or at the top level. */
	readonly listed: boolean;
}
export interface Have {
	readonly departments: readonly HaveDepartment[];
	readonly members: readonly HaveMember[];
}

/** What may be deleted: nothing, or what is missing in the input, up to `deletionLimit` percent of each kind. */
export interface Rules {
	readonly deleteMembers: boolean;
	readonly deleteDepartments: boolean;
	readonly deletionLimit: number;
}

/** operationIds of the requests that changes are made by. */
export type DirectoryWrite =
	| 'entAddSyncGroup'
	| 'entDelSyncGroup'
	| 'entAddSyncMember'
	| 'entDelSyncMember'
	| 'entAddSyncGroupMember'
	| 'entDelSyncGroupMember';
/** What something was and is to be. */
export type Differences = Readonly<Record<string, { readonly from: string; readonly to: string }>>;
/** One change: what a person is told of it, and the one request that makes it. */
export interface Change {
	readonly action: 'create' | 'update' | 'move' | 'delete' | 'join' | 'leave';
	readonly kind: 'member' | 'department';
	readonly outId: string;
	readonly name: string;
	/** Of join and leave: the department by external ID, '' is the top level. */
	readonly department?: string;
	readonly reason: string;
	readonly differences?: Differences;
	/** The input item that asked for it; undefined for what no item names. */
	readonly item?: number;
	readonly request: { readonly operation: DirectoryWrite; readonly params: Readonly<Record<string, string>> };
}

/** True for an external ID that can be named in a comma list; others are left alone, for they would name someone else. */
const external = ({ outId }: { readonly outId: string }): boolean => outId !== '' && !outId.includes(',');

function differences(
	pairs: ReadonlyArray<readonly [name: string, from: string, to: string | undefined]>,
): Differences | undefined {
	const found = pairs.flatMap(([name, from, to]) =>
		to === undefined || to === from ? [] : [[name, { from, to }] as const],
	);
	return found.length ? Object.fromEntries(found) : undefined;
}
const differing = (found: Differences): string =>
	`${Object.keys(found).join(', ')} differ${Object.keys(found).length === 1 ? 's' : ''}`;

function departmentChange(wanted: WantedDepartment, have: ReadonlyMap<string, HaveDepartment>, tree: Tree): Change[] {
	const { outId, name, parent, from } = wanted;
	const common = { kind: 'department', outId, name, item: from.item } as const;
	const known = have.get(tree.keyOf(outId) ?? '');
	if (!known) {
		const params = { out_id: outId, name, parent_out_id: parent ?? '' };
		return [
			{ ...common, action: 'create', reason: 'not there yet', request: { operation: 'entAddSyncGroup', params } },
		];
	}
	const moves = parent !== undefined && (parent === '' ? '' : tree.keyOf(parent)) !== known.parentId;
	const above = have.get(known.parentId);
	// A parent without external ID is told by its name; it is never equal to what is wanted.
	const found = {
		...differences([['name', known.name, name]]),
		...(moves ? { parent: { from: above ? above.outId || above.name : '', to: parent } } : {}),
	};
	if (Object.keys(found).length === 0) return [];
	const params = { out_id: outId, name, ...(moves ? { parent_out_id: parent } : {}) };
	return [
		{
			...common,
			action: moves ? 'move' : 'update',
			reason: differing(found),
			differences: found,
			request: { operation: 'entAddSyncGroup', params },
		},
	];
}

/** Parents first: what a department is moved below stands in its final place by then, so no move can meet a loop. */
function departmentChanges(have: Have, wanted: Wanted, tree: Tree): Change[] {
	const byId = new Map(have.departments.map((department) => [department.id, department]));
	const depth = ({ outId }: WantedDepartment): number => tree.chain(tree.keyOf(outId) ?? '').length;
	return [...wanted.departments]
		.sort((a, b) => depth(a) - depth(b))
		.flatMap((department) => departmentChange(department, byId, tree));
}

/**
 * Departments to delete, children first. One that holds a department that stays, or that a wanted member is to stand in, stays too:
 * deleting it would take along what nobody asked to delete.
 */
function missingDepartments(have: Have, wanted: Wanted, tree: Tree): Change[] {
	const named = new Set([
		...wanted.departments.map(({ outId }) => outId),
		...wanted.members.flatMap(({ departments }) => departments ?? []),
	]);
	const missing = have.departments.filter((department) => external(department) && !named.has(department.outId));
	const candidates = new Set(missing.map(({ id }) => id));
	const staying = [
		...have.departments.map(({ id }) => id),
		...wanted.departments.map(({ outId }) => tree.keyOf(outId) ?? ''),
	].filter((key) => !candidates.has(key));
	const kept = new Set(staying.flatMap((key) => tree.chain(key)));
	return missing
		.filter(({ id }) => !kept.has(id))
		.sort((a, b) => tree.chain(b.id).length - tree.chain(a.id).length)
		.map(({ outId, name }): Change => ({
			action: 'delete',
			kind: 'department',
			outId,
			name,
			reason: 'not in the input',
			request: { operation: 'entDelSyncGroup', params: { groups: outId } },
		}));
}

/** A member of the service with an account; the service would give one without external ID to the new member of that account. */
type Holders = ReadonlyMap<string, HaveMember>;

function memberChange(wanted: WantedMember, have: HaveMember | undefined, holders: Holders): Change[] {
	const { outId, name, email, phone, title, departments, from } = wanted;
	const account = wanted.account ?? have?.account;
	if (!account)
		throw refusal(
			from,
			'account',
			`is required for "${name}", who is new`,
			'Every member needs a name to sign in with.',
		);
	const holder = holders.get(account);
	if (holder && !external(holder)) {
		throw refusal(
			from,
			'account',
			`"${account}" is the account of "${holder.name}", who is not of the external directory`,
			'Give that member the external ID first with Sync Member: Create or Update, or take the item out.',
		);
	}
	const common = { kind: 'member', outId, name, item: from.item } as const;
	const base = { out_id: outId, member_name: name, account };
	if (!have) {
		const profile = {
			...(email ? { member_email: email } : {}),
			...(phone ? { member_phone: phone } : {}),
			...(title ? { member_title: title } : {}),
		};
		const params = { ...base, ...profile, ...(departments ? { group_out_ids: departments.join(',') } : {}) };
		return [
			{
				...common,
				action: 'create',
				reason: 'not there yet',
				request: { operation: 'entAddSyncMember', params },
			},
		];
	}
	const found = differences([
		['name', have.name, name],
		['account', have.account, account],
		['email', have.email, email],
		['phone', have.phone, phone],
		['title', have.title, title],
	]);
	if (!found) return [];
	const changed = (['email', 'phone', 'title'] as const).flatMap((key) =>
		found[key] ? [[`member_${key}`, found[key].to] as const] : [],
	);
	return [
		{
			...common,
			action: 'update',
			reason: differing(found),
			differences: found,
			request: { operation: 'entAddSyncMember', params: { ...base, ...Object.fromEntries(changed) } },
		},
	];
}

/** Joins and leaves of a member who is there. Nothing said about departments leaves them as they are. */
function placements(
	{ outId, name, departments, from }: WantedMember,
	have: HaveMember,
): { joins: Change[]; leaves: Change[] } {
	if (!departments) return { joins: [], leaves: [] };
	// Who is listed without a department stands at the top level; who is not listed stands nowhere.
	const stands = have.departments.length === 0 && have.listed ? [''] : have.departments;
	const wanted = departments.length === 0 ? [''] : departments;
	const common = { kind: 'member', outId, name, item: from.item } as const;
	const params = (department: string) => ({
		members: outId,
		...(department === '' ? {} : { group_out_id: department }),
	});
	return {
		joins: wanted
			.filter((department) => !stands.includes(department))
			.map((department) => ({
				...common,
				action: 'join',
				department,
				reason: department === '' ? 'stands in no department' : 'stands in the department',
				request: { operation: 'entAddSyncGroupMember', params: params(department) },
			})),
		leaves: stands
			.filter((department) => !wanted.includes(department))
			.map((department) => ({
				...common,
				action: 'leave',
				department,
				reason: department === '' ? 'stands in a department' : 'does not stand in the department',
				request: { operation: 'entDelSyncGroupMember', params: params(department) },
			})),
	};
}

/** Stops a broken input from wiping a company. */
function holdLimit(deletions: number, all: number, things: string, { deletionLimit }: Rules): void {
	if (deletions * 100 <= deletionLimit * all) return;
	throw inputError(
		'Deletion Limit',
		`would delete ${deletions} of ${all} ${things}; limit ${deletionLimit} %`,
		'Nothing was changed. Check that the input is complete; if it is, raise the limit.',
	);
}

function missingMembers(have: Have, wanted: Wanted): Change[] {
	const named = new Set(wanted.members.map(({ outId }) => outId));
	return have.members
		.filter((member) => external(member) && !named.has(member.outId))
		.map(({ outId, name }) => ({
			action: 'delete',
			kind: 'member',
			outId,
			name,
			reason: 'not in the input',
			request: { operation: 'entDelSyncMember', params: { members: outId } },
		}));
}

/**
 * The changes that make the wanted directory of the one that is there, in the order in which they can be made: departments parents
 * first; members who go, who make room for those who come; members; joins before leaves, so that nobody stands nowhere in between;
 * at last departments that go, children first. Only what has an external ID is touched. Planning again after them gives nothing.
 * Throws LibraryError input for unknown departments, loops, a new member without account or with that of a member without external ID, and more deletions than allowed.
 */
export function planDirectory(have: Have, wanted: Wanted, rules: Rules): Change[] {
	const tree = futureTree(have.departments, wanted);
	for (const { departments, from } of wanted.members) {
		const unknown = departments?.find((outId) => tree.keyOf(outId) === undefined);
		if (unknown !== undefined)
			throw refusal(
				from,
				'departmentOutIds',
				`there is no department "${unknown}"`,
				'Add an item for it, or take it out.',
			);
	}
	const goingMembers = rules.deleteMembers ? missingMembers(have, wanted) : [];
	const goingDepartments = rules.deleteDepartments ? missingDepartments(have, wanted, tree) : [];
	holdLimit(goingMembers.length, have.members.filter(external).length, 'members', rules);
	holdLimit(goingDepartments.length, have.departments.filter(external).length, 'departments', rules);
	const known = new Map(have.members.filter(external).map((member) => [member.outId, member]));
	const holders = new Map(have.members.map((member) => [member.account, member]));
	const members = wanted.members.flatMap((member) => memberChange(member, known.get(member.outId), holders));
	const moved = wanted.members.flatMap((member) => {
		const there = known.get(member.outId);
		return there ? [placements(member, there)] : [];
	});
	return [
		...departmentChanges(have, wanted, tree),
		...goingMembers,
		...members,
		...moved.flatMap(({ joins }) => joins),
		...moved.flatMap(({ leaves }) => leaves),
		...goingDepartments,
	];
}
