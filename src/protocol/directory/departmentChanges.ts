import { defined } from '../wire/json';
import type { CurrentDepartment, CurrentDirectory } from './currentDirectory';
import type { DepartmentTree } from './departmentTree';
import { DOES_NOT_EXIST, differencesIn, differReason, type Differences, type DirectoryChange } from './directoryChange';
import type { DirectoryRules } from './directoryRules';
import type { WantedDepartment, WantedDirectory } from './wantedDirectory';

type CurrentById = ReadonlyMap<string, CurrentDepartment>;

const orderOf = ({ order }: WantedDepartment): string | undefined => (order === undefined ? undefined : String(order));

function creation(wanted: WantedDepartment): DirectoryChange {
	const { outId, name, parent, from } = wanted;
	const order = orderOf(wanted);
	return {
		kind: 'department',
		outId,
		name,
		item: from.item,
		action: 'create',
		reason: DOES_NOT_EXIST,
		values: defined({ parent: parent ?? '', order }),
		request: {
			operation: 'entAddSyncGroup',
			params: defined({ out_id: outId, name, parent_out_id: parent ?? '', orderby: order }),
		},
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

/** What the service does not show of a department that does not change otherwise. */
function resending(wanted: WantedDepartment): DirectoryChange | undefined {
	const { outId, name, from } = wanted;
	const order = orderOf(wanted);
	if (order === undefined) return undefined;
	return {
		kind: 'department',
		outId,
		name,
		item: from.item,
		action: 'resend',
		reason: 'the service does not show the order',
		differences: { order: { to: order } },
		request: { operation: 'entAddSyncGroup', params: { out_id: outId, name, orderby: order } },
	};
}

function changeOf(wanted: WantedDepartment, current: CurrentById, tree: DepartmentTree): DirectoryChange | undefined {
	const existing = current.get(tree.keyOf(wanted.outId) ?? '');
	if (!existing) return creation(wanted);
	const { outId, name, from } = wanted;
	const order = orderOf(wanted);
	const move = moveOf(wanted, existing, current, tree);
	const differences = {
		...differencesIn([['name', existing.name, name]]),
		...(move ? { parent: move } : {}),
	};
	const reason = differReason(differences);
	if (reason === undefined) return resending(wanted);
	return {
		kind: 'department',
		outId,
		name,
		item: from.item,
		action: move ? 'move' : 'update',
		reason,
		differences: { ...differences, ...(order === undefined ? {} : { order: { to: order } }) },
		request: {
			operation: 'entAddSyncGroup',
			params: defined({ out_id: outId, name, parent_out_id: move?.to, orderby: order }),
		},
	};
}

/** The changes of departments that are equally far below the top level. */
export interface DepartmentLevel {
	/** Renamed or moved: made first and one after another, because one may take the name that another gives up. */
	readonly changed: readonly DirectoryChange[];
	/** New ones, which may be created at the same time. */
	readonly created: readonly DirectoryChange[];
}

/** All changes of departments but their deletion. */
export interface DepartmentChanges {
	/**
	 * Parents first: the department that another one is moved below is then already in its final place, so no move can
	 * close a loop.
	 */
	readonly levels: readonly DepartmentLevel[];
	/** Those of which only the order is sent. */
	readonly resent: readonly DirectoryChange[];
}

/** Departments to create, rename or move. */
export function departmentChanges(
	current: CurrentDirectory,
	wanted: WantedDirectory,
	tree: DepartmentTree,
	{ resend }: Pick<DirectoryRules, 'resend'>,
): DepartmentChanges {
	const byId = new Map(current.departments.map((department) => [department.id, department]));
	const depth = ({ outId }: WantedDepartment): number => tree.pathUp(tree.keyOf(outId) ?? '').length;
	const levels: DirectoryChange[][] = [];
	for (const department of wanted.departments) {
		const change = changeOf(department, byId, tree);
		if (change) (levels[depth(department)] ??= []).push(change);
	}
	// Levels without a change are holes of the list, which flatMap and flat leave out.
	const isResent = ({ action }: DirectoryChange): boolean => action === 'resend';
	return {
		levels: levels.flatMap((changes) => ({
			changed: changes.filter((change) => change.action !== 'create' && !isResent(change)),
			created: changes.filter(({ action }) => action === 'create'),
		})),
		resent: resend ? levels.flat().filter(isResent) : [],
	};
}
