import { flagOf, isJsonObject, isoSeconds, type JsonObject, numberOf, textOf } from '../wire/json';
import { entryPath, joinPath } from '../wire/paths';
import { unreadableAnswer } from '../wire/errorBody';
import { entryType, simplifier, sizeLimit } from './simplify';
import { ACTS, eventOf, LOG_TYPES, type LogKind } from './activityEvent';
import type * as contract from '../contract';

/* Items for people: what is made of the answers of an enterprise or a partner. */

/** The most levels of departments that are followed: more are a circle, or a service that makes them up. */
export const MAX_DEPARTMENT_LEVELS = 100;

/** The object inside `{ info }`; empty where there is none, and the answer itself where it is not wrapped. */
export const unwrapInfo = (answer: { readonly info: object }): JsonObject => {
	if (!isJsonObject(answer)) return {};
	const { info } = answer;
	if (isJsonObject(info)) return { ...info };
	return Object.hasOwn(answer, 'info') ? {} : { ...answer };
};

/**
 * One item for each entry of a map, with its key under `name`. Keys without an entry were not found (F06, I17). Throws
 * LibraryError protocol for a list with entries, whose keys nobody knows.
 */
export const unkey =
	<const K extends string>(name: K) =>
	<E extends object>(answer: Readonly<Record<string, E | null>>): Array<Record<K, string> & E> => {
		if (Array.isArray(answer) && answer.length > 0)
			throw unreadableAnswer('The service answered a list where the document has entries by their IDs', {
				isChange: false,
			});
		return Object.entries<unknown>(isJsonObject(answer) ? answer : {}).flatMap(([key, entry]) =>
			isJsonObject(entry) ? [{ [name]: key, ...entry } as Record<K, string> & E] : [],
		);
	};

/**
 * The service answers 200 and disables a member who would exceed the account limit (I15, I18): such an item gets a
 * `warning`. `byDefault`: enabling is what the request asks for without `state`.
 */
export const warnWhenDisabled =
	(byDefault: boolean) =>
	(answer: unknown, sent: Readonly<Record<string, string>>): JsonObject => {
		const { state, ...rest } = isJsonObject(answer) ? answer : {};
		const enabled = flagOf(state, (code) => code === 1);
		const item = enabled === undefined ? rest : { ...rest, enabled };
		const askedToEnable = sent.state === '1' || (byDefault && sent.state === undefined);
		if (!askedToEnable || enabled !== false) return item;
		return {
			...item,
			warning: 'The service disabled the member, probably because the enterprise has reached its account limit',
		};
	};

/** Something with its ID under the name that other operations take it by. */
const withIdAs = <T>(idName: string) =>
	simplifier<T & { id?: unknown; name?: unknown }>(({ id, name, ...rest }) => ({ name, ...rest, [idName]: id }));
const listOf = (entries: unknown, one: (entry: JsonObject) => JsonObject): unknown =>
	Array.isArray(entries) ? entries.map((entry: unknown) => (isJsonObject(entry) ? one(entry) : entry)) : entries;

/** A library of a member; sizes in bytes. */
const simpleMemberLibrary = ({ id, name, size_total: limit, ...rest }: JsonObject): JsonObject => ({
	org_name: name,
	...rest,
	...sizeLimit('size_total', limit),
	org_id: id,
});

/** A member: its state as yes or no, its last day; `expires_at` is absent for a member that does not expire. */
export const simpleMember = simplifier<contract.EnterpriseMemberDetail>(
	({ member_email, member_phone, member_title, state, expire, groups, orgs, out_id, member_id, ...rest }) => ({
		member_name: rest.member_name,
		account: rest.account,
		email: member_email,
		enabled: flagOf(state, (code) => code === 1),
		phone: member_phone,
		title: member_title,
		...rest,
		expires_at: isoSeconds(expire)?.slice(0, 10),
		groups: listOf(groups, withIdAs('group_id')),
		orgs: listOf(orgs, simpleMemberLibrary),
		out_id,
		member_id,
	}),
);

/** A member of a library. What `state` means there the document does not show (F09), so it stays as it is. */
export const simpleLibraryMember = simplifier<contract.LibraryMember>(
	({ member_name, account, member_email, out_id, member_id, ...rest }) => ({
		member_name,
		account,
		email: member_email,
		...rest,
		out_id,
		member_id,
	}),
);

/** A department; its ID is `group_id`, which the list calls `id` (I11). 0 is the top level. */
export const simpleDepartment = simplifier<
	contract.EnterpriseDepartment & contract.EnterpriseDepartmentByOutId & { group_path?: unknown }
>(({ id, group_id, name, group_path, ...rest }) => ({ name, group_path, ...rest, group_id: group_id ?? id }));

/** The path of a department; undefined where one above is not listed, or more are above than there may be levels. */
function groupPathOf(department: JsonObject, byId: ReadonlyMap<number | undefined, JsonObject>): string | undefined {
	const names: string[] = [];
	for (let at: JsonObject | undefined = department; at && names.length < MAX_DEPARTMENT_LEVELS;) {
		if (typeof at.name !== 'string') return undefined;
		names.unshift(at.name);
		const parent: number = numberOf(at.parent_id) ?? 0;
		if (parent === 0) return names.reduce((path, name) => joinPath(path, name));
		at = byId.get(parent);
	}
	return undefined;
}

