import {
	columnsThatDiffer,
	differingCodes,
	hasRole,
	permissionFor,
	type RowFacts,
	statusAfter,
	uncertainIn,
} from './rowDifference';
import type { FolderChange, PlacedRow, SubjectChange } from './tableChange';
import type { MissingSubject, TableFacts } from './tableFacts';

/* What rows ask for, each as the change that makes it true. */

const hashOf = ({ places }: TableFacts, { fullpath, hash }: PlacedRow): string | undefined =>
	places.get(fullpath)?.hash ?? hash;

/** The row as a change: what is to be sent, and what differs. */
export function changeOf(
	row: PlacedRow,
	facts: RowFacts,
	table: TableFacts,
	reason: string,
): SubjectChange | undefined {
	const { wish, fullpath, subject, name, item } = row;
	if (!wish) return undefined;
	const common = { action: 'set', fullpath, hash: hashOf(table, row), subject, name, item, reason } as const;
	if (wish.kind === 'role') {
		const id = wish.id ?? 0;
		const to = wish.name ?? String(id);
		return { ...common, before: facts.codes, permission: { role_id: id }, differences: { role: { to } } };
	}
	const permission = permissionFor(wish.codes, facts);
	const after = statusAfter(permission, facts);
	const differences = columnsThatDiffer(facts.codes, after);
	const uncertain = uncertainIn(wish.codes, facts);
	const more = uncertain === 0 ? {} : { uncertain };
	return { ...common, before: facts.codes, wanted: wish.codes, permission, after, differences, ...more };
}

/** Whether what a row wants applies already. */
export function isAsWanted({ wish }: PlacedRow, facts: RowFacts, { roles }: TableFacts): boolean {
	if (!wish) return true;
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
		...{ action: 'set_inheritance', fullpath, hash: place?.hash, inherit, item, reason: 'inherit differs' },
		differences: { inherit: { ...from, to: inherit } },
	};
}

export const removal = ({ fullpath, subject, codes }: MissingSubject, { places }: TableFacts): SubjectChange => ({
	...{ action: 'remove', fullpath, hash: places.get(fullpath)?.hash, subject, before: codes },
	...{ permission: {}, differences: {}, reason: 'no row describes it' },
});
