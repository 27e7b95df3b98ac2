import { isExternal, type CurrentDirectory, type CurrentMember } from './currentDirectory';
import type { DirectoryChange } from './directoryChange';
import type { WantedDirectory, WantedMember } from './wantedDirectory';

/* Which departments existing members join and leave. New members are placed by the request that creates them. */

/** The top level of the enterprise, as a place beside the departments. */
const TOP_LEVEL = '';

/**
 * Where a member is now: a listed member without a department is at the top level, one that is not listed is nowhere.
 */
const placesOf = ({ departments, listed }: CurrentMember): readonly string[] =>
	departments.length === 0 && listed ? [TOP_LEVEL] : departments;

const MEMBERSHIP = {
	join: {
		operation: 'entAddSyncGroupMember',
		topLevel: 'the input names no department',
		department: 'the input names this department',
	},
	leave: {
		operation: 'entDelSyncGroupMember',
		topLevel: 'the input names a department',
		department: 'the input does not name this department',
	},
} as const;

function change(action: 'join' | 'leave', { outId, name, from }: WantedMember, department: string): DirectoryChange {
	const { operation, ...reasons } = MEMBERSHIP[action];
	const common = { kind: 'member', outId, name, item: from.item, action, department } as const;
	return department === TOP_LEVEL
		? { ...common, reason: reasons.topLevel, request: { operation, params: { members: outId } } }
		: {
				...common,
				reason: reasons.department,
				request: { operation, params: { members: outId, group_out_id: department } },
			};
}

/**
 * Joins and leaves of existing members, in the order of the input. A member whose departments the input leaves out
 * stays put.
 */
export function membershipChanges(
	current: CurrentDirectory,
	wanted: WantedDirectory,
): { joins: DirectoryChange[]; leaves: DirectoryChange[] } {
	const byOutId = new Map(current.members.filter(isExternal).map((member) => [member.outId, member]));
	const joins: DirectoryChange[] = [];
	const leaves: DirectoryChange[] = [];
	for (const member of wanted.members) {
		const existing = byOutId.get(member.outId);
		if (!existing || !member.departments) continue;
		const now = placesOf(existing);
		const then = member.departments.length === 0 ? [TOP_LEVEL] : member.departments;
		joins.push(...then.filter((place) => !now.includes(place)).map((place) => change('join', member, place)));
		leaves.push(...now.filter((place) => !then.includes(place)).map((place) => change('leave', member, place)));
	}
	return { joins, leaves };
}
