import { codes, ServiceFailure } from '../http/errors';
import { int } from '../http/parameters';
import type { RequestRecord } from '../http/requestLog';
import type { Parameters } from './signature';
import type { EnterpriseClient } from '../store/enterprise/apiClients';
import type { Directory, Member } from '../store/enterprise/directory';
import type { Actor } from '../store/library/entry';
import type { Enterprise } from '../store/enterprise/enterprise';
import { isEnabled } from '../store/enterprise/enterprise';
import type { World } from '../world/world';
import { need, requireFresh, requireSignature } from './libraryCaller';

/** doc: token and sign; dateline is optional everywhere (ambiguity A04, fact 1.15). */
export const tokenCommon = ['token', 'dateline', 'sign'] as const;

/** Caller of the user family: a person, through the client that got the token. */
export interface UserCaller {
	readonly client: EnterpriseClient;
	readonly enterprise: Enterprise;
	readonly directory: Directory;
	readonly member: Member;
	readonly actor: Actor;
}

/** The person an access token stands for. fact 3.6: unknown 401 + 40101, expired 401 + 40102; a disabled account is 40302 (assumed). */
export function holderOf(world: World, token: string): UserCaller {
	const grantee = world.tokens.holder(token);
	const member = grantee?.client.enterprise.directory.members.get(grantee.memberId);
	if (!grantee || !member) throw new ServiceFailure(codes.tokenInvalid, 'the token is invalid');
	if (grantee.expiresMs <= world.now()) throw new ServiceFailure(codes.tokenExpired, 'the token has expired');
	if (!isEnabled(member, world.now())) throw new ServiceFailure(codes.barred, 'the account is disabled');
	const { client } = grantee;
	return {
		client,
		enterprise: client.enterprise,
		directory: client.enterprise.directory,
		member,
		actor: { id: member.id, name: member.name },
	};
}

/** fact 1.14: the token is in the string to sign, the key is the secret of the client that got it, and client_id is not sent. */
export function authorizeUser(world: World, operation: string, raw: Parameters, record: RequestRecord): UserCaller {
	const caller = holderOf(world, need(raw, 'token'));
	need(raw, 'sign');
	requireSignature(world, operation, raw, record, caller.client.secret);
	const dateline = raw.get('dateline');
	if (dateline !== undefined) requireFresh(world, int(0)(dateline, 'dateline'));
	return caller;
}
