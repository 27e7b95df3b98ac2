import { badParameter } from '../../http/errors';
import type { Directory } from '../enterprise/directory';
import type { Entry } from '../library/entry';
import { detailsOf } from '../library/entry';
import type { Library } from '../library/library';
import { inherits, roleIdsIn } from './folderPermissions';
import type { Codes } from './roles';
import { permissionCodes, roles } from './roles';

/** doc: advanced permissions set on one entry, by member and by department. */
export interface AdvancedPermissions {
	readonly members: Map<number, AdvancedSetting>;
	readonly groups: Map<number, AdvancedSetting>;
}

/** doc: a role, or with role 0 single codes. */
export interface AdvancedSetting {
	readonly roleId: number;
	readonly codes: Codes;
}

/** Who a setting is for. */
export interface Subjects {
	readonly members: readonly number[];
	readonly groups: readonly number[];
}

export function advancedOf(entry: Entry): AdvancedPermissions {
	const details = detailsOf(entry);
	details.advanced ??= { members: new Map(), groups: new Map() };
	return details.advanced;
}

/** Sets the same for all subjects. assumed: an earlier setting of a subject is replaced, others stay. */
export function setAdvanced(entry: Entry, subjects: Subjects, setting: AdvancedSetting): void {
	const own = advancedOf(entry);
	for (const id of subjects.members) own.members.set(id, setting);
	for (const id of subjects.groups) own.groups.set(id, setting);
}

export function deleteAdvanced(entry: Entry, subjects: Subjects): void {
	for (const id of subjects.members) entry.details?.advanced?.members.delete(id);
	for (const id of subjects.groups) entry.details?.advanced?.groups.delete(id);
}

/** Ends or begins inheriting. doc: with `keep` what came from the parents is preserved as own settings and merged. */
export function setInherit(entry: Entry, inherit: boolean, keep: boolean): void {
	if (!inherit && keep) {
		const own = advancedOf(entry);
		for (let at = entry.parent; at; at = at.parent) {
			for (const [id, setting] of at.details?.advanced?.members ?? [])
				if (!own.members.has(id)) own.members.set(id, setting);
			for (const [id, setting] of at.details?.advanced?.groups ?? [])
				if (!own.groups.has(id)) own.groups.set(id, setting);
			if (!inherits(at)) break;
		}
	}
	// assumed: inheriting again without keep drops the entry's own settings.
	if (inherit && !keep && entry.details?.advanced) entry.details.advanced = undefined;
	detailsOf(entry).inherit = inherit;
}

function codesOf(setting: AdvancedSetting | undefined): Codes | undefined {
	if (!setting) return undefined;
	return setting.roleId > 0 ? roles.get(setting.roleId)?.codes : setting.codes;
}

/** assumed: for one code, a denial goes before a grant when sources of the same rank disagree. */
function merged(sources: ReadonlyArray<Codes | undefined>, code: string): number {
	const values = sources.map((source) => source?.[code] ?? 0);
	return values.includes(-1) ? -1 : Math.max(0, ...values);
}

type SettingsAt = (entry: Entry) => Array<Array<Codes | undefined>>;

/** Every code with its value. assumed: for each code the nearest setting that is not 0 counts, then the library role, then 0. */
function resolve(entry: Entry, ranksAt: SettingsAt, fallback: readonly Codes[]): Record<string, number> {
	const result: Record<string, number> = Object.fromEntries(permissionCodes.map((code) => [code, 0]));
	const take = (sources: ReadonlyArray<Codes | undefined>): void => {
		for (const code of permissionCodes) if (result[code] === 0) result[code] = merged(sources, code);
	};
	for (let at: Entry | null = entry; at; at = at.parent) {
		ranksAt(at).forEach(take);
		if (!inherits(at)) return result;
	}
	take(fallback);
	return result;
}

/** Effective codes of a member: own settings go before those of departments. */
export function memberCodes(
	library: Library,
	entry: Entry,
	memberId: number,
	directory: Directory,
): Record<string, number> {
	const groups = directory.groupsOf(memberId);
	const ranksAt: SettingsAt = (at) => [
		[codesOf(at.details?.advanced?.members.get(memberId))],
		groups.map((group) => codesOf(at.details?.advanced?.groups.get(group.id))),
	];
	return resolve(
		entry,
		ranksAt,
		roleIdsIn(library, memberId, directory).map((id) => roles.get(id)?.codes ?? {}),
	);
}

/** Effective codes of a department. */
export function groupCodes(library: Library, entry: Entry, groupId: number): Record<string, number> {
	const role = library.profile.groups.get(groupId) ?? 0;
	return resolve(entry, (at) => [[codesOf(at.details?.advanced?.groups.get(groupId))]], [
		roles.get(role)?.codes ?? {},
	]);
}

/** Reads the `permission` member of a permissions object; throws 40003 for unknown codes, values and roles. */
export function readSetting(value: Record<string, unknown>): AdvancedSetting {
	const roleId = value.role_id ?? 0;
	if (typeof roleId !== 'number' || !Number.isInteger(roleId))
		throw badParameter('permissions', 'needs an integer role_id');
	if (roleId !== 0 && !roles.has(roleId)) throw badParameter('permissions', `names the unknown role ${roleId}`);
	const codes: Record<string, number> = {};
	for (const [code, status] of Object.entries(value)) {
		if (code === 'role_id') continue;
		if (!permissionCodes.some((known) => known === code))
			throw badParameter('permissions', `has the unknown code '${code}'`);
		if (status !== 1 && status !== 0 && status !== -1)
			throw badParameter('permissions', `gives '${code}' a value other than 1, 0, -1`);
		codes[code] = status;
	}
	return { roleId, codes };
}