/** Departments with their paths, by which some operations take them. */
export function withGroupPaths(departments: readonly JsonObject[]): JsonObject[] {
	const byId = new Map(departments.map((department) => [numberOf(department.id), department]));
	return departments.map((department) => ({ ...department, group_path: groupPathOf(department, byId) }));
}

/** A department that takes part in a library. */
export const simpleLibraryDepartment = withIdAs<contract.LibraryDepartment>('group_id');

/** A role; its ID is `role_id`, as where it is given. */
export const simpleRole = withIdAs<contract.Role>('role_id');

/** A library; sizes in bytes, and without an owner (0) there is no `owner_id`. */
export const simpleLibrary = simplifier<contract.LibraryAdminInfo & { initialized?: boolean }>((entry) => ({
	org_name: entry.org_name,
	size_used: entry.size_org_use,
	...sizeLimit('size_total', entry.size_org_total),
	file_count: entry.file_count,
	folder_count: entry.dir_count,
	owner_id: entry.owner_id === 0 ? undefined : entry.owner_id,
	logo_url: entry.org_logo_url,
	initialized: entry.initialized,
	org_id: entry.org_id,
	mount_id: entry.mount_id,
}));

const ACT_NAMES: ReadonlyMap<string, string> = new Map(Object.entries(ACTS));

/**
 * A library log entry, its action as the filter has it. `member_name` mixes name and account, so the display name is
 * preferred (F16).
 */
export const simpleLibraryLog = simplifier<contract.LibraryLogEntry>((entry) => ({
	date: isoSeconds(entry.dateline),
	action: ACT_NAMES.get(textOf(entry.act)) ?? entry.act_name,
	member_name: entry.display_name || entry.member_name,
	fullpath: entryPath(entry.fullpath),
	type: entryType(entry.dir),
	filesize: entry.filesize,
	account: entry.member_account,
	act: entry.act,
	member_id: entry.member_id,
	hash: entry.hash,
	filehash: entry.filehash,
}));

const LOG_TYPE_NAMES: ReadonlyMap<string, string> = new Map(Object.entries(LOG_TYPES));

/** A management log entry with the name of its kind. */
export const simpleManagementLog = simplifier<contract.ManagementLogEntry>((entry) => ({
	date: isoSeconds(entry.dateline),
	type: LOG_TYPE_NAMES.get(textOf(entry.type)) ?? entry.type,
	member_name: entry.admin,
	content: entry.content,
	ip: entry.ip,
}));

/**
 * An enterprise: its end as ISO text, whether it is a trial, and its ID as `ent_id`; everything else as sent, including
 * a one-time password.
 */
export const simpleEnterprise = simplifier<contract.EnterprisePartnerListEntry & contract.Answers['partnerCreateEnt']>(
	({ id, name, trial, end_dateline: ends, member_count, member_limit, space, size, out_id, ...rest }) => ({
		name,
		expires_at: isoSeconds(ends),
		member_count,
		member_limit,
		size_used: size,
		size_total: space,
		...rest,
		trial: flagOf(trial, (code) => code === 1),
		out_id,
		ent_id: id,
	}),
);

/** The traffic of one day, in bytes. */
export const simpleTraffic = simplifier<contract.DailyStatEntry>((entry) => ({
	date: entry.date,
	downloaded: entry.download,
	link_downloaded: entry.link,
	previewed: entry.preview,
}));

/** The library of an activity, as far as it is known. */
export interface ActivityLibrary {
	readonly org_id?: number;
	readonly mount_id?: number;
	readonly org_name?: string;
}

/** What the log says of an entry; of one with a code that the document does not know, the code too. */
const saidOf = (event: string, text: string, code: string): string =>
	event === 'other' ? `${text} (code ${code})`.trim() : text;

const libraryActivity = ({ org_name: orgName, org_id: orgId }: ActivityLibrary) =>
	simplifier<contract.LibraryLogEntry>((entry) => {
		const event = eventOf('library', textOf(entry.act));
		const { date, member_name, fullpath, type, filesize, ...rest } = simpleLibraryLog(entry);
		return {
			event,
			date,
			member_name,
			fullpath,
			org_name: orgName,
			type,
			filesize,
			content: saidOf(event, textOf(entry.act_name), textOf(entry.act)),
			member_id: rest.member_id,
			org_id: orgId,
			hash: rest.hash,
		};
	});

const managementActivity = simplifier<contract.ManagementLogEntry>((entry) => {
	const event = eventOf('management', textOf(entry.type));
	const { date, member_name, content, ip } = simpleManagementLog(entry);
	return { event, date, member_name, content: saidOf(event, textOf(content), textOf(entry.type)), ip };
});

/**
 * The item of an entry of a log: what happened, when, by whom and to what, and what the log says of it. Both logs have
 * the same columns, so that a table with entries of both can be read.
 */
export const simpleActivity = (log: LogKind, fields: JsonObject, library: ActivityLibrary = {}): JsonObject =>
	log === 'library' ? libraryActivity(library)(fields) : managementActivity(fields);
