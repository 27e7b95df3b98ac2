import {
	codesIn,
	NOTHING_SET,
	setBy,
	type Status,
	type Subject,
	unlike,
} from '../../../protocol/catalogue/permissionCodes';
import { byLevel } from '../../../protocol/plan/inSteps';
import { sharing, type Stage } from '../../../protocol/plan/plan';
import type { PlaceFacts } from './tableItems';
import type { FolderChange, PlacedRow, SubjectChange, TableChange, TableDifferences, WishingRow } from './tableChange';
import type { LibraryError } from '../../../protocol/wire/libraryError';

/* In which order the changes of a table are made, and which of them share a request. */

/** How deep a folder is; 0 for the root. */
export const depthOf = (fullpath: string): number => (fullpath === '' ? 0 : fullpath.split('/').length);

/**
 * Whether a folder stops inheriting, which comes before everything else: the service makes what it inherits the
 * folder's own, and a run that ends in between would leave there what it has set above and what no row says.
 */
const isStop = (change: TableChange): boolean => change.action === 'set_inheritance' && !change.inherit;

/** What one request can do: the same for several subjects of one folder, named in ways that go together. */
function requestKey(change: TableChange, at: number): string {
	if (change.action === 'set_inheritance') return String(at);
	const { fullpath, action, permission, subject, uncertain, refusal } = change;
	if (action === 'remove') return `remove ${fullpath}`;
	// What is denied is decided for each of these when it is sent; what was refused is said of each by itself.
	if (uncertain || refusal) return String(at);
	const { roleId, granted, denied } = permission;
	return `set ${subject.by} ${roleId} ${granted} ${denied} ${fullpath}`;
}

/**
 * The changes in the stages in which they are made. Changes of one stage cannot disturb each other; folders come before
 * what is in them, and those that stop inheriting before all of that.
 */
export function stagesOf(changes: readonly TableChange[]): Array<Stage<TableChange>> {
	// In one folder: inheritance, removals, departments, then members, who may get something from a department.
	const placeOf = (change: TableChange): number => {
		const first = depthOf(change.fullpath) * 4;
		if (change.action === 'set_inheritance') return first;
		if (change.action === 'remove') return first + 1;
		return first + (change.subject.type === 'department' ? 2 : 3);
	};
	const parts = [changes.filter(isStop), changes.filter((change) => !isStop(change))];
	return parts.flatMap((part) => byLevel(part, placeOf)).map((stage) => sharing(stage, requestKey));
}

/*
 * What one row changes. A permission that a row neither grants nor denies must not be granted afterwards. That it is
 * denied instead is the same for the person, so it counts as a difference only where no deny is needed.
 */

/** What is known of the subject of one row. */
export interface RowFacts {
	readonly codes: Status;
	/** What applies in the parent folder, for one that inherits; nothing for one that does not; undefined: unknown. */
	readonly parent?: Status | undefined;
	/** Whether departments have permissions of their own there, which members may have got theirs from. */
	readonly isShared: boolean;
	/** The codes, as bits, that are not set in the folder itself: what applies comes from elsewhere, denies too. */
	readonly fromElsewhere?: number;
	/** The codes, as bits, of which nobody can foresee what the parent folder says once other rows are true. */
	readonly uncertain?: number;
}

/** Whether a row leaves out what applies: what the parent folder says decides about it. */
export const needsParent = (wanted: Status, now: Status): boolean => (setBy(now) & ~setBy(wanted)) !== 0;

/** The denies that a row does not mention and that can go: none that is needed, or comes from elsewhere; as bits. */
const unneeded = ({ codes, parent, isShared, fromElsewhere = 0, uncertain = 0 }: RowFacts): number =>
	codes.denied & ~fromElsewhere & (uncertain | (isShared || !parent ? 0 : ~setBy(parent)));

/** The permissions that a row grants or denies and that are not so, as bits. */
const notAsAsked = (wanted: Status, now: Status): number => unlike(wanted, now) & setBy(wanted);

/** The permissions that differ from what a row wants, as bits. */
export const differingCodes = (wanted: Status, facts: RowFacts): number =>
	notAsAsked(wanted, facts.codes) | ((facts.codes.granted | unneeded(facts)) & ~setBy(wanted));

/**
 * What is sent to make a row true. What a row does not mention is not set, unless it would be granted then, by the
 * parent folder or by something that the service does not show. Where that cannot be foreseen it is looked at when the
 * row is sent: a deny that turns out to be needless would be one that nobody asked for.
 */
