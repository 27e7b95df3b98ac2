import { inParallel } from '../../../client/async/tasks';
import {
	describeSubject,
	setBy,
	type Status,
	type Subject,
	subjectKey,
	unlike,
} from '../../../protocol/catalogue/permissionCodes';
import { isNoSuchEntry, unlessLeft } from '../../../protocol/wire/errorCodes';
import type { JsonObject } from '../../../protocol/wire/json';
import { quoted, rethrown } from '../../../protocol/wire/libraryError';
import { entryPath } from '../../../protocol/wire/paths';
import { naming, onceEach, type Place, type PlaceReader } from './placeReader';
import { type Origin, type RowContent, candidateFor } from '../plan/tableItems';

/** What a table is read of. */
export interface TableRequest {
	/** Full paths; with the entry where a list has shown it, which may be gone meanwhile. */
	readonly places: ReadonlyArray<{ readonly fullpath: string; readonly entry?: JsonObject }>;
	/** Whom to show; everybody whose permissions the service tells when empty. */
	readonly subjects: readonly Subject[];
}

/** What is known of a place; what is missing is named. */
export const placeNamed = async (reader: PlaceReader, fullpath: string, entry?: JsonObject): Promise<Place> =>
	await naming(quoted(entryPath(fullpath)), reader.place(fullpath, entry));

/** Everybody who has permissions in a place, as far as the service tells: departments first, by their IDs. */
async function everybodyAt(reader: PlaceReader, place: Place, above: readonly Place[]): Promise<Subject[]> {
	const owners = above.flatMap(({ own }) => own);
	const departments = (reader.people?.all ?? []).flatMap(({ subject }) =>
		subject.type === 'department' ? [subject] : [],
	);
	const all = [...place.own, ...owners, ...departments, ...(await reader.membersAt(place.fullpath))];
	const rank = ({ type }: Subject): number => (type === 'department' ? 0 : 1);
	return onceEach(all).sort((a, b) => rank(a) - rank(b) || Number(a.value) - Number(b.value));
}

/** A place with everything above that it may inherit from, and whom to show of it; undefined where it is gone. */
async function blockAt(
	reader: PlaceReader,
	{ fullpath, entry }: TableRequest['places'][number],
	chosen: readonly Subject[],
) {
	try {
		const place = await placeNamed(reader, fullpath, entry);
		const above = await reader.above(place);
		const subjects = chosen.length > 0 ? chosen : await everybodyAt(reader, place, above);
		return { place, above, subjects };
	} catch (cause) {
		if (entry && isNoSuchEntry(cause)) return undefined;
		throw rethrown(cause);
	}
}

type Block = NonNullable<Awaited<ReturnType<typeof blockAt>>>;

/**
 * The department through which somebody has all permissions in a place: no list names this person, the library has no
 * role for them, and of the departments of which they are a member, one alone has any permission there, exactly the
 * same. Undefined where the answers do not prove it.
 */
async function givingDepartment(
	reader: PlaceReader,
	{ place, above }: Pick<Block, 'place' | 'above'>,
	{ subject, status }: { readonly subject: Subject; readonly status: Status },
): Promise<Origin | undefined> {
	if (subject.by !== 'member_id' || status.granted === 0) return undefined;
	const isDepartment = ({ type }: Subject): boolean => type === 'department';
	const { people } = reader;
	const named = [place, ...above].flatMap(({ own }) => own);
	const takingPart = (people?.all ?? []).map((person) => person.subject);
	const giving: Array<{ department: Subject; there: Status }> = [];
	for (const department of onceEach([...takingPart, ...named]).filter(isDepartment)) {
		const members = people?.membersOf && (await people.membersOf(department).catch(unlessLeft));
		if (!members?.has(subjectKey(subject))) continue;
		const there = await reader.status(place.fullpath, department).catch(unlessLeft);
		if (there && setBy(there) !== 0) giving.push({ department, there });
	}
	const [only, second] = giving;
	if (!only || second || unlike(status, only.there) !== 0) return undefined;
	const { from } = candidateFor(place, above, only.department, false);
	const through = { subject: only.department, name: people?.person(only.department)?.name };
	return { source: 'department', through, from };
}

/**
 * Where permissions come from, as far as it can be claimed: what is direct is so by the service's own list; anything
 * else only when the subject may do exactly the same where it is said to come from.
 */
async function originOf(
	reader: PlaceReader,
	block: Block,
	of: { readonly subject: Subject; readonly status: Status; readonly hasRole: boolean },
): Promise<Origin> {
	const candidate = candidateFor(block.place, block.above, of.subject, of.hasRole);
	if (candidate.source === 'unknown' && !of.hasRole) return (await givingDepartment(reader, block, of)) ?? candidate;
	if (candidate.source === 'unknown' || candidate.source === 'direct') return candidate;
	const there = await reader.status(candidate.from ?? '', of.subject);
	return unlike(of.status, there) === 0 ? candidate : { source: 'unknown' };
}

async function readRow(reader: PlaceReader, block: Block, named: Subject): Promise<RowContent> {
	const { people } = reader;
	const { fullpath, hash, inherit } = block.place;
	const { subject, name, roleId = 0 } = people?.person(named) ?? { subject: named };
	const status = await naming(describeSubject(subject), reader.status(fullpath, subject));
	const origin = await originOf(reader, block, { subject, status, hasRole: roleId > 0 });
	const role = roleId > 0 ? { id: roleId, name: people?.roles.get(roleId) } : undefined;
	return { fullpath, hash, inherit, subject, name, role, status, ...origin };
}

/**
 * The rows of a permission table, place by place in their order; without `people` they have neither names nor roles.
 * Requests: one for each place and subject, at most three for each place and for each folder above one, and one more
 * for each subject and folder that permissions are inherited from. Who has left and was not chosen has no row. Throws
 * what `call` throws, with what is missing.
 */
export async function readTable(reader: PlaceReader, { places, subjects }: TableRequest): Promise<RowContent[]> {
	const { people, width } = reader;
	// Under the names by which the service lists them.
	const chosen = onceEach(subjects.map((subject) => people?.person(subject)?.subject ?? subject));
	const blocks = await inParallel(places, width, async (place) => await blockAt(reader, place, chosen));
	const cells = blocks.flatMap((block) => block?.subjects.map((subject) => ({ block, subject })) ?? []);
	const rows = await inParallel(cells, width, async ({ block, subject }) => {
		const row = readRow(reader, block, subject);
		return await (chosen.length > 0 ? row : row.catch(unlessLeft));
	});
	return rows.filter((row) => row !== undefined);
}
