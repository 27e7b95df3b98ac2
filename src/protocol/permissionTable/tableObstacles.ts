import type { Obstacles } from '../plan/plan';
import { shownPath } from '../wire/paths';
import { quoted } from '../wire/quoted';
import { ALL_BITS, bitsOf, describeSubject, subjectKey } from './codes';
import { makePathTree } from './pathTree';
import type { SubjectChange, TableChange } from './tableChange';

/*
 * Rows are made true after those that reach them. Where one of these was not made, what a row leaves out might be
 * denied although nobody would have to deny it: such a row waits for the next run.
 */

interface Place {
	readonly fullpath: string;
	inheritance?: true;
	/** Codes, as bits, that were to change, by the subject. */
	readonly own: Map<string, number>;
	/** Codes that departments were to lose, each with one of these departments. */
	readonly departments: Array<readonly [lost: number, change: SubjectChange]>;
}

/** Codes that a change was to change. */
function movedBy({ before, after }: SubjectChange): number {
	if (!after) return ALL_BITS;
	const [was, then] = [bitsOf(before), bitsOf(after)];
	return (was.granted ^ then.granted) | (was.denied ^ then.denied);
}

const lostBy = ({ before, after }: SubjectChange): number =>
	bitsOf(before).granted & (after ? ~bitsOf(after).granted : ALL_BITS);

/** What the changes of a table that were not made so far prevent; for one run. */
export function makeTableObstacles(): Obstacles<TableChange> {
	const places = makePathTree<Place>((fullpath) => ({ fullpath, own: new Map(), departments: [] }));
	const reasonAt = (place: Place, { fullpath, subject, before, wanted = {} }: SubjectChange): string | undefined => {
		const named = bitsOf(wanted);
		const leftOut = ALL_BITS & ~(named.granted | named.denied);
		const where = quoted(shownPath(place.fullpath));
		if (place.inheritance) return `whether ${where} inherits could not be changed`;
		if (place.fullpath !== fullpath && (place.own.get(subjectKey(subject)) ?? 0) & leftOut)
			return `the permissions in ${where}, which it inherits, could not be changed`;
		if (subject.type === 'department') return undefined;
		const has = bitsOf(before).granted;
		const lost = place.departments.find(([codes]) => (codes & leftOut & has) !== 0);
		return (
			lost &&
			`the permissions of ${describeSubject(lost[1].subject, lost[1].name)} in ${where} could not be changed`
		);
	};
	return {
		add(change) {
			const place = places.at(change.fullpath);
			if (change.action === 'set_inheritance') {
				place.inheritance = true;
				return;
			}
			place.own.set(subjectKey(change.subject), movedBy(change));
			const lost = change.subject.type === 'department' ? lostBy(change) : 0;
			const known = place.departments.reduce((all, [codes]) => all | codes, 0);
			// As many of them at most as there are codes, however many departments were refused.
			if ((lost & ~known) !== 0) place.departments.push([lost, change]);
		},
		to(change) {
			if (change.action !== 'set' || !change.wanted) return undefined;
			for (const place of places.around(change.fullpath)) {
				const reason = reasonAt(place, change);
				if (reason !== undefined) return reason;
			}
			return undefined;
		},
	};
}
