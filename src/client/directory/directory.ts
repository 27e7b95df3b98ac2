import type { ServiceRequest } from '../../protocol/operation/define';
import type { JsonObject } from '../../protocol/wire/json';
import { listDepartmentMembers, listDepartments, listMembers } from '../../protocol/catalogue/enterpriseMember';
import * as sync from '../../protocol/catalogue/enterpriseSync';
import { unkey, warnWhenDisabled } from '../../protocol/catalogue/simplifyEnterprise';
import type { Change, DirectoryWrite, Have, HaveMember } from '../../protocol/directory/plan';
import type { Wanted } from '../../protocol/directory/entry';
import type { HaveDepartment } from '../../protocol/directory/tree';
import { isLibraryError, LibraryError } from '../../protocol/wire/libraryError';
import { call, type Caller } from '../service/call';
import { allEntries, pages } from '../service/paging';
import { inParallel } from '../async/parallel';

/** External IDs asked for in one request; the interface names no limit, and a form of this size passes everywhere. */
const LOOKUP = 50;
const WRITES: Readonly<Record<DirectoryWrite, ServiceRequest>> = {
	entAddSyncGroup: sync.upsertDepartment,
	entDelSyncGroup: sync.deleteDepartments,
	entAddSyncMember: sync.upsertMember,
	entDelSyncMember: sync.deleteMembers,
	entAddSyncGroupMember: sync.addDepartmentMembers,
	entDelSyncGroupMember: sync.removeDepartmentMembers,
};
const text = (value: unknown): string =>
	value === undefined || value === null ? '' : String(value as string | number);

/** What became of one change. */
export interface Outcome {
	readonly change: Change;
	readonly failure?: LibraryError;
	readonly warning?: string;
}

function departmentOf(entry: JsonObject): HaveDepartment {
	const parent = text(entry.parent_id);
	// The ID is `id` in one answer and `group_id` in others (ambiguities I11).
	return {
		id: text(entry.id ?? entry.group_id),
		outId: text(entry.out_id),
		name: text(entry.name),
		parentId: parent === '0' ? '' : parent,
	};
}

const memberOf = (entry: JsonObject, departments: readonly string[], listed: boolean): HaveMember => ({
	outId: text(entry.out_id),
	name: text(entry.member_name),
	account: text(entry.account),
	email: text(entry.member_email),
	phone: text(entry.member_phone),
	title: text(entry.member_title),
	departments,
	listed,
});

/** Departments of each member, by member ID. */
async function memberships(
	caller: Caller,
	departments: readonly HaveDepartment[],
	width: number,
): Promise<Map<string, string[]>> {
	const found = new Map<string, string[]>();
	await inParallel(
		departments.filter(({ outId }) => outId !== ''),
		width,
		async ({ id, outId }) => {
			for await (const entry of pages(caller, listDepartmentMembers, { group_id: id })) {
				const member = text(entry.member_id);
				found.set(member, [...(found.get(member) ?? []), outId]);
			}
		},
	);
	return found;
}

/** Wanted members who are there but in no list: who was added without a department is hidden from member management. */
async function hidden(caller: Caller, outIds: readonly string[], width: number): Promise<JsonObject[]> {
	const groups = Array.from({ length: Math.ceil(outIds.length / LOOKUP) }, (_, at) =>
		outIds.slice(at * LOOKUP, (at + 1) * LOOKUP),
	);
	const answers = await inParallel(groups, width, async (group) =>
		unkey('out_id')(await call(caller, sync.getMembers, { out_ids: group.join(',') })),
	);
	const asked = new Set(outIds);
	return answers.flat().filter(({ out_id: outId }) => asked.has(text(outId)));
}

/**
 * Reads the directory as far as the wanted one needs it: all members and departments, memberships where the wanted members name
 * theirs, and wanted members that no list shows. Throws what `call` throws.
 */
