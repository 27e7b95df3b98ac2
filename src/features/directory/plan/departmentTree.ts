import { MAX_DEPARTMENT_LEVELS as MAX_LEVELS } from '../../../protocol/catalogue/simplifyEnterprise';
import { addTo } from '../../../protocol/plan/inSteps';
import { LibraryError, quoted } from '../../../protocol/wire/libraryError';
import {
	type CurrentDepartment,
	type CurrentDirectory,
	type DirectoryRules,
	entryFieldError,
	isExternal,
	type WantedDepartment,
	type WantedDirectory,
} from './directories';

/**
 * How many others have to come before each of `ids`: 0 for one that depends on none of the others, otherwise one more
 * than the highest of those it depends on. IDs that depend on themselves, directly or through others, are left out.
 */
export function levelsOf(
	ids: readonly string[],
	dependenciesOf: (id: string) => readonly string[],
): ReadonlyMap<string, number> {
	const all = new Set(ids);
	const waiting = new Map<string, number>();
	const dependents = new Map<string, string[]>();
	for (const id of all) {
		const dependencies = dependenciesOf(id).filter((other) => all.has(other));
		waiting.set(id, dependencies.length);
		for (const other of dependencies) addTo(dependents, other, id);
	}
	const isFree = (id: string): boolean => waiting.get(id) === 0;
	const levels = new Map<string, number>();
	let ready = [...all].filter(isFree);
	for (let level = 0; ready.length > 0; level++) {
		for (const id of ready) levels.set(id, level);
		const after = ready.flatMap((id) => dependents.get(id) ?? []);
		for (const id of after) waiting.set(id, (waiting.get(id) ?? 0) - 1);
		ready = [...new Set(after)].filter(isFree);
	}
	return levels;
}

/** How the top level is written. */
export const TOP_LEVEL_PATH = '/';

type ParentOf = (key: string) => string | undefined;

/**
 * The keys from one department upwards, at most one more than there may be levels. The walk ends at a loop: the
 * service's own answer may contain one.
 */
function walkUp(parentOf: ParentOf, from: string): { path: string[]; next: string } {
	const path = new Set<string>();
	let at = from;
	for (; at !== '' && !path.has(at) && path.size <= MAX_LEVELS; at = parentOf(at) ?? '') path.add(at);
	return { path: [...path], next: at };
}

/** Refuses a department that would be placed below itself, or more than 100 levels deep. Throws LibraryError input. */
export function refuseLoop({ name, from }: WantedDepartment, key: string, parentOf: ParentOf): void {
	const { path, next } = walkUp(parentOf, key);
	const isTooDeep = path.length > MAX_LEVELS;
	if (next !== key && !isTooDeep) return;
	const hint = 'Check the parents of this department and of the departments above it.';
	const where = isTooDeep ? `more than ${MAX_LEVELS} levels deep` : 'below itself';
	throw entryFieldError(from, 'parentOutId', `${quoted(name)} would be placed ${where}`, hint);
}

/** Departments by their keys, each with the key of its parent; '' is the top level. */
type Departments = ReadonlyMap<string, Pick<CurrentDepartment, 'name' | 'parentId'>>;

/**
 * Arranges the departments of the service as the input wants them. Keys are the service's ids; a new department has one
 * of its own. Throws LibraryError input for a parent that neither
 * exists nor is wanted, and for departments that would be placed below themselves or too deep; kind protocol for
 * departments of the service that are more than 100 levels deep.
 */
function departmentTree(current: readonly CurrentDepartment[], wanted: readonly WantedDepartment[]) {
	const keys = new Map(wanted.map(({ outId }) => [outId, `new:${outId}`]));
	for (const { outId, id } of current) if (outId !== '') keys.set(outId, id);
	const keyOf = (outId: string): string => keys.get(outId) ?? '';
	const before = new Map(current.map((department) => [department.id, department]));
	for (const { id, name } of current) {
		if (walkUp((key) => before.get(key)?.parentId, id).path.length <= MAX_LEVELS) continue;
		throw new LibraryError('protocol', `Department ${quoted(name)} is more than ${MAX_LEVELS} levels deep`, {
			hint: 'Report this to the operator of the service.',
		});
	}
	const after = new Map<string, Pick<CurrentDepartment, 'name' | 'parentId'>>(before);
	for (const { outId, name, parent, from } of wanted) {
		if (parent && !keys.has(parent)) {
			const hint = 'Add an item for that department, or leave the field empty for the top level.';
			throw entryFieldError(from, 'parentOutId', `there is no department ${quoted(parent)}`, hint);
		}
		const parentId = parent === undefined ? before.get(keyOf(outId))?.parentId : keyOf(parent);
		after.set(keyOf(outId), { name, parentId: parentId ?? '' });
	}
	const parentAfter: ParentOf = (key) => after.get(key)?.parentId;
	for (const department of wanted) refuseLoop(department, keyOf(department.outId), parentAfter);
	/** Names down to an external ID ('' is the top level), joined by "/"; undefined for one that is not there. */
	const pathIn =
		(departments: Departments) =>
		(outId: string): string | undefined => {
			const key = keys.get(outId);
			if (outId === '') return TOP_LEVEL_PATH;
			if (key === undefined || !departments.has(key)) return undefined;
			const { path } = walkUp((at) => departments.get(at)?.parentId, key);
			const names = path.map((at) => departments.get(at)?.name ?? '?');
			return names.reverse().join('/');
		};
	return {
		/** The departments that there are. */
		before,
		/** The same as they will be, and new ones. */
		after,
		/** Whether a department exists or is wanted. */
		has: (outId: string): boolean => keys.has(outId),
		/** The key of a department that exists or is wanted. */
		keyOf,
		/** The keys of a department and of all departments above it in the end, from the bottom up. */
		pathUp: (key: string): readonly string[] => walkUp(parentAfter, key).path,
		pathBefore: pathIn(before),
		pathAfter: pathIn(after),
	};
}

/** The directory that there is beside the one that is wanted: what every part of a plan is made from. */
export type DirectoryComparison = ReturnType<typeof compare>;

/**
 * Compares two directories. Nobody is missing where the input describes no member at all, because such an input is
 * about departments only. Throws what `departmentTree` throws.
 */
export function compare(current: CurrentDirectory, wanted: WantedDirectory, rules: DirectoryRules) {
	const existing = new Map(current.members.filter(isExternal).map((member) => [member.outId, member]));
	const described = new Map(wanted.members.map((member) => [member.outId, member]));
	const tree = departmentTree(current.departments, wanted.departments);
	// A member that no list shows was read because the input names it.
	const undescribed = [...existing.values()].filter(({ listed, outId }) => listed && !described.has(outId));
	const missing = described.size === 0 || rules.missingMembers === 'leave' ? [] : undescribed;
	/** External IDs of the members whom the run deletes. */
	const deleted = new Set(rules.missingMembers === 'delete' ? missing.map(({ outId }) => outId) : []);
	return { current, wanted, rules, existing, described, tree, missing, deleted };
}
