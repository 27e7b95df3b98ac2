import type { CurrentDepartment, CurrentDirectory } from './currentDirectory';
import type { DepartmentTree } from './departmentTree';
import { DOES_NOT_EXIST, differencesIn, differReason, type Differences, type DirectoryChange } from './directoryChange';
import type { WantedDepartment, WantedDirectory } from './wantedDirectory';

type CurrentById = ReadonlyMap<string, CurrentDepartment>;

function creation({ outId, name, parent, from }: WantedDepartment): DirectoryChange {
	return {
		kind: 'department',
		outId,
		name,
		item: from.item,
		action: 'create',
		reason: DOES_NOT_EXIST,
		request: { operation: 'entAddSyncGroup', params: { out_id: outId, name, parent_out_id: parent ?? '' } },
	};
}

/** The move of a department, where there is one. A parent without an external ID is shown by its name. */
function moveOf(
	{ parent }: WantedDepartment,
	{ parentId }: CurrentDepartment,
	current: CurrentById,
	tree: DepartmentTree,
): Differences[string] | undefined {
	if (parent === undefined || (parent === '' ? '' : tree.keyOf(parent)) === parentId) return undefined;
	const above = current.get(parentId);
	return { from: above ? above.outId || above.name : '', to: parent };
}

function changeOf(wanted: WantedDepartment, current: CurrentById, tree: DepartmentTree): DirectoryChange | undefined {
	const existing = current.get(tree.keyOf(wanted.outId) ?? '');
	if (!existing) return creation(wanted);
	const { outId, name, from } = wanted;
	const move = moveOf(wanted, existing, current, tree);
	const differences = {
		...differencesIn([['name', existing.name, name]]),
		...(move ? { parent: move } : {}),
	};
	const reason = differReason(differences);
	if (reason === undefined) return undefined;
	const params = { out_id: outId, name, ...(move ? { parent_out_id: move.to } : {}) };
	return {
		kind: 'department',
		outId,
		name,
		item: from.item,
		action: move ? 'move' : 'update',
		reason,
		differences,
		request: { operation: 'entAddSyncGroup', params },
	};
}

/**
 * Departments to create, rename or move, parents first: the department that another one is moved below is then already
 * in its final place, so no move can close a loop.
 */
export function departmentChanges(
	current: CurrentDirectory,
	wanted: WantedDirectory,
	tree: DepartmentTree,
): DirectoryChange[] {
	const byId = new Map(current.departments.map((department) => [department.id, department]));
	const depth = ({ outId }: WantedDepartment): number => tree.pathUp(tree.keyOf(outId) ?? '').length;
	return [...wanted.departments]
		.sort((a, b) => depth(a) - depth(b))
		.flatMap((department) => changeOf(department, byId, tree) ?? []);
}
