import { badParameter } from '../http/errors';
import { filled, int, optional, path, text } from '../http/parameters';
import { type Directory, isEnabled, type Member } from '../store/enterprise/directory';
import type { Entry } from '../store/library/entry';
import type { Library } from '../store/library/library';
import type { World } from '../world/world';

/** doc: fullpath or hash. */
export const fileRef = { fullpath: optional(path), hash: optional(text) };
export const oneFile = [['fullpath', 'hash']] as const;

/** The values of `fileRef`. */
interface FileRef {
	readonly fullpath?: string | undefined;
	readonly hash?: string | undefined;
}

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

/** The values of `memberRef` and `memberOrEmailRef`. */
interface MemberRef {
	readonly member_id?: number | undefined;
	readonly out_id?: string | undefined;
	readonly account?: string | undefined;
	readonly email?: string | undefined;
}

/** True when one of the values is present. */
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
