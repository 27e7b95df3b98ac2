import { inSteps, type Steps } from '../../../protocol/plan/inSteps';
import type { CurrentMember, WantedMember } from './directories';
import type { DirectoryComparison } from './comparison';
import { entryChange, type DirectoryChange, type DirectoryRequest } from './directoryChange';

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
	entryChange('member', member, {
		action,
		department,
		reason: MEMBERSHIP[action][department === TOP_LEVEL ? 'topLevel' : 'department'],
		request: requestOf(action, member.outId, department),
	});

/** The changes of members' places. */
interface MembershipChanges {
	/** Made before `leaves`. The groups of one list are made one after another. */
	readonly joins: ReadonlyArray<ReadonlyArray<readonly DirectoryChange[]>>;
	readonly leaves: readonly DirectoryChange[];
}

/**
 * The changes that bring a member from the top level into departments. The member joins the first one before leaving
 * the top level, because some services keep whoever is in no department there. Both are one group, whose second change
 * takes the first one back where it fails: no answer shows whether a member of a department is at the top level too, so
 * nobody would complete it.
 */
function fromTopLevel(
	member: WantedMember,
	[first, ...others]: readonly [DirectoryChange, ...DirectoryChange[]],
): DirectoryChange[][] {
	const undo = requestOf('leave', member.outId, first.department ?? TOP_LEVEL);
	return [[first, { ...change('leave', member, TOP_LEVEL), undo }], ...others.map((join) => [join])];
}

/**
 * Joins and leaves of existing members, in the order of the input. A member whose departments the input leaves out
 * stays put.
 */
export function* membershipChanges({ existing, wanted }: DirectoryComparison): Steps<MembershipChanges> {
	const joins: DirectoryChange[][][] = [];
	const leaves: DirectoryChange[] = [];
	yield* inSteps(wanted.members, (member) => {
		const found = existing.get(member.outId);
		if (!found || !member.departments) return;
		const now = placesOf(found);
		const then = member.departments.length === 0 ? [TOP_LEVEL] : member.departments;
		const [before, after] = [new Set(now), new Set(then)];
		const joined = then.filter((place) => !before.has(place)).map((place) => change('join', member, place));
		const [first, ...others] = joined;
		if (before.has(TOP_LEVEL) && first) {
			joins.push(fromTopLevel(member, [first, ...others]));
			return;
		}
		joins.push(...joined.map((join) => [[join]]));
		leaves.push(...now.filter((place) => !after.has(place)).map((place) => change('leave', member, place)));
	});
	return { joins, leaves };
}
