import {
	addDepartmentMembers,
	deleteDepartments,
	removeDepartmentMembers,
	upsertDepartment,
} from '../../../protocol/catalogue/enterpriseSync';
import { byLevel } from '../../../protocol/plan/inSteps';
import { eachAlone, type Stage } from '../../../protocol/plan/plan';
import { defined } from '../../../protocol/wire/json';
import type { DirectoryComparison } from './departmentTree';
import { type CurrentDepartment, isExternal, type WantedDepartment, type WantedMember } from './directories';
import {
	type Differences,
	differencesIn,
	differReason,
	type DirectoryChange,
	type DirectoryRequest,
	DOES_NOT_EXIST,
	entryChange,
	isResent,
	NOT_IN_INPUT,
} from './directoryChange';

/* Departments to create, rename, move and delete, level by level. */

const orderOf = ({ order }: WantedDepartment): string | undefined => (order === undefined ? undefined : String(order));

function creation(wanted: WantedDepartment): DirectoryChange {
	const { outId, name, parent = '' } = wanted;
	const order = orderOf(wanted);
	return entryChange('department', wanted, {
		action: 'create',
		reason: DOES_NOT_EXIST,
		values: defined({ parent, order }),
		request: {
			operation: upsertDepartment,
			params: defined({ out_id: outId, name, parent_out_id: parent, orderby: order }),
		},
	});
}

interface Departments extends Pick<DirectoryComparison, 'tree'> {
	readonly byId: ReadonlyMap<string, CurrentDepartment>;
}

/** The move of a department, where there is one. A parent without an external ID is shown by its name. */
function moveOf(
	{ parent }: WantedDepartment,
	{ parentId }: CurrentDepartment,
	{ tree, byId }: Departments,
): Differences['parent'] | undefined {
	if (parent === undefined || (parent === '' ? '' : tree.keyOf(parent)) === parentId) return undefined;
	const above = byId.get(parentId);
	return { from: above ? above.outId || above.name : '', to: parent };
}

function resending(wanted: WantedDepartment): DirectoryChange | undefined {
	const { outId, name } = wanted;
	const order = orderOf(wanted);
	if (order === undefined) return undefined;
	return entryChange('department', wanted, {
		action: 'resend',
		reason: 'the service does not show the order',
		differences: { order: { to: order } },
		request: { operation: upsertDepartment, params: { out_id: outId, name, orderby: order } },
	});
}

function update(
	wanted: WantedDepartment,
	existing: CurrentDepartment,
	departments: Departments,
): DirectoryChange | undefined {
	const { outId, name } = wanted;
	const order = orderOf(wanted);
	const move = moveOf(wanted, existing, departments);
	const differences = { ...differencesIn([['name', existing.name, name]]), ...(move ? { parent: move } : {}) };
	const reason = differReason(differences);
	if (reason === undefined) return resending(wanted);
	return entryChange('department', wanted, {
		action: move ? 'move' : 'update',
		reason,
		differences: { ...differences, ...(order === undefined ? {} : { order: { to: order } }) },
		request: {
			operation: upsertDepartment,
			params: defined({ out_id: outId, name, parent_out_id: move?.to, orderby: order }),
		},
	});
}

/** A stage for each change. */
export const oneByOne = <C>(changes: readonly C[]): Array<Stage<C>> => changes.map((change) => [[[change]]]);

const isCreation = ({ action }: DirectoryChange): boolean => action === 'create';

/**
 * Departments to create, rename or move. Parents first: the department that another one is moved below is then already
 * in its final place, so no move can close a loop. Of one level those that are renamed or moved come first and one
 * after another, because one may take the name that another gives up; new ones may be created at the same time.
 */
export function departmentChanges({ current, wanted, tree, rules }: DirectoryComparison) {
	const byId = new Map(current.departments.map((department) => [department.id, department]));
	const keyOf = (outId: string): string => tree.keyOf(outId) ?? '';
	const changes = wanted.departments.flatMap((department) => {
		const existing = byId.get(keyOf(department.outId));
		return existing ? (update(department, existing, { tree, byId }) ?? []) : creation(department);
	});
	const levels = byLevel(changes, ({ out_id: outId }) => tree.pathUp(keyOf(outId)).length);
	return {
		stages: levels.flatMap((changes) => [
			...oneByOne(changes.filter((change) => !isCreation(change) && !isResent(change))),
			eachAlone(changes.filter(isCreation)),
		]),
		resent: rules.resend ? levels.flat().filter(isResent) : [],
	};
}

