import { inSteps, mapOfInSteps, type Steps } from '../../../protocol/plan/inSteps';
import { departmentTree, type DepartmentTree } from './departmentTree';
import {
	type CurrentDirectory,
	type CurrentMember,
	type DirectoryRules,
	isExternal,
	type WantedDirectory,
	type WantedMember,
} from './directories';

/** The directory that there is beside the one that is wanted: what every part of a plan is made from. */
export interface DirectoryComparison {
	readonly current: CurrentDirectory;
	readonly wanted: WantedDirectory;
	readonly rules: DirectoryRules;
	/** The members that there are in the external directory, by external ID. */
	readonly existing: ReadonlyMap<string, CurrentMember>;
	/** The members that are wanted, by external ID. */
	readonly described: ReadonlyMap<string, WantedMember>;
	readonly tree: DepartmentTree;
}

/** Compares two directories. Throws what `departmentTree` throws. */
export function* compare(
	current: CurrentDirectory,
	wanted: WantedDirectory,
	rules: DirectoryRules,
): Steps<DirectoryComparison> {
	const existing = new Map<string, CurrentMember>();
	yield* inSteps(current.members, (member) => {
		if (isExternal(member)) existing.set(member.outId, member);
	});
	const described = yield* mapOfInSteps(wanted.members, (member) => [member.outId, member]);
	return { current, wanted, rules, existing, described, tree: yield* departmentTree(current.departments, wanted) };
}
