import {
	bitsOf,
	codeNamed,
	codesIn,
	describeSubject,
	namesOfCodes,
	type Status,
	type Subject,
	subjectValue,
	isById,
	subjectKey,
} from '../../../protocol/catalogue/permissionCodes';
import type { Became, DeletionLimits, Outcome } from '../../../protocol/plan/plan';
import type { PermissionTableRow, SubjectCells } from '../../../protocol/answers/items';
import { allFields, idOf } from '../../../protocol/wire/json';
import { entryPath } from '../../../protocol/wire/paths';
import type { TableChange, TableDifferences } from './tableChange';

/* A row of the table: what one member or department may do in one folder. */

/** Where permissions come from, as far as the service tells (see `originOf`). */
export interface Origin {
	readonly source: 'direct' | 'inherited' | 'library_role' | 'department' | 'unknown';
	/** Full path of the folder that they come from; '' is the root. */
	readonly from?: string | undefined;
	/** The department through which a member has them. */
	readonly through?: { readonly subject: Subject; readonly name?: string | undefined } | undefined;
}

/** What a row is made of. */
export interface RowContent extends Origin {
	readonly fullpath: string;
	readonly hash?: string | undefined;
	readonly subject: Subject;
	readonly name?: string | undefined;
	/** The role in the library, which only an enterprise is told. */
	readonly role?: { readonly id: number; readonly name?: string | undefined } | undefined;
	readonly status: Status;
	readonly inherit?: boolean | undefined;
}

/** What a row said when it was read: tells an edited row from one that only describes. */
export interface AsRead {
	readonly status: Status;
	readonly inherit?: boolean | undefined;
	readonly roleId?: number | undefined;
	readonly role?: string | undefined;
}

const NOTHING = 'nothing';
const listText = (bits: number): string => codesIn(bits).join(',') || NOTHING;

/** The column `as_read`: one text that survives spreadsheets and begins with no character of a formula. */
export const asReadText = ({ status, inherit, roleId, role }: AsRead): string =>
	[
		`granted ${listText(status.granted)}`,
		`denied ${listText(status.denied)}`,
		...(inherit === undefined ? [] : [`inherit ${inherit ? 'yes' : 'no'}`]),
		...(roleId === undefined ? [] : [`role ${roleId}${role === undefined ? '' : ` ${role}`}`]),
	].join('; ');

const PATTERN = /^granted ([a-z,]+); denied ([a-z,]+)(?:; inherit (yes|no))?(?:; role (\d+)(?: (.*))?)?$/;

const bitsIn = (text: string): number =>
	text === NOTHING ? 0 : bitsOf(text.split(',').flatMap((code) => codeNamed(code) ?? []));

/** What `asReadText` wrote; undefined for any other text. */
export function parseAsRead(text: string): AsRead | undefined {
	const [, granted, denied, inherit, roleId, role] = PATTERN.exec(text.trim()) ?? [];
	if (granted === undefined || denied === undefined) return undefined;
	return {
		status: { granted: bitsIn(granted), denied: bitsIn(denied) },
		inherit: inherit === undefined ? undefined : inherit === 'yes',
		roleId: roleId === undefined ? undefined : Number(roleId),
		role,
	};
}

/** The columns that name a member or department: only one has a value. */
const cellsOf = ({ by, value = '' }: Partial<Subject> = {}) => ({
	member_id: by === 'member_id' ? idOf(value) : undefined,
	account: by === 'account' ? value : undefined,
	out_id: by === 'out_id' ? value : undefined,
	group_id: by === 'group_id' ? idOf(value) : undefined,
	group_out_id: by === 'group_out_id' ? value : undefined,
});

type RowWithLists = PermissionTableRow<readonly string[]>;

function listsOf(status: Status): Pick<RowWithLists, 'granted_names' | 'granted' | 'denied'> {
	const granted = codesIn(status.granted);
	return { granted_names: namesOfCodes(granted), granted, denied: codesIn(status.denied) };
}

/** The item of a row. Its lists are texts with commas, as cells of a spreadsheet have them. */
export function rowItem(row: RowContent): PermissionTableRow {
	const { subject, role, status, from } = row;
	const lists = listsOf(status);
	return allFields<PermissionTableRow>({
		fullpath: entryPath(row.fullpath),
		name: row.name || undefined,
		role: role?.name,
		granted_names: lists.granted_names.join(', '),
		source: row.source,
		source_fullpath: from === undefined ? undefined : entryPath(from),
		source_department: row.through?.name,
		inherit: row.inherit,
		type: subject.type,
		granted: lists.granted.join(','),
		denied: lists.denied.join(','),
		...cellsOf(subject),
		source_group_id: row.through ? subjectValue(row.through.subject) : undefined,
		role_id: role?.id,
		hash: row.hash,
		as_read: asReadText({ status, inherit: row.inherit, roleId: role?.id, role: role?.name }),
	});
}

/** The same item with lists. */
export const rowWithLists = (row: RowContent): RowWithLists => ({ ...rowItem(row), ...listsOf(row.status) });

