import { codes, ServiceFailure } from '../http/errors';
import { int } from '../http/parameters';
import {
	unknownClient,
	type ApiClient,
	type EnterpriseClient,
	type PartnerClient,
} from '../store/enterprise/apiClients';
import type { Directory } from '../store/enterprise/directory';
import type { Enterprise } from '../store/enterprise/enterprise';
import { need, requireFresh, requireSignature, type SignedRequest } from './verify';

/** doc: parameters of every enterprise and partner operation. */
export const clientCommon = ['client_id', 'dateline', 'sign'] as const;

/** The caller of an enterprise operation. */
export interface EnterpriseCaller {
	readonly client: EnterpriseClient;
	readonly enterprise: Enterprise;
	readonly directory: Directory;
	/** Adds a line to the management log, in the client's name. */
	note(type: number, content: string): void;
}

/** The caller of a partner operation. */
export interface PartnerCaller {
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
