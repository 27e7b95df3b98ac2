import { codes, ServiceFailure } from '../http/errors';
import { int } from '../http/parameters';
import type { RequestRecord } from '../http/requestLog';
import type { Parameters } from './signature';
import type { ApiClient, EnterpriseClient, PartnerClient } from '../store/enterprise/apiClients';
import { unknownClient } from '../store/enterprise/apiClients';
import type { Directory } from '../store/enterprise/directory';
import type { Enterprise } from '../store/enterprise/enterprise';
import type { World } from '../world/world';
import { need, requireFresh, requireSignature } from './libraryCaller';

/** doc: every operation of the enterprise and partner families takes these. */
export const clientCommon = ['client_id', 'dateline', 'sign'] as const;

/** Caller of the enterprise families. */
export interface EnterpriseCaller {
	readonly client: EnterpriseClient;
	readonly enterprise: Enterprise;
	readonly directory: Directory;
	/** Writes a line of the management log in the client's name. */
	note(type: number, content: string): void;
}

/** Caller of the partner family. */
export interface PartnerCaller {
	readonly client: PartnerClient;
}

/** Finds the client and checks signature and age. fact 1.12: client_secret signs; a bad signature is 401041 here too (assumed). */
function authorizeClient(world: World, operation: string, raw: Parameters, record: RequestRecord): ApiClient {
	const clientId = need(raw, 'client_id');
	need(raw, 'sign');
	const dateline = int(0)(need(raw, 'dateline'), 'dateline');
	const client = world.clients.get(clientId);
	if (!client) throw unknownClient(clientId);
	requireSignature(world, operation, raw, record, client.secret);
	requireFresh(world, dateline);
	return client;
}

/** assumed: a client of the other kind, or a disabled one, has no permission for the operation (40310). */
function refuse(clientId: string): ServiceFailure {
	return new ServiceFailure(codes.noPermission, `client_id '${clientId}' has no permission for this operation`);
}

/** Who calls an enterprise operation; throws 40103, 40310 and 401041. */
export function authorizeEnterprise(
	world: World,
	operation: string,
	raw: Parameters,
	record: RequestRecord,
): EnterpriseCaller {
	const client = authorizeClient(world, operation, raw, record);
	if (client.kind !== 'enterprise' || client.deprecated) throw refuse(client.clientId);
	const { enterprise } = client;
	return {
		client,
		enterprise,
		directory: enterprise.directory,
		note: (type, content) => enterprise.note(type, `${client.title} (${client.clientId})`, content, world.now()),
	};
}

/** Who calls a partner operation; throws 40103, 40310 and 401041. */
export function authorizePartner(
	world: World,
	operation: string,
	raw: Parameters,
	record: RequestRecord,
): PartnerCaller {
	const client = authorizeClient(world, operation, raw, record);
	if (client.kind !== 'partner') throw refuse(client.clientId);
	return { client };
}
