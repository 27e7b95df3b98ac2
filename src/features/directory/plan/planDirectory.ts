import { mapInSteps, type Steps } from '../../../protocol/plan/inSteps';
import { eachAlone, type Obstacles, type Plan, type Stage } from '../../../protocol/plan/plan';
import { quoted } from '../../../protocol/wire/libraryError';
import { type DirectoryFacts, planAccounts, planSupervisors } from './accounts';
import { departmentChanges, missingDepartments, oneByOne } from './departmentChanges';
import { compare, type DirectoryComparison, TOP_LEVEL_PATH } from './departmentTree';
import {
	type CurrentDirectory,
	type CurrentMember,
	type DirectoryRules,
	entryFieldError,
	isExternal,
	type WantedDirectory,
} from './directories';
import {
	type ChangeDetails,
	type DirectoryChange,
	type FallingMember,
	idsOf,
	isResent,
	purposeOf,
	type ShownChange,
	shownChange,
} from './directoryChange';
import { memberChanges } from './memberChanges';
import { type DirectoryTotals, summaryOf } from './planSummary';
import { defined, nameKey } from '../../../protocol/wire/json';

/** What the changes that were not made so far prevent; for one run. */
export function makeObstacles(): Obstacles<DirectoryChange> {
	let notMade = 0;
	const notWritten = new Set<string>();
	const notJoined = new Set<string>();
	return {
		add({ action, type, out_id: outId }) {
			notMade++;
			if (type !== 'member') return;
			if (action === 'join') notJoined.add(outId);
			if (action === 'create' || action === 'update') notWritten.add(outId);
		},
		to({ type, action, out_id: outId }) {
			// Deleting the department would also remove members that could not be moved out of it.
			if (type === 'department' && action === 'delete' && notMade > 0)
				return 'departments are deleted only after all other changes have succeeded';
			// Leaving would put the member into no department at all.
			if (action === 'leave' && notJoined.has(outId))
				return 'the member could not be added to the other department';
			// Enabling names the member by the account, which may still be that of another member; any other request
			// would create a member who could not be created before, without all that is not in it.
			if (type === 'member' && notWritten.has(outId)) return 'the member could not be created or updated before';
			return undefined;
		},
	};
}

/* What a reviewer needs beside the bare change: who it is, where, and what goes with it. */

const known = (paths: ReadonlyArray<string | undefined>): string[] => paths.filter((path) => path !== undefined);

function placesNow({ departments, listed }: CurrentMember, { current, tree }: DirectoryFacts): string[] | undefined {
	if (!current.placesRead) return undefined;
	const places = known(departments.map((outId) => tree.pathBefore(outId)));
	return places.length === 0 && listed ? [TOP_LEVEL_PATH] : places;
}

/** Names of those who have an email address in the end, by its key. */
type Owners = ReadonlyMap<string, ReadonlyMap<string, string>>;

const emailIn = ({ action, values, differences }: DirectoryChange): string =>
	(action === 'create' ? values?.email : differences?.email?.to) ?? '';

/** The owners of the addresses that are given by changes. */
function ownersOfEmails(
	{ current, wanted, described, deleted }: DirectoryFacts,
	changes: readonly DirectoryChange[],
): Owners {
	const given = changes.map(emailIn).filter((email) => email !== '');
	const owners = new Map(given.map((email) => [nameKey(email), new Map<string, string>()]));
	if (owners.size === 0) return owners;
	const add = (id: string, name: string, email: string): unknown => owners.get(nameKey(email))?.set(id, name);
	for (const member of current.members) {
		const { outId, name, account, email } = member;
		if (!isExternal(member)) add(`account ${account}`, name, email);
		else if (!deleted.has(outId)) add(outId, name, described.get(outId)?.email ?? email);
	}
	for (const { outId, name, email = '' } of wanted.members) add(outId, name, email);
	return owners;
}

function warningOf(change: DirectoryChange, { inherited }: DirectoryFacts, owners: Owners): string | undefined {
	const { out_id: outId, action, differences } = change;
	const warnings: string[] = [];
	const before = action === 'create' || differences?.account ? inherited.get(outId) : undefined;
	if (before)
		warnings.push(`Takes over the account of "${before.name}" (${before.outId}), who is deleted in the same run`);
	const email = emailIn(change);
	const others = [...(owners.get(nameKey(email)) ?? [])].filter(([id]) => id !== outId);
	if (email !== '' && others.length > 0)
		warnings.push(`The email address is also that of ${others.map(([, name]) => `"${name}"`).join(', ')}`);
	return warnings.join('. ') || undefined;
}

