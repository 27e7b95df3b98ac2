import { type DeletionLimits, type Plan, reasonsOfLimits } from '../plan/plan';
import { isWithinPath } from '../wire/paths';
import { wantedInheritance } from './readRows';
import {
	columnsThatDiffer,
	differingCodes,
	hasRole,
	inOrder,
	permissionFor,
	type RowFacts,
	statusAfter,
	stepsOf,
} from './rowDifference';
import { grantedIn, type Subject, subjectKey } from './codes';
import type { FolderChange, PlacedRow, SubjectChange, TableChange } from './tableChange';
import type { TableFacts } from './tableFacts';
import { describeTableChange, notesOf, type TableTotals } from './tableItems';

/* The difference between the table that there is and the one that is wanted. */

const hashOf = ({ places }: TableFacts, { fullpath, hash }: PlacedRow): string | undefined =>
	places.get(fullpath)?.hash ?? hash;

/** The row as a change: what is to be sent, and what differs. */
function changeOf(row: PlacedRow, facts: RowFacts, table: TableFacts, reason: string): SubjectChange | undefined {
	const { wish, fullpath, subject, name, item } = row;
	if (!wish) return undefined;
	const common = { action: 'set', fullpath, hash: hashOf(table, row), subject, name, item, reason } as const;
	if (wish.kind === 'role') {
		const id = wish.id ?? 0;
		const to = wish.name ?? String(id);
		return { ...common, before: facts.codes, permission: { role_id: id }, differences: { role: { to } } };
	}
	const permission = permissionFor(wish.codes, facts);
	const differences = columnsThatDiffer(facts.codes, statusAfter(permission));
	return { ...common, before: facts.codes, wanted: wish.codes, permission, differences };
}

/** A row with the change that makes it true. */
interface Setting {
	readonly row: PlacedRow;
	readonly change: SubjectChange;
}

/** Whether what a row wants applies already. */
function isAsWanted({ wish }: PlacedRow, facts: RowFacts, { roles }: TableFacts): boolean {
	if (!wish) return true;
	if (wish.kind === 'role') return hasRole(wish.id === undefined ? undefined : roles.get(wish.id), facts);
	return differingCodes(wish.codes, facts).length === 0;
}

/** Whether a change of one row may change what the row of somebody else, or one further down, says. */
const mayReach = (from: { readonly fullpath: string; readonly subject: Subject }, to: PlacedRow): boolean =>
	isWithinPath(to.fullpath, from.fullpath) &&
	(subjectKey(from.subject) === subjectKey(to.subject)
		? from.fullpath !== to.fullpath
		: from.subject.type === 'department' && to.subject.type === 'member');

/**
 * Whether a row is as it was read, while one was edited that it may get permissions from: then it follows that one,
 * because whoever gives a department a permission means its members too. Decided by the rows alone, so that a second
 * run decides the same.
 */
const follows = (row: PlacedRow, edited: readonly PlacedRow[]): boolean =>
	!row.isEdited && edited.some((other) => other !== row && mayReach(other, row));

/** Whether a row that is as wanted would not be after a change somewhere else. */
function isAtRisk(row: PlacedRow, facts: RowFacts, changes: readonly TableChange[]): boolean {
	if (!row.wish) return false;
	return changes.some((change) => {
		if (change.action === 'set_inheritance') return isWithinPath(row.fullpath, change.fullpath);
		if (!mayReach(change, row)) return false;
		const after = change.action === 'set' && change.wanted ? statusAfter(change.permission) : undefined;
		// What a role gives cannot be foreseen; what is removed may have been what the row has.
		if (!after) return change.action === 'set' || grantedIn(facts.codes).some((code) => change.before[code] === 1);
		const differs = columnsThatDiffer(change.before, after);
		const codes = [differs.granted, differs.denied].flatMap((column) => [
			...(column?.from ?? []),
			...(column?.to ?? []),
		]);
		return codes.some((code) => change.before[code] !== after[code] && facts.codes[code] !== after[code]);
	});
}

