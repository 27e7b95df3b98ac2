import { allEntries } from '../../client/paging/pages';
import { listDepartments } from '../../protocol/catalogue/enterpriseMember';
import { type JsonObject, textOf } from '../../protocol/wire/json';
import { matches, type Find } from './listSearch';

const idOf = ({ id, group_id: groupId }: JsonObject): unknown => id ?? groupId;

/** The departments of an enterprise by their paths; a department without the wanted value is left out. */
const departmentsBy =
	(valueOf: (department: JsonObject, path: string) => unknown): Find =>
	async (caller, filter) => {
		const all = await allEntries(caller, listDepartments);
		const byId = new Map(all.map((department) => [textOf(idOf(department)), department]));
		const results = all.flatMap((department) => {
			const path = pathOf(department, byId);
			const value = textOf(valueOf(department, path));
			return value !== '' && matches(filter, path, department.out_id, idOf(department))
				? [{ name: path, value }]
				: [];
		});
		return { results: results.sort((a, b) => a.name.localeCompare(b.name)) };
	};

/**
 * The names from the top level down. The path begins at a department whose parent is missing, or that is its own
 * ancestor.
 */
function pathOf(department: JsonObject, byId: ReadonlyMap<string, JsonObject>): string {
	const names: string[] = [];
	const seen = new Set<JsonObject>();
	for (let at: JsonObject | undefined = department; at && !seen.has(at); at = byId.get(textOf(at.parent_id))) {
		seen.add(at);
		names.unshift(textOf(at.name));
	}
	return names.join('/');
}

/** Departments by their IDs. */
export const departmentsById = departmentsBy(idOf);
/** Departments by their external IDs. */
export const departmentsByOutId = departmentsBy(({ out_id: outId }) => outId);
/** Departments by their paths. */
export const departmentsByPath = departmentsBy((_department, path) => path);
const TOP_LEVEL = '/ (Top Level)';
/** Departments by their paths, after the top level of the enterprise. */
export const departmentsByPathOrTop: Find = async (caller, filter) => {
	const { results } = await departmentsByPath(caller, filter);
	return { results: [...(matches(filter, TOP_LEVEL) ? [{ name: TOP_LEVEL, value: '/' }] : []), ...results] };
};
