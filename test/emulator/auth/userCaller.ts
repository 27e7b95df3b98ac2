import { codes, ServiceFailure } from '../http/errors';
import { int } from '../http/parameters';
import type { EnterpriseClient } from '../store/enterprise/apiClients';
import { type Directory, isEnabled, type Member } from '../store/enterprise/directory';
import type { Enterprise } from '../store/enterprise/enterprise';
import type { Actor, Entry } from '../store/library/entry';
import type { Library } from '../store/library/library';
import { effectivePermissions } from '../store/permissions/folderPermissions';
import type { permissionNames } from '../store/permissions/roles';
import { enterpriseLibrary, takesPart } from '../world/participation';
import type { World } from '../world/world';
import { need, requireFresh, requireSignature, type SignedRequest } from './signature';

/** doc: parameters of every user operation. assumed (A04): dateline may be sent where it is not listed. */
export const tokenCommon = ['token', 'dateline', 'sign'] as const;

/** The caller of a user operation: a member, and the client that obtained the token. */
interface UserCaller {
	readonly client: EnterpriseClient;
	readonly enterprise: Enterprise;
	readonly directory: Directory;
	readonly member: Member;
	readonly actor: Actor;
}

/**
 * The holder of an access token. fact 3.6: an unknown token is 401 + 40101, an expired one 401 + 40102.
 * assumed: a disabled account is 40302.
 */
export function holderOf(world: World, token: string): UserCaller {
	const grantee = world.tokens.holder(token);
	const member = grantee?.client.enterprise.directory.members.get(grantee.memberId);
	if (!grantee || !member) throw new ServiceFailure(codes.tokenInvalid, 'the token is invalid');
	if (grantee.expiresMs <= world.now()) throw new ServiceFailure(codes.tokenExpired, 'the token has expired');
	if (!isEnabled(member, world.now())) throw new ServiceFailure(codes.barred, 'the account is disabled');
	const { client } = grantee;
	const { enterprise } = client;
	return { client, enterprise, directory: enterprise.directory, member, actor: { id: member.id, name: member.name } };
}

/**
 * The caller of a signed user operation. fact 1.14: the token is part of the string to sign, the secret of the client
 * that obtained it signs, and client_id is not sent. Throws 40003, 40101, 40102, 40302 and 401041.
 */
export function authorizeUser(request: SignedRequest): UserCaller {
	const caller = holderOf(request.world, need(request.raw, 'token'));
	need(request.raw, 'sign');
	requireSignature(request, caller.client.secret);
	const dateline = request.raw.get('dateline');
	if (dateline !== undefined) requireFresh(request.world, int(0)(dateline, 'dateline'));
	return caller;
}

/** A folder permission. */
type Permission = (typeof permissionNames)[number];

/** The part of a user's call that decides about access. */
type Access = Pick<UserCaller, 'enterprise' | 'directory' | 'member'>;

/** A library that the member takes part in. fact, error codes: 40401 unless it exists, 40311 without permission. */
export function libraryFor(
	{ world, enterprise, directory, member }: Access & { world: World },
	mountId: number,
): Library {
	const library = enterpriseLibrary(world, enterprise.id, { mount_id: mountId });
	if (!takesPart(library, member.id, directory))
		throw new ServiceFailure(codes.noLibraryPermission, `no permission for the library ${mountId}`);
	return library;
}

/** Whether the member has a permission for an entry. assumed: owners of a library have all permissions. */
export function may({ directory, member }: Access, permission: Permission, library: Library, entry: Entry): boolean {
	if (library.profile.ownerId === member.id) return true;
	return effectivePermissions(library, entry, member.id, directory).includes(permission);
}

/** fact, error codes: 40310 without permission. assumed: which permission an operation needs. */
export function requirePermission(access: Access, permission: Permission, library: Library, entry: Entry): void {
	if (!may(access, permission, library, entry))
		throw new ServiceFailure(codes.noPermission, `${permission} is not allowed here`);
}