export async function readDirectory(caller: Caller, wanted: Wanted, width: number): Promise<Have> {
	const departments = (await allEntries(caller, listDepartments)).map(departmentOf);
	const listed = await allEntries(caller, listMembers);
	const known = new Set(listed.map((entry) => text(entry.out_id)));
	const unlisted = await hidden(
		caller,
		wanted.members.map(({ outId }) => outId).filter((outId) => !known.has(outId)),
		width,
	);
	const placed = wanted.members.some((member) => member.departments)
		? await memberships(caller, departments, width)
		: new Map<string, string[]>();
	const inDepartments = (entry: JsonObject): string[] => placed.get(text(entry.member_id)) ?? [];
	return {
		departments,
		members: [
			...listed.map((entry) => memberOf(entry, inDepartments(entry), true)),
			...unlisted.map((entry) => memberOf(entry, inDepartments(entry), false)),
		],
	};
}

/** Changes that may be made at the same time, in their order: each of a department alone, those of members kind by kind. */
function steps(changes: readonly Change[]): Change[][] {
	const step = ({ kind, action }: Change): string =>
		kind === 'department' ? '' : action === 'update' ? 'create' : action;
	const found: Change[][] = [];
	for (const change of changes) {
		const last = found.at(-1);
		if (last?.[0] && step(change) !== '' && step(last[0]) === step(change)) last.push(change);
		else found.push([change]);
	}
	return found;
}

/** Why a change must not be made after those that failed; undefined when it may. */
function obstacle(change: Change, failed: readonly Change[]): string | undefined {
	// Whoever could not be put elsewhere would fall out of the directory, or be deleted together with the department.
	if (change.kind === 'department' && change.action === 'delete' && failed.length > 0)
		return 'Not done: departments are deleted only when everything before went well';
	const joinFailed =
		change.action === 'leave' && failed.some(({ action, outId }) => action === 'join' && outId === change.outId);
	return joinFailed ? 'Not done: the member could not be put into the other department' : undefined;
}

/** The failure with what it was about, and the item that asked for that. */
function about(change: Change, failure: LibraryError): LibraryError {
	const { kind, operation, status, code, hint, field, retryAfter, message, retryable } = failure;
	const what = `${change.action} ${change.kind} "${change.outId}"${change.department ? ` (department "${change.department}")` : ''}`;
	const details = Object.fromEntries(
		Object.entries({ operation, status, code, hint, field, retryAfter, item: change.item }).filter(
			([, value]) => value !== undefined,
		),
	);
	return new LibraryError(kind, `${message}; failed to ${what}`, { ...details, retryable, cause: failure });
}

/** The failure that ends a run, with how far it came. */
function told({ change, failure }: { change: Change; failure: LibraryError }, done: number, all: number): LibraryError {
	const error = about(change, failure);
	return new LibraryError(error.kind, `${error.message}; ${done} of ${all} changes were done and stay`, {
		...error,
		cause: failure,
	});
}

/**
 * Makes the changes of a plan in its order, members at most `width` at a time. With `goOn` a change that fails is an outcome, and
 * what would do harm after it is left out; else the first failure is thrown, once those under way have ended, and tells how many
 * changes were done. A cancelled run is always thrown.
 */
export async function applyPlan(
	caller: Caller,
	changes: readonly Change[],
	{ width, goOn }: { width: number; goOn: boolean },
): Promise<Outcome[]> {
	const outcomes: Outcome[] = [];
	const failed: Change[] = [];
	let first: { failure: LibraryError; change: Change } | undefined;
	let done = 0;
	const make = async (change: Change): Promise<Outcome> => {
		const reason = obstacle(change, failed);
		if (reason) return { change, failure: about(change, new LibraryError('conflict', reason)) };
		const { operation, params } = change.request;
		try {
			const answer = await call(caller, WRITES[operation], params);
			done++;
			const { warning } =
				change.action === 'create' && change.kind === 'member' ? warnWhenDisabled(true)(answer, params) : {};
			return { change, ...(typeof warning === 'string' ? { warning } : {}) };
		} catch (failure) {
			if (!isLibraryError(failure)) throw failure;
			if (!goOn || failure.kind === 'aborted') {
				first ??= { failure, change };
				throw failure;
			}
			failed.push(change);
			return { change, failure: about(change, failure) };
		}
	};
	try {
		for (const step of steps(changes)) outcomes.push(...(await inParallel(step, width, make)));
	} catch (cause) {
		throw first ? told(first, done, changes.length) : cause;
	}
	return outcomes;
}
