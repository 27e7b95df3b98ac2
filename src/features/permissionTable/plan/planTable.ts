import { describeSubject, NOTHING_SET, setBy, subjectKey, unlike } from '../../../protocol/catalogue/permissionCodes';
import { byLevel, groupBy, type Steps } from '../../../protocol/plan/inSteps';
import { type DeletionLimits, type Obstacles, type Plan, reasonsOfLimits } from '../../../protocol/plan/plan';
import { isMemberOrDepartmentMissing } from '../../../protocol/wire/errorCodes';
import { quoted } from '../../../protocol/wire/libraryError';
import { makePathTree, pathUp, entryPath } from '../../../protocol/wire/paths';
import { followingRows, LaterChanges } from './foresight';
import { wantedInheritance } from './readRows';
import {
	changeOf,
	depthOf,
	folderChange,
	isAsWanted,
	removal,
	type RowFacts,
	stagesOf,
	type TableFacts,
} from './rowDifference';
import {
	hasWish,
	type PlacedRow,
	purposeOf,
	type SubjectChange,
	type TableChange,
	type WishingRow,
} from './tableChange';
import {
	type DescribedTableChange,
	describeTableChange,
	notesOf,
	type TableTotals,
	unknownSubjects,
} from './tableItems';

/*
 * Rows are made true after those that reach them. Where one of these was not made, what a row leaves out might be
 * denied although nobody would have to deny it: such a row waits for the next run. Where a folder that was to stop
 * inheriting goes on, what is changed above would reach it, and what is removed in it might be replaced from above: its
 * permissions, those above it and those inside it stay as they are.
 */

interface FolderObstacles {
	readonly fullpath: string;
	inheritance?: true;
	/** The folder that goes on inheriting though it was to stop: this one, or one inside it. */
	goesOn?: string;
	readonly own: Set<string>;
	/** Codes that departments were not to have, though they might without their change, each with one of these. */
	readonly departments: Array<readonly [lost: number, change: SubjectChange]>;
}

const notInherited = (fullpath: string): string =>
	`whether ${quoted(entryPath(fullpath))} inherits could not be changed`;

/** What was not made in one folder and those above it that a row of the folder builds on, as the end of a sentence. */
function reasonAt(place: FolderObstacles, change: SubjectChange): string | undefined {
	const { fullpath, subject, before, wanted = NOTHING_SET, uncertain = 0 } = change;
	const leftOut = ~setBy(wanted);
	const where = quoted(entryPath(place.fullpath));
	if (place.inheritance) return notInherited(place.fullpath);
	// It may have been about to deny what it leaves out, which may be seen to be granted here.
	if (place.fullpath !== fullpath && place.own.has(subjectKey(subject)))
		return `the permissions in ${where}, which it inherits, could not be changed`;
	if (subject.type === 'department') return undefined;
	const mayHave = before.granted | uncertain;
	const lost = place.departments.find(([codes]) => (codes & leftOut & mayHave) !== 0);
	return (
		lost && `the permissions of ${describeSubject(lost[1].subject, lost[1].name)} in ${where} could not be changed`
	);
}

/** What the changes of a table that were not made so far prevent; for one run. */
export function makeTableObstacles(): Obstacles<TableChange> {
	const places = makePathTree<FolderObstacles>((fullpath) => ({ fullpath, own: new Set(), departments: [] }));
	return {
		add(change, failure) {
			// Whom the service does not know has no permissions, and nobody has any through them.
			if (isMemberOrDepartmentMissing(failure)) return;
			const place = places.at(change.fullpath);
			if (change.action === 'set_inheritance') {
				place.inheritance = true;
				if (change.inherit) return;
				for (const folder of pathUp(change.fullpath)) {
					const each = places.at(folder);
					if (each.goesOn !== folder) each.goesOn = change.fullpath;
				}
				return;
			}
			const { subject, before, after, permission, uncertain = 0 } = change;
			place.own.add(subjectKey(subject));
			if (subject.type !== 'department') return;
			// Codes are taken away that are granted now, and that a folder above would grant where the change denies
			// them or may do so.
			const lost = (before.granted | permission.denied | uncertain) & ~(after?.granted ?? 0);
			const known = place.departments.reduce((all, [codes]) => all | codes, 0);
			// As many of them at most as there are codes, however many departments were refused.
			if ((lost & ~known) !== 0) place.departments.push([lost, change]);
		},
		to(change) {
			if (change.action === 'set_inheritance' && !change.inherit) return undefined;
			const around = places.around(change.fullpath);
			for (const { fullpath, goesOn } of around)
				if (goesOn !== undefined && (fullpath === change.fullpath || fullpath === goesOn))
					return notInherited(goesOn);
			if (change.action !== 'set' || !change.wanted) return undefined;
			return around.map((place) => reasonAt(place, change)).find((each) => each !== undefined);
		},
	};
}

/* The difference between the table that there is and the one that is wanted. */

const NOTHING_KNOWN: RowFacts = { codes: NOTHING_SET, isShared: false };
const pathOf = ({ fullpath }: { readonly fullpath: string }): string => fullpath;