/**
 * Departments to delete that the input does not describe, children first; none where it describes no department at all.
 * A department that contains one that stays, or that a wanted member is to be in, stays too: deleting it would also
 * delete what is inside it.
 */
export function missingDepartments({ current, wanted, tree, rules }: DirectoryComparison): DirectoryChange[] {
	if (!rules.deleteMissingDepartments || wanted.departments.length === 0) return [];
	const wantedIds = new Set([
		...wanted.departments.map(({ outId }) => outId),
		...wanted.members.flatMap(({ departments }) => departments ?? []),
	]);
	const missing = current.departments.filter((one) => isExternal(one) && !wantedIds.has(one.outId));
	const missingKeys = new Set(missing.map(({ id }) => id));
	const staying = [
		...current.departments.map(({ id }) => id),
		...wanted.departments.map(({ outId }) => tree.keyOf(outId) ?? ''),
	].filter((key) => !missingKeys.has(key));
	const kept = new Set(staying.flatMap((key) => tree.pathUp(key)));
	const gone = missing.filter(({ id }) => !kept.has(id));
	const byDepth = byLevel(gone, ({ id }) => tree.pathUp(id).length).reverse();
	return byDepth
		.flat()
		.map((department) =>
			entryChange('department', department, {
				action: 'delete',
				reason: NOT_IN_INPUT,
				request: { operation: deleteDepartments, params: { groups: department.outId } },
			}),
		);
}

/* Which departments existing members join and leave. New members are placed by the request that creates them. */

const TOP_LEVEL = '';

const MEMBERSHIP = {
	join: {
		operation: addDepartmentMembers,
		topLevel: 'the input names no department',
		department: 'the input names this department',
	},
	leave: {
		operation: removeDepartmentMembers,
		topLevel: 'the input names a department',
		department: 'the input does not name this department',
	},
} as const;

function requestOf(action: 'join' | 'leave', outId: string, department: string): DirectoryRequest {
	const params: Record<string, string> = { members: outId };
	if (department !== TOP_LEVEL) params.group_out_id = department;
	return { operation: MEMBERSHIP[action].operation, params };
}

const change = (action: 'join' | 'leave', member: WantedMember, department: string): DirectoryChange =>
	entryChange('member', member, {
		action,
		department,
		reason: MEMBERSHIP[action][department === TOP_LEVEL ? 'topLevel' : 'department'],
		request: requestOf(action, member.outId, department),
	});

/**
 * The changes that bring a member from the top level into departments. The member joins the first one before leaving
 * the top level, because some services keep whoever is in no department there. Both are one group, whose second change
 * takes the first one back where it fails: no answer shows whether a member of a department is at the top level too, so
 * nobody would complete it.
 */
function fromTopLevel(
	member: WantedMember,
	[first, ...others]: readonly [DirectoryChange, ...DirectoryChange[]],
): DirectoryChange[][] {
	const undo = requestOf('leave', member.outId, first.department ?? TOP_LEVEL);
	return [[first, { ...change('leave', member, TOP_LEVEL), undo }], ...others.map((join) => [join])];
}

/**
 * Joins of existing members, of which the groups of one list are made one after another, and leaves, which are made
 * after them, in the order of the input. A member whose departments the input leaves out stays put.
 */
export function* membershipChanges({ existing, wanted }: DirectoryComparison) {
	const joins: DirectoryChange[][][] = [];
	const leaves: DirectoryChange[] = [];
	for (const member of wanted.members) {
		yield;
		const found = existing.get(member.outId);
		if (!found || !member.departments) continue;
		// A listed member without a department is at the top level, one that is not listed is nowhere.
		const now = found.departments.length === 0 && found.listed ? [TOP_LEVEL] : found.departments;
		const then = member.departments.length === 0 ? [TOP_LEVEL] : member.departments;
		const [before, after] = [new Set(now), new Set(then)];
		const joined = then.filter((place) => !before.has(place)).map((place) => change('join', member, place));
		const [first, ...others] = joined;
		if (before.has(TOP_LEVEL) && first) {
			joins.push(fromTopLevel(member, [first, ...others]));
			continue;
		}
		joins.push(...joined.map((join) => [[join]]));
		leaves.push(...now.filter((place) => !after.has(place)).map((place) => change('leave', member, place)));
	}
	return { joins, leaves };
}
