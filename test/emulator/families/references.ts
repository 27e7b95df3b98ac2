import { badParameter, codes, ServiceFailure } from '../http/errors';
import { filled, int, type Kind, list, optional, path, text, type Values } from '../http/parameters';
import { type Directory, type Group, isEnabled, type Member } from '../store/enterprise/directory';
import type { Enterprise } from '../store/enterprise/enterprise';
import type { Entry } from '../store/library/entry';
import type { Library } from '../store/library/library';
import { roleById } from '../store/permissions/roles';
import type { World } from '../world/world';

/** doc: fullpath or hash. */
export const fileRef = { fullpath: optional(path), hash: optional(text) };
export const oneFile = [['fullpath', 'hash']] as const;

type FileRef = Partial<Values<typeof fileRef>>;

/** The file or folder that a request names; throws 40402. */
export function referredEntry(library: Library, p: FileRef): Entry {
	return p.hash !== undefined ? library.tree.getByHash(p.hash) : library.tree.get(p.fullpath ?? '');
}

/** The file that a request names; throws 40402. assumed: a folder is a parameter error. */
export function referredFile(library: Library, p: FileRef): Entry {
	const entry = referredEntry(library, p);
	if (entry.children) throw badParameter(p.hash !== undefined ? 'hash' : 'fullpath', 'is a folder, not a file');
	return entry;
}

/** doc: 1 enabled, 0 disabled. */
export function stateOf(world: World, member: Member): 0 | 1 {
	return isEnabled(member, world.now()) ? 1 : 0;
}

/** doc: what the entries of members begin with, those of an enterprise and those of a library. */
export const memberFields = ({ id, outId, account, name, email }: Member) => ({
	member_id: id,
	out_id: outId,
	account,
	member_name: name,
	member_email: email,
});

/** doc: a member by id, external id or account. */
export const memberRef = { member_id: optional(int(0)), out_id: optional(filled), account: optional(filled) };
export const oneMember = [['member_id', 'out_id', 'account']] as const;

/** doc: the operations of enterprises accept the email address too. */
export const memberOrEmailRef = { ...memberRef, email: optional(filled) };
export const oneMemberOrEmail = [['member_id', 'out_id', 'account', 'email']] as const;

type MemberRef = Partial<Values<typeof memberOrEmailRef>>;

export function namesMember(p: MemberRef): boolean {
	return [p.member_id, p.out_id, p.account, p.email].some((value) => value !== undefined);
}

/** The member that a request names; throws 40406. */
export function referredMember(directory: Directory, p: MemberRef): Member {
	if (p.out_id !== undefined) return directory.memberByOutId(p.out_id);
	if (p.account !== undefined) return directory.memberByAccount(p.account);
	if (p.email !== undefined) return directory.memberByEmail(p.email);
	return directory.memberById(p.member_id ?? 0);
}

/* How requests name departments and members. */

/** doc: texts separated by commas. */
export const texts = list(',', filled);

/** doc: names of departments joined by slashes; '' is the top level. assumed (I16): no name is empty or has a slash. */
export const groupPath: Kind<string> = (raw, name) => (raw === '' ? '' : list('/', filled)(raw, name).join('/'));

/** The department at a path; null is the top level. Throws 40407. */
export function groupAt(directory: Directory, path: string): Group | null {
	return path === '' ? null : directory.groupByPath(path);
}

/** doc: the department with an external id; '' or, where it may be left out, nothing is the top level. Throws 40407. */
export function groupWithOutId(directory: Directory, outId: string | undefined): Group | null {
	return outId === undefined || outId === '' ? null : directory.groupByOutId(outId);
}

/** The members that exist. assumed (A13): operations that remove something skip unknown accounts and external ids. */
export function knownMembers(directory: Directory, by: 'account' | 'outId', values: readonly string[]): Member[] {
	return values
		.map((value) => directory.findMember(by, value))
		.filter((member): member is Member => member !== undefined);
}

/* How requests name libraries, roles and members. */

/** doc: a library by org_id or mount_id. */
export const libraryRef = { org_id: optional(int(0)), mount_id: optional(int(0)) };
export const oneLibrary = [['org_id', 'mount_id']] as const;

/** doc: ids separated by commas. */
export const ids = list(',', int(1));

/** An existing role; throws 40003. */
export const role: Kind<number> = (raw, name) => roleById(int(0)(raw, name), name).id;

/** fact 6.4: with 0 the members of a department keep their own role. */
export const groupRole: Kind<number> = (raw, name) => (raw === '0' ? 0 : role(raw, name));

/** The library of an authorization. assumed: 40103 when it is unknown or belongs to another enterprise. */
export function authorizedLibrary(world: World, enterprise: Enterprise, orgClientId: string): Library {
	const found = world.authorizations.get(orgClientId);
	if (found?.library.profile.entId !== enterprise.id)
		throw new ServiceFailure(codes.clientUnknown, `org_client_id '${orgClientId}' does not exist`);
	return found.library;
}

/** assumed: the owner cannot be removed and keeps the role until set_owner names another one (40310). */
export function refuseOwner(library: Library, memberIds: readonly number[]): void {
	const { ownerId } = library.profile;
	if (ownerId && memberIds.includes(ownerId))
		throw new ServiceFailure(codes.noPermission, `member ${ownerId} owns the library`);
}
