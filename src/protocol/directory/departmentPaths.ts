import type { CurrentDepartment } from './currentDirectory';
import { walkUp, type DepartmentTree } from './departmentTree';
import type { WantedDepartment } from './wantedDirectory';

/** Paths of departments by their external IDs: the names from the top level down, joined by "/". */
export interface DepartmentPaths {
	/** As it is; undefined for a department that does not exist yet. */
	before(outId: string): string | undefined;
	/** As it will be; undefined for a department that neither exists nor is wanted. */
	after(outId: string): string | undefined;
}

/** How the top level is written. */
export const TOP_LEVEL_PATH = '/';

/** The paths of all departments, before and after a plan. The external ID '' is the top level. */
export function departmentPaths(
	current: readonly CurrentDepartment[],
	wanted: readonly WantedDepartment[],
	tree: DepartmentTree,
): DepartmentPaths {
	const parents = new Map(current.map(({ id, parentId }) => [id, parentId]));
	const names = new Map(current.map(({ id, name }) => [id, name]));
	const newNames = new Map(wanted.map(({ outId, name }) => [tree.keyOf(outId) ?? '', name]));
	const joined = (keys: readonly string[], nameOf: (key: string) => string | undefined): string =>
		[...keys]
			.reverse()
			.map((key) => nameOf(key) ?? '?')
			.join('/');
	return {
		before(outId) {
			if (outId === '') return TOP_LEVEL_PATH;
			const key = tree.keyOf(outId) ?? '';
			return names.has(key) ? joined(walkUp(parents, key).path, (at) => names.get(at)) : undefined;
		},
		after(outId) {
			if (outId === '') return TOP_LEVEL_PATH;
			const key = tree.keyOf(outId);
			if (key === undefined) return undefined;
			return joined(tree.pathUp(key), (at) => newNames.get(at) ?? names.get(at));
		},
	};
}
