import { makePathTree, parentPath } from '../../../protocol/wire/paths';
import {
	ALL_BITS,
	NOTHING_SET,
	setBy,
	type Status,
	type Subject,
	subjectKey,
	unlike,
} from '../../../protocol/catalogue/permissionCodes';
import type { RowFacts } from './rowDifference';
import type { PlacedRow, TableChange } from './tableChange';

/*
 * What the changes of a table do to rows further down, and to members by their departments. Rows are decided from the
 * top down, so everything that may reach a row is known when it is its turn. The time grows with the depth of the
 * folders and not with the number of changes.
 */

interface Decision {
	/** Codes, as bits, that change, or of which nobody knows whether they do. */
	readonly moved: number;
	readonly before: Status;
	/** Undefined after a role was given or permissions were removed. */
	readonly after?: Status | undefined;
	readonly uncertain: number;
	/** Whether it may do anything to any code. */
	readonly isRole: boolean;
}

const foresightOf = (fullpath: string) => ({
	fullpath,
	decided: new Map<string, Decision>(),
	/** The codes, as bits, that departments may change for a member, by what the member has of each. */
	departments: { ifGranted: 0, ifDenied: 0, ifUnset: 0 },
	inheritanceChanges: false,
});
type Reach = ReturnType<typeof foresightOf>['departments'];

/**
 * Adds what a change of a department may do to its members. What a department keeps may have come from above so far,
 * and counts before all that comes from there then: its members have it, unless something else says the opposite.
 */
function extend(to: Reach, { moved, before, after, uncertain, isRole }: Decision): void {
	if (!after) {
		to.ifGranted |= isRole ? ALL_BITS : before.granted;
		to.ifDenied |= isRole ? ALL_BITS : before.denied;
		to.ifUnset |= isRole ? ALL_BITS : 0;
		return;
	}
	const { granted, denied } = after;
	const [gained, lost] = [moved & (granted | uncertain), moved & (denied | uncertain)];
	const unset = moved & (~setBy(after) | uncertain);
	to.ifGranted |= lost | unset | (denied & ~moved);
	to.ifDenied |= gained | unset | (granted & ~moved);
	to.ifUnset |= gained | lost;
}

/** What the changes that are decided so far mean for the rows after them. */
export class LaterChanges {
	private readonly places = makePathTree(foresightOf);

	/** Notes a change; of a department also for its members. */
	add(change: TableChange): void {
		const place = this.places.at(change.fullpath);
		if (change.action === 'set_inheritance') {
			place.inheritanceChanges = true;
			return;
		}
		const { action, subject, before, after, uncertain = 0 } = change;
		const isRole = action === 'set' && !after;
		const moved = after ? unlike(before, after) | uncertain : isRole ? ALL_BITS : setBy(before);
		const decision = { moved, before, after, uncertain, isRole };
		place.decided.set(subjectKey(subject), decision);
		if (subject.type === 'department') extend(place.departments, decision);
	}

	keep({ fullpath, subject }: PlacedRow, { codes }: RowFacts): void {
		const decision = { moved: 0, before: codes, after: codes, uncertain: 0, isRole: false };
		this.places.at(fullpath).decided.set(subjectKey(subject), decision);
	}

	/** The facts of a row when all rows above it are true. `inherit` is what its folder does then. */
	foreseen({ fullpath, subject }: PlacedRow, facts: RowFacts, inherit: boolean | undefined): RowFacts {
		if (inherit === false) return { ...facts, parent: NOTHING_SET };
		if (fullpath === '') return facts;
		const above = parentPath(fullpath);
		const [place] = this.places.around(above);
		const decision = place?.fullpath === above ? place.decided.get(subjectKey(subject)) : undefined;
		if (decision?.after) return { ...facts, parent: decision.after, uncertain: decision.uncertain };
		// What the row leaves out does not apply where the parent was not asked for: it says nothing of it.
		const parent = facts.parent ?? (inherit === undefined ? undefined : NOTHING_SET);
		return { ...facts, parent, uncertain: this.movedAt(above, subject) };
	}

	/** Whether a row that is as wanted may be something else after the changes. */
	isAtRisk({ fullpath, subject }: PlacedRow, { codes: has }: RowFacts): boolean {
		const own = fullpath === '' ? undefined : this.nearest(parentPath(fullpath), subject);
		const { granted, denied } = has;
		if (own?.after && (own.moved & (unlike(own.after, has) | own.uncertain)) !== 0) return true;
		// Permissions that were removed, or the role that was given, may have been what somebody has.
		const isSource = own && ((own.before.granted & granted) | (own.before.denied & denied)) !== 0;
		if (own && !own.after && (own.isRole || isSource)) return true;
		return this.places.around(fullpath).some(({ inheritanceChanges, departments }) => {
			const { ifGranted, ifDenied, ifUnset } = departments;
			const reached = (ifGranted & granted) | (ifDenied & denied) | (ifUnset & ~(granted | denied));
			return inheritanceChanges || (subject.type === 'member' && reached !== 0);
		});
	}

	/** The nearest folder, from this one up, in which the subject of a row is decided. */
	private nearest(fullpath: string, subject: Subject): Decision | undefined {
		const key = subjectKey(subject);
		const decisions = this.places.around(fullpath).map(({ decided }) => decided.get(key));
		return decisions.find((decision) => decision !== undefined);
	}

	/** Codes of a subject that may change in a folder, as bits. */
	private movedAt(fullpath: string, subject: Subject): number {
		let moved = this.nearest(fullpath, subject)?.moved ?? 0;
		for (const { departments, inheritanceChanges } of this.places.around(fullpath)) {
			if (inheritanceChanges) return ALL_BITS;
			if (subject.type === 'member') moved |= departments.ifGranted | departments.ifDenied | departments.ifUnset;
		}
		return moved;
	}
}

/** Which rows follow an edited one, by the folders above them. */
export function followingRows(edited: readonly PlacedRow[]): (row: PlacedRow) => boolean {
	const places = makePathTree((fullpath) => ({ fullpath, keys: new Set<string>(), hasDepartments: false }));
	for (const { fullpath, subject } of edited) {
		const place = places.at(fullpath);
		place.keys.add(subjectKey(subject));
		place.hasDepartments ||= subject.type === 'department';
	}
	return ({ fullpath, subject, isEdited }) =>
		!isEdited &&
		places
			.around(fullpath)
			.some(
				(place) =>
					(place.fullpath !== fullpath && place.keys.has(subjectKey(subject))) ||
					(place.hasDepartments && subject.type === 'member'),
			);
}
