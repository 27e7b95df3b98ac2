import { withoutRepeats } from '../plan/readRows';
import type { PlacedRow, WantedRow } from '../plan/tableChange';
import { rowError } from '../../../protocol/rows/inputRow';
import { toFullpath } from '../../../protocol/wire/paths';
import { quoted } from '../../../protocol/wire/quoted';
import { inTurns, mapInTurns } from '../../../client/async/inTurns';
import { inParallel } from '../../../client/async/tasks';
import type { LibraryPeople } from './libraryPeople';
import { naming, type PlaceReader } from './placeReader';

/* Rows whose folder, person and role are known: what only the service can tell. */

/** The row with the ID of its role. Throws LibraryError input for a role that does not exist. */
function withRole(row: WantedRow, people: LibraryPeople | undefined): WantedRow {
	const { wish } = row;
	if (wish?.kind !== 'role') return row;
	const { id, name } = wish;
	if (!people) {
		if (id !== undefined) return row;
		const hint = 'Enter role_id, or use the credential of the enterprise, which knows the names of roles.';
		throw rowError(row, 'role', `${quoted(name ?? '')} cannot be looked up with a library authorization`, hint);
	}
	const roles = [...people.roles];
	const found = roles.filter(([roleId, roleName]) =>
		id === undefined ? roleName.toLowerCase() === name?.toLowerCase() : roleId === id,
	);
	const [role, second] = found;
	const entered = id === undefined ? quoted(name ?? '') : String(id);
	const hint = `The roles are ${roles.map(([roleId, roleName]) => `${roleId} (${roleName})`).join(', ')}.`;
	const label = id === undefined ? 'role' : 'role_id';
	if (!role) throw rowError(row, label, `${entered} is no role of the enterprise`, hint);
	if (second) throw rowError(row, label, `${entered} is the name of several roles`, hint);
	if (id !== undefined && name !== undefined && role[1].toLowerCase() !== name.toLowerCase())
		throw rowError(row, 'role', `role_id ${id} is ${quoted(role[1])}, and not ${quoted(name)}`, hint);
	return { ...row, wish: { kind: 'role', id: role[0], name: role[1] } };
}

/**
 * The rows by the paths of their folders, with the person and the role that they name, each once. Throws LibraryError
 * input for a row that names an unknown role or contradicts another one, and what `call` throws, with the row.
 */
export async function placeRows(
	reader: PlaceReader,
	people: LibraryPeople | undefined,
	rows: readonly WantedRow[],
	width: number,
): Promise<PlacedRow[]> {
	const known = await mapInTurns(rows, (row): WantedRow => {
		const person = people?.person(row.subject);
		return { ...withRole(row, people), subject: person?.subject ?? row.subject, name: row.name ?? person?.name };
	});
	const byId = known.filter(({ fullpath }) => fullpath === undefined);
	const paths = await inParallel(byId, width, async (row): Promise<[WantedRow, string]> => {
		const { hash = '' } = row;
		return [row, toFullpath(await naming(quoted(hash), reader.pathOf(hash), row))];
	});
	const pathOf = new Map(paths);
	return await inTurns(
		withoutRepeats(known.map((row) => ({ ...row, fullpath: row.fullpath ?? pathOf.get(row) ?? '' }))),
	);
}
