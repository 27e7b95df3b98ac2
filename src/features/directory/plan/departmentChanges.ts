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
import { type CurrentMember, isExternal, type WantedDepartment, type WantedMember } from './directories';
import {
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

/** What is done for a department of the input; undefined for nothing. */
function changeOf(wanted: WantedDepartment, { tree }: DirectoryComparison): DirectoryChange | undefined {
	const { outId, name, parent = '' } = wanted;
	const order = wanted.order === undefined ? undefined : String(wanted.order);
	const existing = tree.before.get(tree.keyOf(outId));
	const upsert = (to: string | undefined): DirectoryRequest => ({
		operation: upsertDepartment,
		params: defined({ out_id: outId, name, parent_out_id: to, orderby: order }),
	});
	if (!existing) {
		const values = defined({ parent, order });
		return entryChange('department', wanted, {
			action: 'create',
			reason: DOES_NOT_EXIST,
			values,
			request: upsert(parent),
		});
	}
	const isMoved = tree.after.get(existing.id)?.parentId !== existing.parentId;
	const above = tree.before.get(existing.parentId);
	// A parent without an external ID is shown by its name.
	const move = isMoved ? { parent: { from: above ? above.outId || above.name : '', to: parent } } : {};
	const differences = { ...differencesIn([['name', existing.name, name]]), ...move };
	const reason = differReason(differences);
	if (reason === undefined && order === undefined) return undefined;
	const inPlace = reason === undefined ? 'resend' : 'update';
	return entryChange('department', wanted, {
		action: isMoved ? 'move' : inPlace,
		reason: reason ?? 'the service does not show the order',
		differences: { ...differences, ...(order === undefined ? {} : { order: { to: order } }) },
		request: upsert(isMoved ? parent : undefined),
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
export function departmentChanges(comparison: DirectoryComparison) {
	const { wanted, tree } = comparison;
	const changes = wanted.departments.flatMap((department) => changeOf(department, comparison) ?? []);
	const levels = byLevel(changes, ({ out_id: outId }) => tree.pathUp(tree.keyOf(outId)).length);
	return {
		stages: levels.flatMap((changes) => [
			...oneByOne(changes.filter((change) => !isCreation(change) && !isResent(change))),
			eachAlone(changes.filter(isCreation)),
		]),
		resent: levels.flat().filter(isResent),
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
	const staying = [...tree.after.keys()].filter((key) => !missingKeys.has(key));
	const kept = new Set(staying.flatMap(tree.pathUp));
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

/** Of the top level, and of a department. */
const REASONS = {
	join: ['the input names no department', 'the input names this department'],
	leave: ['the input names a department', 'the input does not name this department'],
} as const;

const requestOf = (action: 'join' | 'leave', outId: string, department: string): DirectoryRequest => ({
	operation: action === 'join' ? addDepartmentMembers : removeDepartmentMembers,
	params: defined({ members: outId, group_out_id: department === TOP_LEVEL ? undefined : department }),
});

const change = (action: 'join' | 'leave', member: WantedMember, department: string): DirectoryChange =>
	entryChange('member', member, {
		action,
		department,
		reason: REASONS[action][department === TOP_LEVEL ? 0 : 1],
		request: requestOf(action, member.outId, department),
	});

/**
 * Joins of an existing member, of which the groups of one list are made one after another, and leaves, which are made
 * after the joins of all. A member whose departments the input leaves out stays put.
 *
 * Whoever comes from the top level joins the first department before leaving it, because some services keep whoever is
 * in no department there. Both are one group, whose second change takes the first one back where it fails: no answer
 * shows whether a member of a department is at the top level too, so nobody would complete it.
 */
export function membershipChanges(
	member: WantedMember,
	{ departments, listed }: CurrentMember,
): { readonly joins: DirectoryChange[][][]; readonly leaves: DirectoryChange[] } {
	if (!member.departments) return { joins: [], leaves: [] };
	// A listed member without a department is at the top level, one that is not listed is nowhere.
	const now = departments.length === 0 && listed ? [TOP_LEVEL] : departments;
	const then = member.departments.length === 0 ? [TOP_LEVEL] : member.departments;
	const [before, after] = [new Set(now), new Set(then)];
	const joined = then.filter((place) => !before.has(place)).map((place) => change('join', member, place));
	const leaves = now.filter((place) => !after.has(place)).map((place) => change('leave', member, place));
	const [first, ...others] = joined;
	const [leave] = leaves;
	if (!before.has(TOP_LEVEL) || !first || !leave) return { joins: joined.map((join) => [[join]]), leaves };
	const undo = requestOf('leave', member.outId, first.department ?? TOP_LEVEL);
	return { joins: [[[first, { ...leave, undo }], ...others.map((join) => [join])]], leaves: [] };
}
