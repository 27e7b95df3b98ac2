import { createHash } from 'node:crypto';
import { isSameText, requireFresh, requireSignature } from '../../auth/signature';
import { codes, ServiceFailure } from '../../http/errors';
import { type Exchange, type Parameters, readParameters, requireMethod, sendJson } from '../../http/exchange';
import type { Json } from '../../http/json';
import { isEnabled, type Member } from '../../store/enterprise/directory';
import type { EnterpriseClient, Grant } from '../../store/enterprise/enterprise';
import { REFRESH_SECONDS, TOKEN_SECONDS } from '../../store/tokens';
import { ensurePersonal } from '../../world/participation';
import type { World } from '../../world/world';
import type { Host } from '../host';

/** doc: error words of the token endpoint. assumed (B06): their HTTP statuses. */
const statuses = {
	invalid_request: 400,
	unsupported_grant_type: 400,
	invalid_client: 401,
	unauthorized_client: 400,
	deprecated_client: 400,
	invalid_token: 400,
	invalid_grant: 400,
	access_denied: 403,
	second_verify: 400,
} as const;

/** An error answer of the token endpoint. doc: `{error, error_description}`. */
class TokenFailure extends ServiceFailure {
	constructor(
		readonly word: keyof typeof statuses,
		description: string,
	) {
		super(statuses[word], description);
	}

	override body(): Json {
		return { error: this.word, error_description: this.message };
	}
}

/** The value of a parameter that must be present and not empty; throws invalid_request. */
function needed(raw: Parameters, name: string): string {
	const value = raw.get(name);
	if (!value) throw new TokenFailure('invalid_request', `parameter '${name}' is missing`);
	return value;
}

interface TokenRequest {
	readonly world: World;
	readonly client: EnterpriseClient;
	readonly raw: Parameters;
}

/** What a grant reads, and how it finds the member. */
interface GrantSpec {
	readonly parameters: readonly string[];
	/** Throws TokenFailure. */
	memberOf(request: TokenRequest): Member;
}

/** fact 4.4: domain accounts, and user names with a slash, send the password in base64. */
const isDomainAccount = (username: string): boolean => /[\\/]/.test(username);

/** doc: MD5 of the password, 32 lowercase characters. assumed: each kind of account takes one form only. */
function passwordFits(username: string, sent: string, password: string): boolean {
	const encoded = isDomainAccount(username)
		? Buffer.from(password, 'utf8').toString('base64')
		: createHash('md5').update(password, 'utf8').digest('hex');
	return isSameText(sent, encoded);
}

/** assumed: disabled and expired accounts are refused like a wrong password. */
function requireEnabled(world: World, member: Member | undefined): Member {
	if (!member || !isEnabled(member, world.now())) throw new TokenFailure('invalid_grant', 'authentication failed');
	return member;
}

function byPassword({ world, client, raw }: TokenRequest): Member {
	const [username, sent] = [needed(raw, 'username'), needed(raw, 'password')];
	if (!isDomainAccount(username) && !/^[0-9a-f]{32}$/.test(sent))
		throw new TokenFailure('invalid_request', "parameter 'password' is not an MD5 of 32 lowercase characters");
	const member = requireEnabled(world, client.enterprise.directory.findMember('account', username));
	if (member.password === null || !passwordFits(username, sent, member.password))
		throw new TokenFailure('invalid_grant', 'authentication failed');
	if (member.secondVerify) throw new TokenFailure('second_verify', 'two-factor authentication required');
	return member;
}

/** doc: the code of a third party, and its pre-assigned domain. assumed: the codes are `code:` and the account. */
function byExchange({ world, client, raw }: TokenRequest): Member {
	const domain = needed(raw, 'domain');
	const auth = client.enterprise.domains.get(domain);
	// fact 4.5: auth may be empty.
	if (auth === undefined || (raw.get('auth') && raw.get('auth') !== auth))
		throw new TokenFailure('invalid_grant', 'unknown domain or wrong auth');
	const code = needed(raw, 'exchange_token');
	const account = code.startsWith('code:') ? code.slice('code:'.length) : '';
	return requireEnabled(world, client.enterprise.directory.findMember('account', account));
}

function byRefreshToken({ world, client, raw }: TokenRequest): Member {
	const grantee = world.tokens.redeemRefreshToken(needed(raw, 'refresh_token'), client, world.now());
	if (!grantee) throw new TokenFailure('invalid_token', 'refresh_token is invalid');
	return requireEnabled(world, client.enterprise.directory.members.get(grantee.memberId));
}

/** fact 4.3: the parameter and the grant type start with the vendor prefix. */
const keyName = (world: World): string => `${world.options.prefix}key`;

function byKey({ world, client, raw }: TokenRequest): Member {
	const name = keyName(world);
	const grantee = world.tokens.redeemKey(needed(raw, name), client, world.now());
	if (!grantee) throw new TokenFailure('invalid_token', `${name} is invalid`);
	return requireEnabled(world, client.enterprise.directory.members.get(grantee.memberId));
}

/** The grant that a `grant_type` names; throws unsupported_grant_type. */
function grantNamed(world: World, type: string): Grant {
	if (type === keyName(world)) return 'signOnKey';
	if (type === 'password' || type === 'refresh_token' || type === 'exchange_token') return type;
	throw new TokenFailure('unsupported_grant_type', `grant_type '${type}' is unknown`);
}

function grantSpec(world: World, grant: Grant): GrantSpec {
	const specs: Record<Grant, GrantSpec> = {
		password: { parameters: ['username', 'password'], memberOf: byPassword },
		exchange_token: { parameters: ['exchange_token', 'domain', 'auth'], memberOf: byExchange },
		refresh_token: { parameters: ['refresh_token'], memberOf: byRefreshToken },
		signOnKey: { parameters: [keyName(world)], memberOf: byKey },
	};
	return specs[grant];
}

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
			expires_in: TOKEN_SECONDS,
			refresh_token: pair.refreshToken,
			refresh_expires_in: REFRESH_SECONDS, // fact 4.7
		});
	},
};
