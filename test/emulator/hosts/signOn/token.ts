import { requireFresh, requireSignature } from '../../auth/verify';
import { codes, ServiceFailure } from '../../http/errors';
import { sendJson, type Exchange } from '../../http/exchange';
import { type Parameters } from '../../http/form';
import { readParameters, requireMethod } from '../../http/requestParameters';
import type { EnterpriseClient } from '../../store/enterprise/apiClients';
import type { Member } from '../../store/enterprise/people';
import { ensurePersonal } from '../../world/participation';
import { REFRESH_SECONDS } from '../../store/tokens';
import type { World } from '../../world/world';
import type { Host } from '../host';
import { grantNamed, grantSpec, needed, TokenFailure, type TokenRequest } from './grants';

/** doc: the parameters of every grant. */
const COMMON = ['client_id', 'grant_type', 'dateline', 'sign'];

/** Checks signature and age. fact 1.13: client_secret signs. assumed: a wrong signature is invalid_client. */
function verify({ record }: Exchange, { world, client, raw }: TokenRequest): void {
	const dateline = Number(needed(raw, 'dateline'));
	try {
		requireSignature({ world, record, operation: 'token2', raw }, client.secret);
		requireFresh(world, dateline);
	} catch (cause) {
		throw new TokenFailure('invalid_client', cause instanceof Error ? cause.message : '');
	}
}

const NO_PERMISSION = 'client_id has no permission for the requested grant_type';

function clientOf(world: World, raw: Parameters): EnterpriseClient {
	const client = world.clients.get(needed(raw, 'client_id'));
	if (!client) throw new TokenFailure('invalid_client', 'client_id is invalid');
	if (client.kind !== 'enterprise') throw new TokenFailure('unauthorized_client', NO_PERMISSION);
	return client;
}

function authenticate(world: World, exchange: Exchange, raw: Parameters): { client: EnterpriseClient; member: Member } {
	const client = clientOf(world, raw);
	const request = { world, client, raw };
	needed(raw, 'sign');
	verify(exchange, request);
	if (client.deprecated) throw new TokenFailure('deprecated_client', 'client_id has expired or is disabled');
	const grant = grantNamed(world, needed(raw, 'grant_type'));
	if (!client.grants.has(grant)) throw new TokenFailure('unauthorized_client', NO_PERMISSION);
	const spec = grantSpec(world, grant);
	const unknown = [...raw.keys()].find((name) => !COMMON.includes(name) && !spec.parameters.includes(name));
	if (unknown !== undefined)
		throw new TokenFailure('invalid_request', `parameter '${unknown}' is unknown to this grant_type`);
	return { client, member: spec.memberOf(request) };
}

/** doc: the token endpoint. */
export const tokenHost: Host = {
	role: 'service',
	serves: (path) => path === '/m-api/oauth2/token2',
	handle: async (world, exchange) => {
		requireMethod(exchange.method, 'POST', world.options.anyMethod);
		const raw = await readParameters(exchange).catch((cause: unknown) => {
			const isParameter = cause instanceof ServiceFailure && cause.code === codes.parameter;
			throw isParameter ? new TokenFailure('invalid_request', cause.message) : cause;
		});
		const { client, member } = authenticate(world, exchange, raw);
		ensurePersonal(world, client.enterprise, member);
		const pair = world.tokens.issue(client, member.id, world.now());
		sendJson(exchange, 200, {
			access_token: pair.accessToken,
			expires_in: pair.expiresIn,
			refresh_token: pair.refreshToken,
			refresh_expires_in: REFRESH_SECONDS, // fact 4.7
		});
	},
};
