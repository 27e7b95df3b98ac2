import type { CurrentMember, WantedMember } from './comparison';
import type { Comparison } from './bothDirectories';
import { changeOf, type DirectoryChange, type DirectoryRequest } from './directoryChange';

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

function requestOf(action: 'join' | 'leave', outId: string, department: string): DirectoryRequest {
	const params: Record<string, string> = { members: outId };
	if (department !== TOP_LEVEL) params.group_out_id = department;
	return { operation: MEMBERSHIP[action].operation, params };
}

const change = (action: 'join' | 'leave', member: WantedMember, department: string): DirectoryChange =>
	changeOf('member', member, {
		action,
		department,
		reason: MEMBERSHIP[action][department === TOP_LEVEL ? 'topLevel' : 'department'],
		request: requestOf(action, member.outId, department),
	});

/** The changes of members' places. */
export interface MembershipChanges {
	/** Made before `leaves`. The changes of one list are made one after another. */
	readonly joins: ReadonlyArray<readonly DirectoryChange[]>;
	readonly leaves: readonly DirectoryChange[];
}

/**
 * The changes that bring a member from the top level into departments. The top level comes first: no answer shows
 * whether a member of a department is at the top level too, so a run that ended in between could not be completed. A
 * member that is in no list is found again by its external ID.
 */
function fromTopLevel(member: WantedMember, joins: readonly DirectoryChange[]): DirectoryChange[] {
	const undo = requestOf('join', member.outId, TOP_LEVEL);
	return [{ ...change('leave', member, TOP_LEVEL), undo }, ...joins];
}

/**
 * Joins and leaves of existing members, in the order of the input. A member whose departments the input leaves out
 * stays put.
 */
export function membershipChanges({ existing, wanted }: Comparison): MembershipChanges {
	const joins: DirectoryChange[][] = [];
	const leaves: DirectoryChange[] = [];
	for (const member of wanted.members) {
		const found = existing.get(member.outId);
		if (!found || !member.departments) continue;
		const now = placesOf(found);
		const then = member.departments.length === 0 ? [TOP_LEVEL] : member.departments;
		const joined = then.filter((place) => !now.includes(place)).map((place) => change('join', member, place));
		if (now.includes(TOP_LEVEL) && joined.length > 0) {
			joins.push(fromTopLevel(member, joined));
			continue;
		}
		joins.push(...joined.map((join) => [join]));
		leaves.push(...now.filter((place) => !then.includes(place)).map((place) => change('leave', member, place)));
	}
	return { joins, leaves };
}