/** The change of a row that is not as wanted, or may not be so after others, as far as they are foreseen. */
function rowChange(
	row: WishingRow,
	[now, then]: readonly [RowFacts, RowFacts],
	facts: TableFacts,
	foresight: LaterChanges,
): SubjectChange | undefined {
	const isWanted = isAsWanted(row, then, facts);
	if (isWanted && !foresight.isAtRisk(row, now)) return undefined;
	const differs = row.wish.kind === 'role' ? 'role' : 'permissions differ';
	const change = changeOf(row, then, facts, isWanted ? 'would change with another row' : differs);
	return isWanted ? { ...change, isTrue: true } : change;
}

/** Compares the rows folder by folder from the top, so that what reaches a row is known when it is its turn. */
function* compareRows(rows: readonly PlacedRow[], facts: TableFacts, describesAll: boolean) {
	const inheritance = wantedInheritance(rows);
	const turned = makePathTree((fullpath) => fullpath);
	for (const fullpath of inheritance.keys()) turned.at(fullpath);
	const wishing = rows.filter(hasWish);
	const follows = followingRows(wishing.filter(({ isEdited }) => isEdited));
	// A member may get something from a department.
	const inOrder = (['department', 'member'] as const).flatMap((type) =>
		wishing.filter(({ subject }) => subject.type === type),
	);
	const [rowsAt, missingAt] = [groupBy(inOrder, pathOf), groupBy(facts.missing, pathOf)];
	yield;
	const paths = new Set([...rows.map(pathOf), ...missingAt.keys()]);
	const folders = byLevel(paths, depthOf).flatMap((level) => level.sort());
	yield;
	const foresight = new LaterChanges();
	const changes: TableChange[] = [];
	let following = 0;
	/** Rows that stay as they are though their permissions were changed by others since they were read. */
	let changedSince = 0;
	const add = (change: TableChange): void => {
		foresight.add(change);
		changes.push(change);
	};
	const turn = (fullpath: string, inherit: boolean): void => {
		const wanted = inheritance.get(fullpath);
		const change = wanted?.inherit === inherit ? folderChange(wanted, facts) : undefined;
		if (change) add(change);
	};
	for (const fullpath of folders) turn(fullpath, false);
	for (const fullpath of folders) {
		turn(fullpath, true);
		for (const one of missingAt.get(fullpath) ?? []) add(removal(one, facts));
		const inherit = inheritance.get(fullpath)?.inherit ?? facts.places.get(fullpath)?.inherit;
		for (const row of rowsAt.get(fullpath) ?? []) {
			yield;
			if (follows(row)) {
				following++;
				continue;
			}
			const now = facts.rows.get(row) ?? NOTHING_KNOWN;
			// A row of which nothing was edited only describes, even where somebody else has made it untrue.
			const isKept = !row.isEdited && !describesAll && turned.around(fullpath).length === 0;
			const then = foresight.foreseen(row, now, inherit);
			const change = isKept ? undefined : rowChange(row, [now, then], facts, foresight);
			if (change) add(change);
			else foresight.keep(row, now);
			if (isKept && row.wish.kind === 'codes' && unlike(row.wish.codes, now.codes) !== 0) changedSince++;
		}
	}
	return { changes, following, changedSince };
}

/**
 * The changes that make edited rows true. What no row mentions stays as it is, except what `facts.missing` names. Rows
 * without a difference ask for nothing, unless a change elsewhere would change what they say. Rows of unknown members
 * and departments are left out, unless the run is to fail for them; those that were not edited are made true, too,
 * where the rows describe all that there is to be.
 */
export function* planTable(
	rows: readonly PlacedRow[],
	facts: TableFacts,
	rules: { readonly limits: DeletionLimits; readonly failsForUnknown: boolean; readonly describesAll: boolean },
): Steps<Plan<TableChange, DescribedTableChange, TableTotals>> {
	const { limits, failsForUnknown, describesAll } = rules;
	const unknown = rows.filter(hasWish).flatMap((row): SubjectChange[] => {
		const refusal = facts.unknown.get(row);
		const reason = `the service does not know this ${row.subject.type}`;
		return refusal ? [{ ...changeOf(row, NOTHING_KNOWN, facts, reason), refusal }] : [];
	});
	const known = rows.filter((row) => !facts.unknown.has(row));
	yield;
	const compared = yield* compareRows(known, facts, describesAll);
	const { following } = compared;
	const set = compared.changes.filter(({ action }) => action === 'set').length;
	const { existing, missing } = facts;
	const removed = missing.length;
	const words = `remove ${removed} of ${existing} direct permissions`;
	const totals: Omit<TableTotals, 'unknown_subjects'> = {
		rows: rows.length,
		folders: facts.places.size,
		unchanged: known.length - following - set,
		following,
		limits: { ...limits, removed, existing },
	};
	const changes = failsForUnknown ? [...unknown, ...compared.changes] : compared.changes;
	yield;
	const stages = stagesOf(changes);
	yield;
	return {
		changes,
		stages,
		impossible: failsForUnknown ? [] : unknown,
		reasons: reasonsOfLimits({ removed, existing, words }, limits),
		notes: notesOf(changes, compared, unknown),
		deletions: removed,
		describe: describeTableChange,
		purpose: purposeOf,
		totals: (outcomes) => ({ ...totals, unknown_subjects: unknownSubjects(unknown, outcomes) }),
		itemOf: ({ item }) => item,
	};
}