/** Members who are in a department when it is deleted, by the external ID of the department. */
function membersByDepartment(
	{ current, described, tree, deleted }: DirectoryFacts,
	departmentDeletions: readonly DirectoryChange[],
) {
	const deletedDepartments = idsOf(departmentDeletions);
	const found = new Map<string, FallingMember[]>([...deletedDepartments].map((outId) => [outId, []]));
	if (found.size === 0) return found;
	for (const member of current.members) {
		const { outId, name, account, departments } = member;
		// Whoever is moved elsewhere by the same plan has left by then.
		if (isExternal(member) && (deleted.has(outId) || described.get(outId)?.departments)) continue;
		const staying = departments.filter((place) => !deletedDepartments.has(place));
		const falling = { out_id: outId, name, account, remains_in: known(staying.map(tree.pathAfter)) };
		for (const place of departments) found.get(place)?.push(falling);
	}
	return found;
}

const TAKEN_ALONG = ['the personal library with its files', 'the membership of libraries'];

function withDetails(
	facts: DirectoryFacts,
	owners: Owners,
	departmentDeletions: readonly DirectoryChange[],
): (change: DirectoryChange) => DirectoryChange {
	const { existing, described, tree } = facts;
	const removed = membersByDepartment(facts, departmentDeletions);
	const ofDepartment = ({ out_id: outId, action }: DirectoryChange): ChangeDetails => {
		const [before, after] = [tree.pathBefore(outId), tree.pathAfter(outId)];
		if (action === 'delete') return defined({ group_path: before, members_removed: removed.get(outId) });
		return defined({ group_path: after, from_group_path: before === after ? undefined : before });
	};
	const ofMember = (change: DirectoryChange): ChangeDetails => {
		const { action, out_id: outId, department, values } = change;
		const [now, then] = [existing.get(outId), described.get(outId)];
		const placesThen = then?.departments?.length ? known(then.departments.map(tree.pathAfter)) : [TOP_LEVEL_PATH];
		const places = now ? placesNow(now, facts) : then && placesThen;
		const path = (action === 'leave' ? tree.pathBefore : tree.pathAfter)(department ?? '');
		return defined({
			account: now?.account ?? values?.account,
			email: (now?.email ?? values?.email) || undefined,
			group_paths: department === undefined ? places : undefined,
			group_path: department === undefined ? undefined : path,
			takes_along: action === 'delete' ? [...TAKEN_ALONG] : undefined,
			warning: warningOf(change, facts, owners),
		});
	};
	return (change) => ({ ...change, ...(change.type === 'member' ? ofMember(change) : ofDepartment(change)) });
}

/* The plan of Synchronize, put together from its parts. */

function requireDepartments({ wanted, tree }: DirectoryComparison): void {
	for (const { departments, from } of wanted.members) {
		const unknown = departments?.find((outId) => !tree.has(outId));
		if (unknown === undefined) continue;
		const hint = 'Add an item for that department, or remove it from the field.';
		throw entryFieldError(from, 'departmentOutIds', `there is no department ${quoted(unknown)}`, hint);
	}
}

/**
 * The changes that turn the current directory into the wanted one. Only what has an external ID is changed. Planning
 * again after all changes have been made gives none but what is sent in every run (`resend`).
 *
 * Departments that are wanted come first, and those that are deleted last: whoever leaves one of these has left it by
 * then.
 *
 * A plan that takes away more than the limits allow, or whose accounts cannot be as wanted, says why in `reasons`.
 * Throws LibraryError input for unknown departments and supervisors, loops of departments, a new member without an
 * account, and an account of a member without an external ID. Yields between its phases (`inTurns`).
 */
export function* planDirectory(
	current: CurrentDirectory,
	wanted: WantedDirectory,
	rules: DirectoryRules,
): Steps<Plan<DirectoryChange, ShownChange, DirectoryTotals>> {
	const comparison = compare(current, wanted, rules);
	yield;
	requireDepartments(comparison);
	yield;
	const accounts = yield* planAccounts(comparison);
	yield;
	const facts = { ...comparison, ...accounts, ...(yield* planSupervisors(comparison, accounts)) };
	yield;
	const departments = departmentChanges(facts);
	const departmentDeletions = missingDepartments(facts);
	yield;
	const members = yield* memberChanges(facts);
	const ordered: Array<Stage<DirectoryChange>> = [
		...departments.stages,
		...members.stages,
		eachAlone(rules.resend ? [...departments.resent, ...members.resent] : []),
		...oneByOne(departmentDeletions),
	];
	yield;
	const owners = ownersOfEmails(facts, ordered.flat(3));
	yield;
	const detailed = withDetails(facts, owners, departmentDeletions);
	yield;
	const stages: Array<Stage<DirectoryChange>> = [];
	for (const stage of ordered)
		stages.push(yield* mapInSteps(stage, (chain) => chain.map((group) => group.map(detailed))));
	const changes = stages.flat(3);
	yield;
	return {
		changes,
		stages,
		...summaryOf(changes, facts, members),
		describe: shownChange,
		purpose: purposeOf,
		itemOf: ({ item }) => item,
		isRoutine: isResent,
	};
}
