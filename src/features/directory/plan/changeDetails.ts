import { inSteps, type Steps } from '../../../protocol/plan/inSteps';
import { defined, nameKey } from '../../../protocol/wire/json';
import { type CurrentMember, isExternal, type WantedMember } from './directories';
import { type DirectoryComparison } from './comparison';
import type { AccountPlan } from './accounts';
import { TOP_LEVEL_PATH } from './departmentTree';
import type { ChangeDetails, DirectoryChange, FallingMember } from './directoryChange';

/* What a reviewer needs beside the bare change: who it is, where, and what goes with it. */

/** Everything that details are taken from. */
interface DetailSources extends DirectoryComparison {
	readonly accounts: AccountPlan;
	/** Members whom the plan deletes. */
	readonly deleted: ReadonlySet<string>;
	/** Departments that the plan deletes. */
	readonly deletedDepartments: ReadonlySet<string>;
}

/** The details of one change. */
type DetailsOf = (change: DirectoryChange) => ChangeDetails;

const known = (paths: ReadonlyArray<string | undefined>): string[] => paths.filter((path) => path !== undefined);

/** Paths of the departments that a member is in; undefined where nobody has read them. */
function placesNow({ departments, listed }: CurrentMember, { current, tree }: DetailSources): string[] | undefined {
	if (!current.placesRead) return undefined;
	const places = known(departments.map((outId) => tree.pathBefore(outId)));
	return places.length === 0 && listed ? [TOP_LEVEL_PATH] : places;
}

const placesThen = ({ departments = [] }: WantedMember, { tree }: DetailSources): string[] =>
	departments.length === 0 ? [TOP_LEVEL_PATH] : known(departments.map((outId) => tree.pathAfter(outId)));

/** Names of those who have an email address in the end, by its key. */
type Owners = ReadonlyMap<string, ReadonlyMap<string, string>>;

function* ownersOfEmails({ current, wanted, described, deleted }: DetailSources): Steps<Owners> {
	const owners = new Map<string, Map<string, string>>();
	const add = (id: string, name: string, email: string): void => {
		if (email.trim() === '') return;
		const key = nameKey(email);
		owners.set(key, (owners.get(key) ?? new Map<string, string>()).set(id, name));
	};
	yield* inSteps(current.members, (member) => {
		const { outId, name, account, email } = member;
		if (isExternal(member)) {
			if (!deleted.has(outId)) add(outId, name, described.get(outId)?.email ?? email);
		} else add(`account ${account}`, name, email);
	});
	yield* inSteps(wanted.members, ({ outId, name, email }) => {
		if (email) add(outId, name, email);
	});
	return owners;
}

function warningOf(
	{ out_id: outId, action, values, differences }: DirectoryChange,
	{ accounts }: DetailSources,
	emails: Owners,
): string | undefined {
	const warnings: string[] = [];
	const before = action === 'create' || differences?.account ? accounts.inherited.get(outId) : undefined;
	if (before)
		warnings.push(`Takes over the account of "${before.name}" (${before.outId}), who is deleted in the same run`);
	const email = action === 'create' ? values?.email : differences?.email?.to;
	const others = [...(emails.get(nameKey(email ?? '')) ?? [])].filter(([id]) => id !== outId);
	if (email && others.length > 0)
		warnings.push(`The email address is also that of ${others.map(([, name]) => `"${name}"`).join(', ')}`);
	return warnings.length === 0 ? undefined : warnings.join('. ');
}

function* memberDetails(sources: DetailSources): Steps<DetailsOf> {
	const { existing, described, tree } = sources;
	const emails = yield* ownersOfEmails(sources);
	return (change) => {
		const { action, out_id: outId, department } = change;
		const [now, then] = [existing.get(outId), described.get(outId)];
		const places = now ? placesNow(now, sources) : then && placesThen(then, sources);
		const path = (action === 'leave' ? tree.pathBefore : tree.pathAfter)(department ?? '');
		return defined({
			account: now?.account ?? change.values?.account,
			email: (now?.email ?? change.values?.email) || undefined,
			department_paths: department === undefined ? places : undefined,
			department_path: department === undefined ? undefined : path,
			takes_along:
				action === 'delete'
					? ['the personal library with its files', 'the membership of libraries']
					: undefined,
			warning: warningOf(change, sources, emails),
		});
	};
}

/** Members who are in a department when it is deleted, by the external ID of the department. */
function* membersByDepartment(sources: DetailSources): Steps<ReadonlyMap<string, readonly FallingMember[]>> {
	const { current, described, tree, deleted, deletedDepartments } = sources;
	const found = new Map<string, FallingMember[]>([...deletedDepartments].map((outId) => [outId, []]));
	yield* inSteps(current.members, (member) => {
		const { outId, name, account, departments } = member;
		// Whoever is moved elsewhere by the same plan has left by then.
		if (isExternal(member) && (deleted.has(outId) || described.get(outId)?.departments)) return;
		const staying = departments.filter((place) => !deletedDepartments.has(place));
		const falling = { out_id: outId, name, account, remains_in: known(staying.map(tree.pathAfter)) };
		for (const place of departments) found.get(place)?.push(falling);
	});
	return found;
}

function* departmentDetails(sources: DetailSources): Steps<DetailsOf> {
	const { tree, deletedDepartments } = sources;
	const removed = deletedDepartments.size > 0 ? yield* membersByDepartment(sources) : undefined;
	return ({ out_id: outId, action }) => {
		const [before, after] = [tree.pathBefore(outId), tree.pathAfter(outId)];
		if (action === 'delete') return defined({ path: before, members_removed: removed?.get(outId) });
		return defined({ path: after, previous_path: before === after ? undefined : before });
	};
}

/** Adds what a reviewer needs to a change. */
export function* withDetails(sources: DetailSources): Steps<(change: DirectoryChange) => DirectoryChange> {
	const [ofMember, ofDepartment] = [yield* memberDetails(sources), yield* departmentDetails(sources)];
	return (change) => ({ ...change, ...(change.type === 'member' ? ofMember(change) : ofDepartment(change)) });
}
