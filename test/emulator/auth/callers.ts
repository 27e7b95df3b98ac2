import { codes, ServiceFailure } from '../http/errors';
import { int, optional, text } from '../http/parameters';
import { type Directory, isEnabled, type Member } from '../store/enterprise/directory';
import { type ApiClient, type Enterprise, type EnterpriseClient, unknownClient } from '../store/enterprise/enterprise';
import type { Actor, Entry } from '../store/library/entry';
import type { Library } from '../store/library/library';
import type { permissionNames } from '../store/permissions/roles';
import { effectivePermissions } from '../store/permissions/settings';
import { enterpriseLibrary, type LibraryRef, takesPart } from '../world/participation';
import type { Authorization, World } from '../world/world';
import { need, requireFresh, requireSignature, type SignedRequest } from './signature';

/** doc: parameters of every library file operation. */
export const libraryCommon = ['org_client_id', 'dateline', 'sign'] as const;

/** fact, error codes: an unknown org_client_id is 40103. */
function authorizationOf(world: World, orgClientId: string): Authorization {
	const authorization = world.authorizations.get(orgClientId);
	if (!authorization) throw new ServiceFailure(codes.clientUnknown, `org_client_id '${orgClientId}' does not exist`);
	return authorization;
}

/** The library of an org_client_id, for requests that are not signed. Throws 40103. */
export function libraryBehind(world: World, orgClientId: string): Library {
	return authorizationOf(world, orgClientId).library;
}

/** The caller of a signed library operation. Throws 40003, 40103 and 401041. */
export function authorizeLibrary(request: SignedRequest) {
	const orgClientId = need(request.raw, 'org_client_id');
	need(request.raw, 'sign');
	const dateline = int(0)(need(request.raw, 'dateline'), 'dateline');
	const { library, orgClientSecret } = authorizationOf(request.world, orgClientId);
	requireSignature(request, orgClientSecret);
	requireFresh(request.world, dateline);
	return { library, orgClientId };
}

/** doc: op_id and op_name, the operator of a library operation. */
export const operator = { op_id: optional(int(0)), op_name: optional(text) };

/** The author of a change. doc: op_id precedes op_name. assumed: op_id is a member (40406); without both, no name. */
export function actorOf(library: Library, p: { op_id?: number | undefined; op_name?: string | undefined }): Actor {
	if (p.op_id) return { id: p.op_id, name: library.directory.memberById(p.op_id).name };
	return { id: 0, name: p.op_name ?? '' };
}

/** doc: parameters of every enterprise and partner operation. */
export const clientCommon = ['client_id', 'dateline', 'sign'] as const;

/** fact 1.12: client_secret signs. assumed: a wrong signature is 401041 here too. */
function authorizeClient(request: SignedRequest): ApiClient {
	const clientId = need(request.raw, 'client_id');
	need(request.raw, 'sign');
	const dateline = int(0)(need(request.raw, 'dateline'), 'dateline');
	const client = request.world.clients.get(clientId);
	if (!client) throw unknownClient(clientId);
	requireSignature(request, client.secret);
	requireFresh(request.world, dateline);
	return client;
}

/** assumed: a client of the other kind, or a disabled one, has no permission for the operation (40310). */
function noPermission(clientId: string): ServiceFailure {
	return new ServiceFailure(codes.noPermission, `client_id '${clientId}' has no permission for this operation`);
}

/** The caller of an enterprise operation. Throws 40003, 40103, 40310 and 401041. */
export function authorizeEnterprise(request: SignedRequest) {
	const client = authorizeClient(request);
	if (client.kind !== 'enterprise' || client.deprecated) throw noPermission(client.clientId);
	const { enterprise } = client;
	const admin = `${client.title} (${client.clientId})`;
	return {
		client,
		enterprise,
		directory: enterprise.directory,
		/** The library that the request names; throws 40401, for libraries of other enterprises too. */
		libraryOf: (p: LibraryRef): Library => enterpriseLibrary(request.world, enterprise.id, p),
		/** Adds a line to the management log, in the client's name. */
		note: (type: number, content: string): void => enterprise.note(type, admin, content, request.world.now()),
	};
}

/** The caller of a partner operation. Throws 40003, 40103, 40310 and 401041. */
export function authorizePartner(request: SignedRequest) {
	const client = authorizeClient(request);
	if (client.kind !== 'partner') throw noPermission(client.clientId);
	return { client };
}

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

/** Holder of a token. fact 3.6: unknown is 401 + 40101, expired 401 + 40102. assumed: a disabled account is 40302. */
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

/** fact 1.14: the token is signed, by its client's secret. Throws 40003, 40101, 40102, 40302 and 401041. */
export function authorizeUser(request: SignedRequest): UserCaller {
	const caller = holderOf(request.world, need(request.raw, 'token'));
	need(request.raw, 'sign');
	requireSignature(request, caller.client.secret);
	const dateline = request.raw.get('dateline');
	if (dateline !== undefined) requireFresh(request.world, int(0)(dateline, 'dateline'));
	return caller;
}

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
