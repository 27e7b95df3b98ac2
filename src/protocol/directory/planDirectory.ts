import { inOrder } from './changeOrder';
import { isExternal, type CurrentDirectory } from './currentDirectory';
import { checkDeletionLimit, type DeletionRules } from './deletionLimit';
import { missingDepartments, missingMembers } from './deletions';
import { departmentChanges } from './departmentChanges';
import { departmentTree, type DepartmentTree } from './departmentTree';
import type { DirectoryChange } from './directoryChange';
import { entryError } from './entryFields';
import { memberChanges } from './memberChanges';
import { membershipChanges } from './memberships';
import type { WantedDirectory, WantedMember } from './wantedDirectory';

function requireDepartments({ departments, from }: WantedMember, tree: DepartmentTree): void {
	const unknown = departments?.find((outId) => tree.keyOf(outId) === undefined);
	if (unknown === undefined) return;
	const hint = 'Add an item for that department, or remove it from the field.';
	throw entryError(from, 'departmentOutIds', `there is no department "${unknown}"`, hint);
}

/**
 * The changes that turn the current directory into the wanted one, in the order in which they can be made (`inOrder`).
 * Only what has an external ID is changed. Planning again after all changes have been made gives none.
 * Throws LibraryError input for unknown departments, loops of departments, a new member without an account, an account
 * of a member without an external ID, and more deletions than allowed.
 */
export function planDirectory(
	current: CurrentDirectory,
	wanted: WantedDirectory,
	rules: DeletionRules,
): DirectoryChange[] {
	const tree = departmentTree(current.departments, wanted);
	for (const member of wanted.members) requireDepartments(member, tree);
	const memberDeletions = rules.deleteMembers ? missingMembers(current, wanted) : [];
	const departmentDeletions = rules.deleteDepartments ? missingDepartments(current, wanted, tree) : [];
	checkDeletionLimit(rules, 'members', memberDeletions.length, current.members.filter(isExternal).length);
	checkDeletionLimit(rules, 'departments', departmentDeletions.length, current.departments.filter(isExternal).length);
	return inOrder({
		departments: departmentChanges(current, wanted, tree),
		memberDeletions,
		members: memberChanges(current, wanted),
		...membershipChanges(current, wanted),
		departmentDeletions,
	});
}
