import { codes, ServiceFailure } from '../http/errors';
import { int, optional, text } from '../http/parameters';
import {
	type ApiClient,
	type EnterpriseClient,
	type PartnerClient,
	unknownClient,
} from '../store/enterprise/apiClients';
import type { Directory } from '../store/enterprise/directory';
import type { Enterprise } from '../store/enterprise/enterprise';
import type { Actor } from '../store/library/entry';
import type { Library } from '../store/library/library';
import type { Authorization, World } from '../world/world';
import { need, requireFresh, requireSignature, type SignedRequest } from './signature';

/** doc: parameters of every library file operation. */
export const libraryCommon = ['org_client_id', 'dateline', 'sign'] as const;

/** The caller of a library operation: the library that its authorization is for. */
interface LibraryCaller {
	readonly library: Library;
	readonly orgClientId: string;
}

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
export function authorizeLibrary(request: SignedRequest): LibraryCaller {
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

/**
 * The author of a change through a library authorization. doc: op_id precedes op_name, which only sets the name shown.
 * assumed: op_id must be a member (40406); without both the name is empty.
 */
export function actorOf(library: Library, p: { op_id?: number | undefined; op_name?: string | undefined }): Actor {
	if (p.op_id) return { id: p.op_id, name: library.directory.memberById(p.op_id).name };
	return { id: 0, name: p.op_name ?? '' };
}

/** doc: parameters of every enterprise and partner operation. */
export const clientCommon = ['client_id', 'dateline', 'sign'] as const;

/** The caller of an enterprise operation. */
interface EnterpriseCaller {
	readonly client: EnterpriseClient;
	readonly enterprise: Enterprise;
	readonly directory: Directory;
	/** Adds a line to the management log, in the client's name. */
	note(type: number, content: string): void;
}

/** The caller of a partner operation. */
interface PartnerCaller {
	readonly client: PartnerClient;
}

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
export function authorizeEnterprise(request: SignedRequest): EnterpriseCaller {
	const client = authorizeClient(request);
	if (client.kind !== 'enterprise' || client.deprecated) throw noPermission(client.clientId);
	const { enterprise } = client;
	const admin = `${client.title} (${client.clientId})`;
	return {
		client,
		enterprise,
		directory: enterprise.directory,
		note: (type, content) => enterprise.note(type, admin, content, request.world.now()),
	};
}

/** The caller of a partner operation. Throws 40003, 40103, 40310 and 401041. */
export function authorizePartner(request: SignedRequest): PartnerCaller {
	const client = authorizeClient(request);
	if (client.kind !== 'partner') throw noPermission(client.clientId);
	return { client };
}