export function statusFor(wanted: Status, facts: RowFacts, notDeniedAsRead = 0): Status {
	const { codes, parent, isShared, fromElsewhere = 0, uncertain = 0 } = facts;
	// A deny that came since may be that of a department, which an interrupted run has set.
	const own = isShared || !parent ? codes.denied & ~(fromElsewhere | notDeniedAsRead) : 0;
	const denied = wanted.denied | (((parent?.granted ?? 0) | own) & ~(setBy(wanted) | uncertain));
	return { granted: wanted.granted & ~denied, denied };
}

/** The permissions that are still granted although a row does not, and those that are not as it says, as bits. */
export const missedCodes = (wanted: Status, now: Status) => ({
	granted: now.granted & ~setBy(wanted),
	wrong: notAsAsked(wanted, now),
});

/**
 * Whether a role seems to apply already: everything that it grants is granted, and what is granted besides comes from
 * the parent folder. `role` is what it grants, where anybody can tell.
 */
function hasRole(role: Status | undefined, { codes, parent = NOTHING_SET }: RowFacts): boolean {
	if (!role) return false;
	const besides = unlike(parent, codes) & setBy(codes) & ~setBy(role);
	return (notAsAsked(role, codes) | besides) === 0;
}

/** What is known of everything that the rows are about. */
export interface TableFacts {
	/** What is known of the subject of a row. */
	readonly rows: ReadonlyMap<PlacedRow, RowFacts>;
	readonly places: ReadonlyMap<string, PlaceFacts>;
	/** Rows whose member or department the service does not know, with what it said. */
	readonly unknown: ReadonlyMap<PlacedRow, LibraryError>;
	/** What roles grant, by ID, as far as it can be told. */
	readonly roles: ReadonlyMap<number, Status>;
	/** Those whose direct permissions are to be removed, because no row describes them. */
	readonly missing: readonly MissingSubject[];
	/** How many direct permissions there are in the folders, before any is removed. */
	readonly existing: number;
}

/** A member or department that has direct permissions in a folder of the table, but no row in it. */
export interface MissingSubject {
	readonly fullpath: string;
	readonly subject: Subject;
	readonly codes: Status;
}

/* What rows ask for, each as the change that makes it true. */

/** The row as a change: what is to be sent, and what differs. */
export function changeOf(row: WishingRow, facts: RowFacts, table: TableFacts, reason: string): SubjectChange {
	const { fullpath, subject, name, item, wish } = row;
	const hash = table.places.get(fullpath)?.hash ?? row.hash;
	const common = { action: 'set', fullpath, hash, subject, name, item, reason } as const;
	if (wish.kind === 'role') {
		const { id = 0, name: to = String(id) } = wish;
		const permission = { ...NOTHING_SET, roleId: id };
		return { ...common, before: facts.codes, permission, differences: { role: { to } } };
	}
	const permission = statusFor(wish.codes, facts, row.notDeniedAsRead);
	const { codes: before, parent, uncertain: open = 0 } = facts;
	const { granted, denied } = permission;
	// What applies then, as far as it can be foreseen, with what the parent denies.
	const after = { granted, denied: denied | ((parent?.denied ?? 0) & ~(granted | open)) };
	const columns = (['granted', 'denied'] as const).filter((name) => before[name] !== after[name]);
	const differences: TableDifferences = Object.fromEntries(
		columns.map((name) => [name, { from: codesIn(before[name]), to: codesIn(after[name]) }]),
	);
	// What the row leaves out, and the parent folder may turn out to grant.
	const uncertain = open & ~setBy(wish.codes);
	const more = uncertain === 0 ? {} : { uncertain };
	return { ...common, before, wanted: wish.codes, permission, after, differences, ...more };
}

/** Whether what a row wants applies already. */
export function isAsWanted({ wish }: WishingRow, facts: RowFacts, { roles }: TableFacts): boolean {
	if (wish.kind === 'role') return hasRole(wish.id === undefined ? undefined : roles.get(wish.id), facts);
	return differingCodes(wish.codes, facts) === 0;
}

/** The change of a folder that begins or stops to inherit; undefined for one that does what the row says. */
export function folderChange(row: PlacedRow & { inherit: boolean }, { places }: TableFacts): FolderChange | undefined {
	const { fullpath, inherit, item } = row;
	const place = places.get(fullpath);
	// The root has nothing to inherit from.
	if (fullpath === '' || place?.inherit === inherit) return undefined;
	const from = place?.inherit === undefined ? {} : { from: place.inherit };
	return {
		action: 'set_inheritance',
		fullpath,
		hash: place?.hash,
		inherit,
		item,
		reason: 'inherit differs',
		differences: { inherit: { ...from, to: inherit } },
	};
}

export const removal = ({ fullpath, subject, codes }: MissingSubject, { places }: TableFacts): SubjectChange => ({
	action: 'remove',
	fullpath,
	hash: places.get(fullpath)?.hash,
	subject,
	before: codes,
	permission: NOTHING_SET,
	differences: {},
	reason: 'no row describes it',
});
