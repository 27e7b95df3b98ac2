import { levelsInSteps, type Steps } from '../plan/inSteps';
import { sharing, type Stage } from '../plan/plan';
import type { TableChange, TableDifferences } from './tableChange';
import { ALL_CODES, bitsOf, deniedIn, grantedIn, hasBit, type PermissionCode, type Status } from './codes';

/* In which order the changes of a table are made, and which of them share a request. */

/** How deep a folder is; 0 for the root. */
export const depthOf = (fullpath: string): number => (fullpath === '' ? 0 : fullpath.split('/').length);

/**
 * Whether a folder stops inheriting, which comes before everything else: the service makes what it inherits the
 * folder's own, and a run that ends in between would leave there what it has set above and what no row says.
 */
const isStop = (change: TableChange): boolean => change.action === 'set_inheritance' && !change.inherit;

/** In one folder: inheritance, removals, departments, then members, who may get something from a department. */
function rankOf(change: TableChange): number {
	if (change.action === 'set_inheritance') return 0;
	if (change.action === 'remove') return 1;
	return change.subject.type === 'department' ? 2 : 3;
}

/** What one request can do: the same for several subjects of one folder, named in ways that go together. */
function requestKey(change: TableChange, at: number): string {
	if (change.action === 'set_inheritance') return String(at);
	const { fullpath, action, permission, subject, uncertain } = change;
	if (action === 'remove') return `remove ${fullpath}`;
	// What is denied is decided for each of these when it is sent.
	if (uncertain) return String(at);
	const { granted, denied } = bitsOf(permission);
	return `set ${subject.by} ${permission.role_id} ${granted} ${denied} ${fullpath}`;
}

/**
 * The changes in the stages in which they are made. Changes of one stage cannot disturb each other; folders come before
 * what is in them, and those that stop inheriting before all of that. May be interrupted (`inTurns`).
 */
export function* stagesOf(changes: readonly TableChange[]): Steps<Array<Stage<TableChange>>> {
	const placeOf = (change: TableChange): number => depthOf(change.fullpath) * 4 + rankOf(change);
	const made: Array<Stage<TableChange>> = [];
	for (const part of [changes.filter(isStop), changes.filter((change) => !isStop(change))])
		for (const stage of yield* levelsInSteps(part, placeOf)) made.push(yield* sharing(stage, requestKey));
	return made;
}

/*
 * What one row changes. A permission that a row neither grants nor denies must not be granted afterwards. That it is
 * denied instead is the same for the person, so it counts as a difference only where no deny is needed.
 */

/** What is known of the subject of one row. */
export interface RowFacts {
	/** What applies now. */
	readonly codes: Status;
	/** What applies in the parent folder, for a folder that inherits; {} for one that does not; undefined: unknown. */
	readonly parent?: Status | undefined;
	/** Whether departments have permissions of their own there, which members may have got theirs from. */
	readonly isShared: boolean;
	/** The codes, as bits, that are not set in the folder itself: what applies comes from elsewhere, denies too. */
	readonly fromElsewhere?: number;
	/** The codes, as bits, that were not denied when the table was read; unknown where nothing says it. */
	readonly notDeniedAsRead?: number;
	/** The codes, as bits, of which nobody can foresee what the parent folder says once other rows are true. */
	readonly uncertain?: number;
}

/** Permissions that a row does not mention although something applies: what the parent folder says decides. */
const leftOut = (wanted: Status, now: Status): PermissionCode[] =>
	ALL_CODES.filter((code) => wanted[code] === undefined && now[code] !== undefined);

/** Whether the difference cannot be told without what applies in the parent folder. */
export const needsParent = (wanted: Status, now: Status): boolean => leftOut(wanted, now).length > 0;

/** Whether a deny that the row does not mention can go: not where it is needed, or comes from elsewhere. */
const canBeUnset = (code: PermissionCode, { parent, isShared, fromElsewhere = 0, uncertain = 0 }: RowFacts): boolean =>
	!hasBit(fromElsewhere, code) &&
	(hasBit(uncertain, code) || (!isShared && parent !== undefined && parent[code] === undefined));

