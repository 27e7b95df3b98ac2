import { sharing, type Step } from '../plan/plan';
import type { TableChange, TableDifferences } from './tableChange';
import { ALL_CODES, deniedIn, grantedIn, type PermissionCode, type Status, statusOf } from './codes';

/* In which order the changes of a table are made, and which of them share a request. */

const depthOf = ({ fullpath }: TableChange): number => (fullpath === '' ? 0 : fullpath.split('/').length);

/** In one folder: inheritance, removals, departments, then members, who may get something from a department. */
function rankOf(change: TableChange): number {
	if (change.action === 'set_inheritance') return 0;
	if (change.action === 'remove') return 1;
	return change.subject.type === 'department' ? 2 : 3;
}

/** Changes of one step cannot disturb each other. Folders come before what is in them. */
const stepOf = (change: TableChange): number => depthOf(change) * 4 + rankOf(change);

/** The changes folder by folder, as a person reads them. */
export function inOrder(changes: readonly TableChange[]): TableChange[] {
	const byPath = (a: TableChange, b: TableChange): number =>
		a.fullpath === b.fullpath ? 0 : a.fullpath < b.fullpath ? -1 : 1;
	return [...changes].sort((a, b) => depthOf(a) - depthOf(b) || byPath(a, b) || rankOf(a) - rankOf(b));
}

/** What one request can do: the same for several subjects of one folder, named in ways that go together. */
function requestKey(change: TableChange, at: number): string {
	if (change.action === 'set_inheritance') return String(at);
	const { fullpath, action, permission, subject } = change;
	return JSON.stringify([action, fullpath, action === 'set' ? subject.by : '', permission]);
}

/** The changes in the steps in which they are made. */
export function stepsOf(changes: readonly TableChange[]): Array<Step<TableChange>> {
	const steps = new Map<number, TableChange[]>();
	for (const change of changes) {
		const step = stepOf(change);
		steps.set(step, [...(steps.get(step) ?? []), change]);
	}
	return [...steps].sort(([a], [b]) => a - b).map(([, step]) => sharing(step, requestKey));
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
}

/** Permissions that a row does not mention although something applies: what the parent folder says decides. */
const leftOut = (wanted: Status, now: Status): PermissionCode[] =>
	ALL_CODES.filter((code) => wanted[code] === undefined && now[code] !== undefined);

/** Whether the difference cannot be told without what applies in the parent folder. */
export const needsParent = (wanted: Status, now: Status): boolean => leftOut(wanted, now).length > 0;

/** Whether a deny that the row does not mention can go: not where it is needed, or comes from the folders above. */
const canBeUnset = (code: PermissionCode, { parent, isShared }: RowFacts): boolean =>
	!isShared && parent !== undefined && parent[code] === undefined;

/** The permissions that differ from what a row wants. */
export function differingCodes(wanted: Status, facts: RowFacts): PermissionCode[] {
	const { codes: now } = facts;
	return ALL_CODES.filter((code) => {
		if (wanted[code] !== undefined) return now[code] !== wanted[code];
		return now[code] === 1 || (now[code] === -1 && canBeUnset(code, facts));
	});
}

/**
 * The state that is sent for a permission: 0 for one that the row does not mention, unless it would be granted then,
 * by the parent folder or by something that the service does not show.
 */
function stateOf(code: PermissionCode, wanted: Status, facts: RowFacts): 1 | -1 | 0 {
	const asked = wanted[code];
	if (asked !== undefined) return asked;
	if (facts.parent?.[code] === 1) return -1;
	return facts.codes[code] === -1 && !canBeUnset(code, facts) ? -1 : 0;
}

/**
 * The single permissions that make a row true, all of them: what is sent replaces what was set before. `deny` are
 * permissions that have to be denied because leaving them out was not enough.
 */
export const permissionFor = (
	wanted: Status,
	facts: RowFacts,
	deny: readonly PermissionCode[] = [],
): Record<string, number> => ({
	role_id: 0,
	...Object.fromEntries(ALL_CODES.map((code) => [code, deny.includes(code) ? -1 : stateOf(code, wanted, facts)])),
});

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
	const column = (read: (status: Status) => PermissionCode[]) => ({ from: read(from), to: read(to) });
	return {
		...(grantedIn(from).join() === grantedIn(to).join() ? {} : { granted: column(grantedIn) }),
		...(deniedIn(from).join() === deniedIn(to).join() ? {} : { denied: column(deniedIn) }),
	};
}

/** What applies after the single permissions are sent, as far as it can be foreseen. */
export function statusAfter(permission: Readonly<Record<string, number>>): Status {
	const having = (state: number) => ALL_CODES.filter((code) => permission[code] === state);
	return statusOf(having(1), having(-1));
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