/* What Apply Table puts out. */

type TableChangeInWords = {
	readonly action: TableChange['action'];
	readonly type: 'member' | 'department' | 'folder';
	readonly reason: string;
	readonly fullpath: string;
	readonly hash?: string;
} & SubjectCells & { readonly name?: string; readonly differences: TableDifferences };

/** What is said about one change. */
export type DescribedTableChange = TableChangeInWords &
	Became & {
		/** Permissions that had to be denied because something else grants them. */
		readonly warning?: string;
	};

/** What the summary of Apply Table says besides. */
export type TableTotals = {
	readonly rows: number;
	readonly folders: number;
	/** Rows that are as they are wanted. */
	readonly unchanged: number;
	/** Rows that are as they were read, and follow a row that was edited. */
	readonly following: number;
	/** Members and departments that the service does not know, e.g. `member 12 "Kim Lee"`; the first 100. */
	readonly unknown_subjects: readonly string[];
	/** Direct permissions in the folders of the table that are removed, and that there are. */
	readonly limits: DeletionLimits & { readonly removed: number; readonly existing: number };
};

/** A change as a person reads it. */
export function describeTableChange(change: TableChange): DescribedTableChange {
	const { action, fullpath, hash, reason, differences } = change;
	const who = change.action === 'set_inheritance' ? undefined : change;
	return allFields<TableChangeInWords>({
		action,
		type: who?.subject.type ?? 'folder',
		reason,
		fullpath: entryPath(fullpath),
		hash,
		...cellsOf(who?.subject),
		name: who?.name || undefined,
		differences,
	});
}

const followingNote = (count: number): string =>
	count === 1
		? '1 unedited row was left out: it inherits from a row that you edited, and follows it.'
		: `${count} unedited rows were left out: they inherit from a row that you edited, and follow it.`;
const changedSinceNote = (count: number): string =>
	`${count === 1 ? '1 unedited row is' : `${count} unedited rows are`} not as read: ` +
	'the permissions were changed since then, and stay as they are now.';
const ROLES =
	'The service does not say which role somebody has in a folder. A row with a role is sent again in every run, ' +
	'unless the permissions show that the role applies';

const UNKNOWN = 'Rows that were not applied, because the service does not know these members or departments';

/** As many unknown members and departments as a person reads. */
const NAMED = 100;

const namesOf = (changes: readonly TableChange[]): string[] => [
	...new Set(
		changes.flatMap((change) =>
			change.action === 'set_inheritance' ? [] : [describeSubject(change.subject, change.name)],
		),
	),
];

/** The members and departments of rows that were not made because the service does not know them. */
export function unknownSubjects(
	unknown: readonly TableChange[],
	outcomes: ReadonlyArray<Outcome<TableChange>>,
): readonly string[] {
	// Some services refuse only to change the permissions of somebody who has left.
	const leftOut = outcomes.flatMap(({ change, status, failure }) =>
		status === 'skipped' && !failure ? [change] : [],
	);
	return namesOf([...unknown, ...leftOut]).slice(0, NAMED);
}

/** What the numbers do not say. */
export const notesOf = (
	changes: readonly TableChange[],
	{ following, changedSince }: { readonly following: number; readonly changedSince: number },
	unknown: readonly TableChange[],
): string[] => [
	...(following > 0 ? [followingNote(following)] : []),
	...(changedSince > 0 ? [changedSinceNote(changedSince)] : []),
	...(changes.some(({ differences }) => differences.role !== undefined) ? [ROLES] : []),
	...(unknown.length > 0 ? [`${UNKNOWN}: ${namesOf(unknown).slice(0, NAMED).join(', ')}`] : []),
];

/* Where permissions come from. The service does not say it; what it says allows some conclusions, and no others. */

/** What is known of one folder, or of a file, which has no list of direct permissions. */
export interface PlaceFacts {
	readonly fullpath: string;
	readonly hash?: string | undefined;
	/** Whether it inherits from its parent; undefined where the service does not say, as of the root. */
	readonly inherit?: boolean | undefined;
	/** Members and departments that have permissions of their own here, by `subjectKey`. */
	readonly direct?: ReadonlySet<string> | undefined;
}

/**
 * Where the permissions of a subject seem to come from: the place itself, when its own list names the subject, else the
 * nearest folder above that it inherits from and that does, else the library, where the subject has a role and
 * everything up to the root inherits. Somebody who is not named by ID cannot be found in these lists.
 */
export function candidateFor(
	place: PlaceFacts,
	above: readonly PlaceFacts[],
	subject: Subject,
	hasRole: boolean,
): Origin {
	if (!isById(subject)) return { source: 'unknown' };
	const around = [place, ...above];
	const nearest = around.find(({ direct }) => direct?.has(subjectKey(subject)));
	if (nearest) return { source: nearest === place ? 'direct' : 'inherited', from: nearest.fullpath };
	const reachesRoot = around.some(({ fullpath }) => fullpath === '');
	return { source: hasRole && reachesRoot ? 'library_role' : 'unknown' };
}