/** Denies what a change somewhere else would grant to a row that does not want it. */
function pinned(change: SubjectChange, row: PlacedRow, changes: readonly TableChange[]): SubjectChange {
	const { wanted } = change;
	if (!wanted) return change;
	const granted = changes.flatMap((other) =>
		other.action === 'set' && mayReach(other, row) ? grantedIn(statusAfter(other.permission)) : [],
	);
	const deny = granted.filter((code) => wanted[code] === undefined);
	const permission = { ...change.permission, ...Object.fromEntries(deny.map((code) => [code, -1])) };
	return { ...change, permission, differences: columnsThatDiffer(change.before, statusAfter(permission)) };
}

/** The folders that begin or stop to inherit. */
function folderChanges(rows: readonly PlacedRow[], { places }: TableFacts): FolderChange[] {
	return [...wantedInheritance(rows)].flatMap(([fullpath, row]) => {
		const from = places.get(fullpath)?.inherit;
		// The root has nothing to inherit from.
		if (fullpath === '' || from === row.inherit) return [];
		return {
			action: 'set_inheritance' as const,
			fullpath,
			hash: places.get(fullpath)?.hash,
			inherit: row.inherit,
			item: row.item,
			reason: 'inherit differs',
			differences: { inherit: { ...(from === undefined ? {} : { from }), to: row.inherit } },
		};
	});
}

const removals = ({ missing, places }: TableFacts): SubjectChange[] =>
	missing.map(({ fullpath, subject, codes }) => ({
		action: 'remove',
		fullpath,
		hash: places.get(fullpath)?.hash,
		subject,
		before: codes,
		permission: {},
		differences: {},
		reason: 'no row describes it',
	}));

/** The rows by what becomes of them, and the changes that make them true. */
function compare(rows: readonly PlacedRow[], facts: TableFacts) {
	const edited = rows.filter(({ isEdited, wish }) => isEdited && wish);
	const following = new Set(rows.filter((row) => follows(row, edited)));
	const described = rows.filter((row) => row.wish && !following.has(row));
	const factsOf = (row: PlacedRow): RowFacts => facts.rows.get(row) ?? { codes: {}, isShared: false };
	const setting = (row: PlacedRow, reason: string): Setting[] => {
		const change = changeOf(row, factsOf(row), facts, reason);
		return change ? [{ row, change }] : [];
	};
	const isDiffering = new Set(described.filter((row) => !isAsWanted(row, factsOf(row), facts)));
	const differing = [...isDiffering].flatMap((row) =>
		setting(row, row.wish?.kind === 'role' ? 'role' : 'permissions differ'),
	);
	const others = [...folderChanges(rows, facts), ...removals(facts)];
	const asked = [...others, ...differing.map(({ change }) => change)];
	const kept = described
		.filter((row) => !isDiffering.has(row) && isAtRisk(row, factsOf(row), asked))
		.flatMap((row) => setting(row, 'would change with another row'));
	const settings = [...differing, ...kept];
	const changes = inOrder([...others, ...settings.map(({ row, change }) => pinned(change, row, asked))]);
	return { changes, following: following.size, unchanged: rows.length - following.size - settings.length };
}

/**
 * The changes that make all rows true. What no row mentions stays as it is, except what `facts.missing` names. Rows
 * without a difference ask for nothing, unless a change elsewhere would change what they say.
 */
export function planTable(rows: readonly PlacedRow[], facts: TableFacts, limits: DeletionLimits): Plan<TableChange> {
	const { changes, following, unchanged } = compare(rows, facts);
	const existing = [...facts.places.values()].reduce((sum, { direct }) => sum + (direct?.size ?? 0), 0);
	const removed = facts.missing.length;
	const totals: TableTotals = {
		rows: rows.length,
		folders: facts.places.size,
		unchanged,
		following,
		limits: { percent: limits.percent, count: limits.count ?? null, removed, existing },
	};
	const words = `remove ${removed} of ${existing} direct permissions`;
	return {
		changes,
		steps: stepsOf(changes),
		reasons: reasonsOfLimits({ removed, existing, words }, limits),
		notes: notesOf(changes, following),
		deletions: removed,
		describe: describeTableChange,
		totals: () => totals,
		itemOf: ({ item }) => item,
	};
}
