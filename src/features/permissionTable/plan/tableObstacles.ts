import type { Obstacles } from '../../../protocol/plan/plan';
import { isMemberOrDepartmentMissing } from '../../../protocol/wire/errorCodes';
import { pathUp, shownPath } from '../../../protocol/wire/paths';
import { quoted } from '../../../protocol/wire/quoted';
import {
	ALL_BITS,
	describeSubject,
	NOTHING_SET,
	setBy,
	statusIn,
	subjectKey,
} from '../../../protocol/catalogue/permissionCodes';
import { makePathTree } from './pathTree';
import type { SubjectChange, TableChange } from './tableChange';

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
	/** The subjects of its changes. */
	readonly own: Set<string>;
	/** Codes that departments were not to have, though they might without their change, each with one of these. */
	readonly departments: Array<readonly [lost: number, change: SubjectChange]>;
}

/**
 * The codes that a change takes away, as bits: those that are granted now, and those that a folder above would grant
 * where the change denies them or may do so.
 */
const lostBy = ({ before, after, permission, uncertain = 0 }: SubjectChange): number =>
	(before.granted | statusIn(permission).denied | uncertain) & (after ? ~after.granted : ALL_BITS);

const notInherited = (fullpath: string): string =>
	`whether ${quoted(shownPath(fullpath))} inherits could not be changed`;

/** What was not made in one folder and those above it that a row of the folder builds on, as the end of a sentence. */
function reasonAt(place: FolderObstacles, change: SubjectChange): string | undefined {
	const { fullpath, subject, before, wanted = NOTHING_SET, uncertain = 0 } = change;
	const leftOut = ~setBy(wanted);
	const where = quoted(shownPath(place.fullpath));
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

/** Why a change must wait in a folder that goes on inheriting, inside it or above it. */
function reasonOfInheriting(around: readonly FolderObstacles[], { fullpath }: TableChange): string | undefined {
	const reached = around.find(
		(place) => place.goesOn !== undefined && [fullpath, place.goesOn].includes(place.fullpath),
	);
	return reached?.goesOn === undefined ? undefined : notInherited(reached.goesOn);
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
			place.own.add(subjectKey(change.subject));
			const lost = change.subject.type === 'department' ? lostBy(change) : 0;
			const known = place.departments.reduce((all, [codes]) => all | codes, 0);
			// As many of them at most as there are codes, however many departments were refused.
			if ((lost & ~known) !== 0) place.departments.push([lost, change]);
		},
		to(change) {
			if (change.action === 'set_inheritance' && !change.inherit) return undefined;
			const around = places.around(change.fullpath);
			const reason = reasonOfInheriting(around, change);
			if (reason !== undefined || change.action !== 'set' || !change.wanted) return reason;
			return around.map((place) => reasonAt(place, change)).find((each) => each !== undefined);
		},
	};
}