/** The codes that a row leaves out and that the parent folder may turn out to grant, as bits. */
export function uncertainIn(wanted: Status, { uncertain = 0 }: RowFacts): number {
	const { granted, denied } = bitsOf(wanted);
	return uncertain & ~(granted | denied);
}

/** The permissions that differ from what a row wants. */
export function differingCodes(wanted: Status, facts: RowFacts): PermissionCode[] {
	const { codes: now } = facts;
	return ALL_CODES.filter((code) => {
		if (wanted[code] !== undefined) return now[code] !== wanted[code];
		return now[code] === 1 || (now[code] === -1 && canBeUnset(code, facts));
	});
}

/**
 * The state that is sent for a permission: 0 for one that the row does not mention, unless it would be granted then, by
 * the parent folder or by something that the service does not show. Where that cannot be foreseen it is looked at when
 * the row is sent: a deny that turns out to be needless would be one that nobody asked for.
 */
function stateOf(code: PermissionCode, wanted: Status, facts: RowFacts): 1 | -1 | 0 {
	const asked = wanted[code];
	if (asked !== undefined) return asked;
	const { codes, parent, isShared, fromElsewhere = 0, notDeniedAsRead = 0, uncertain = 0 } = facts;
	if (hasBit(uncertain, code)) return 0;
	if (parent?.[code] === 1) return -1;
	// A deny that came since may be that of a department, which an interrupted run has set.
	const isOwn = codes[code] === -1 && !hasBit(fromElsewhere | notDeniedAsRead, code);
	return isOwn && (isShared || parent === undefined) ? -1 : 0;
}

/** The single permissions that make a row true, all of them: what is sent replaces what was set before. */
export function permissionFor(wanted: Status, facts: RowFacts): Record<string, number> {
	const permission: Record<string, number> = { role_id: 0 };
	for (const code of ALL_CODES) permission[code] = stateOf(code, wanted, facts);
	return permission;
}

/** The permissions that are still granted although a row does not, and those that are not as it says. */
export function missedCodes(
	wanted: Status,
	now: Status,
): { readonly granted: PermissionCode[]; readonly wrong: PermissionCode[] } {
	return {
		granted: ALL_CODES.filter((code) => wanted[code] === undefined && now[code] === 1),
		wrong: ALL_CODES.filter((code) => wanted[code] !== undefined && now[code] !== wanted[code]),
	};
}

/** The columns that change from one status to another. */
export function columnsThatDiffer(from: Status, to: Status): TableDifferences {
	const [was, then] = [bitsOf(from), bitsOf(to)];
	const column = (read: (status: Status) => PermissionCode[]) => ({ from: read(from), to: read(to) });
	return {
		...(was.granted === then.granted ? {} : { granted: column(grantedIn) }),
		...(was.denied === then.denied ? {} : { denied: column(deniedIn) }),
	};
}

/** What applies after the single permissions are sent, as far as it can be foreseen, with what the parent denies. */
export function statusAfter(permission: Readonly<Record<string, number>>, { parent, uncertain = 0 }: RowFacts): Status {
	const after: Partial<Record<PermissionCode, 1 | -1>> = {};
	for (const code of ALL_CODES) {
		const sent = permission[code];
		if (sent === 1) after[code] = 1;
		else if (sent === -1 || (sent === 0 && parent?.[code] === -1 && !hasBit(uncertain, code))) after[code] = -1;
	}
	return after;
}

/**
 * Whether a role seems to apply already: everything that it grants is granted, and what is granted besides comes from
 * the parent folder. `role` is what it grants, where anybody can tell.
 */
export function hasRole(role: Status | undefined, { codes, parent }: RowFacts): boolean {
	if (!role) return false;
	return ALL_CODES.every(
		(code) =>
			(role[code] ?? parent?.[code]) === codes[code] || (role[code] === undefined && codes[code] === undefined),
	);
}
