import { createHash, timingSafeEqual } from 'node:crypto';
import { codes, ServiceFailure } from '../../http/errors';
import type { Exchange } from '../../http/exchange';
import { sendJson } from '../../http/exchange';
import type { Json } from '../../http/json';
import { requireFresh, requireSignature } from '../../auth/libraryCaller';
import { readParameters } from '../../http/requestParameters';
import type { Parameters } from '../../auth/signature';
import type { EnterpriseClient, Grant } from '../../store/enterprise/apiClients';
import type { Member } from '../../store/enterprise/directory';
import { isEnabled } from '../../store/enterprise/enterprise';
import { ensurePersonal } from '../../world/personalLibrary';
import type { World } from '../../world/world';
import type { Host } from '../host';

/** doc: error words of the token endpoint; the statuses are assumed (ambiguity B06). */
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

/** A refusal of the token endpoint: `{error, error_description}`. */
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

interface Request {
	readonly world: World;
	readonly client: EnterpriseClient;
	readonly raw: Parameters;
}

function need(raw: Parameters, name: string): string {
	const value = raw.get(name);
	if (!value) throw new TokenFailure('invalid_request', `parameter '${name}' is missing`);
	return value;
}

function same(a: string, b: string): boolean {
	const [left, right] = [Buffer.from(a), Buffer.from(b)];
	return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * doc: MD5 of the password, 32 lowercase characters; fact 4.4: base64 when the user name has a domain or a slash.
 * assumed: an MD5 is not taken for such accounts, nor base64 for others.
 */
function passwordFits(username: string, sent: string, password: string): boolean {
	const encoded = /[\\/]/.test(username)
		? Buffer.from(password, 'utf8').toString('base64')
		: createHash('md5').update(password, 'utf8').digest('hex');
	return same(sent, encoded);
}

/** assumed: disabled and expired accounts are refused like a wrong password. */
function requireEnabled(world: World, member: Member | undefined): Member {
	if (!member || !isEnabled(member, world.now())) throw new TokenFailure('invalid_grant', 'authentication failed');
	return member;
}

function byPassword({ world, client, raw }: Request): Member {
	const [username, sent] = [need(raw, 'username'), need(raw, 'password')];
	if (!/[\\/]/.test(username) && !/^[0-9a-f]{32}$/.test(sent))
		throw new TokenFailure('invalid_request', "parameter 'password' is not an MD5 of 32 lowercase characters");
	const member = requireEnabled(world, client.enterprise.directory.findMember('account', username));
	if (member.password === null || !passwordFits(username, sent, member.password))
		throw new TokenFailure('invalid_grant', 'authentication failed');
	if (member.secondVerify) throw new TokenFailure('second_verify', 'two-factor authentication required');
	return member;
}

/** doc: a code of a third party and its pre-assigned domain. assumed: the seeded third party's codes are `code:` and the account. */
function byExchange({ world, client, raw }: Request): Member {
	const [code, domain] = [need(raw, 'exchange_token'), need(raw, 'domain')];
	const auth = client.enterprise.domains.get(domain);
	// fact 4.5: auth may be empty.
	if (auth === undefined || (raw.get('auth') && raw.get('auth') !== auth))
		throw new TokenFailure('invalid_grant', 'unknown domain or wrong auth');
	return requireEnabled(
		world,
		code.startsWith('code:')
			? client.enterprise.directory.findMember('account', code.slice('code:'.length))
			: undefined,
	);
}

/** doc, invalid_token: invalid refresh_token or sign-on key. */
function byToken({ world, client, raw }: Request, name: string, grant: 'refresh_token' | 'signOnKey'): Member {
	const text = need(raw, name);
	const grantee =
		grant === 'signOnKey'
			? world.tokens.takeKey(text, client, world.now())
			: world.tokens.takeRefresh(text, client, world.now());
	if (!grantee) throw new TokenFailure('invalid_token', `${name} is invalid`);
	return requireEnabled(world, client.enterprise.directory.members.get(grantee.memberId));
}

/** fact 4.3: another vendor prefix is in the word too. */
function grantOf(world: World, word: string): Grant {
	if (word === `${world.options.prefix}key`) return 'signOnKey';
	if (word === 'password' || word === 'refresh_token' || word === 'exchange_token') return word;
	throw new TokenFailure('unsupported_grant_type', `grant_type '${word}' is unknown`);
}

const common = ['client_id', 'grant_type', 'dateline', 'sign', 'device', 'info']; // fact 4.6: mobile apps send the last two

function namesOf(world: World, grant: Grant): string[] {
	if (grant === 'password') return ['username', 'password'];
	if (grant === 'exchange_token') return ['exchange_token', 'domain', 'auth'];
	return [grant === 'signOnKey' ? `${world.options.prefix}key` : grant];
}

/** Signature and age. fact 1.13: client_secret signs, and dateline may be left out although the document requires it. assumed: a bad one is invalid_client. */
function verify(exchange: Exchange, { world, client, raw }: Request): void {
	try {
		requireSignature(world, 'token2', raw, exchange.record, client.secret);
		if (raw.has('dateline')) requireFresh(world, Number(raw.get('dateline')));
	} catch (cause) {
		throw new TokenFailure('invalid_client', cause instanceof Error ? cause.message : '');
	}
}

function clientOf(world: World, raw: Parameters): EnterpriseClient {
	const client = world.clients.get(need(raw, 'client_id'));
	if (!client) throw new TokenFailure('invalid_client', 'client_id is invalid');
	if (client.kind !== 'enterprise')
		throw new TokenFailure('unauthorized_client', 'client_id has no permission for the requested grant_type');
	return client;
}

function authenticate(world: World, exchange: Exchange, raw: Parameters): { client: EnterpriseClient; member: Member } {
	if (world.faults.signOnBlocked) throw new TokenFailure('access_denied', 'the IP address is blocked');
	const client = clientOf(world, raw);
	const request = { world, client, raw };
	need(raw, 'sign');
	verify(exchange, request);
	if (client.deprecated) throw new TokenFailure('deprecated_client', 'client_id has expired or is disabled');
	const grant = grantOf(world, need(raw, 'grant_type'));
	if (!client.grants.has(grant))
		throw new TokenFailure('unauthorized_client', 'client_id has no permission for the requested grant_type');
	const names = namesOf(world, grant);
	const unknown = [...raw.keys()].find((name) => !common.includes(name) && !names.includes(name));
	if (world.options.strict && unknown !== undefined)
		throw new TokenFailure('invalid_request', `parameter '${unknown}' is unknown to this grant_type`);
	if (grant === 'password') return { client, member: byPassword(request) };
	if (grant === 'exchange_token') return { client, member: byExchange(request) };
	return { client, member: byToken(request, names[0] ?? '', grant) };
}

/** doc: the token endpoint. */
export const tokenHost: Host = {
	role: 'service',
	serves: (path) => path === '/m-api/oauth2/token2',
	handle: async (world, exchange) => {
		const raw = await readParameters(world, exchange).catch((cause: unknown) => {
			const wrong = cause instanceof ServiceFailure && cause.code === codes.parameter;
			throw wrong ? new TokenFailure('invalid_request', cause.message) : cause;
		});
		const { client, member } = authenticate(world, exchange, raw);
		ensurePersonal(world, client.enterprise, member);
		const pair = world.tokens.issue(client, member.id, world.now());
		sendJson(exchange.res, 200, {
			access_token: pair.accessToken,
			expires_in: pair.expiresIn,
			refresh_token: pair.refreshToken,
			refresh_expires_in: world.options.refreshSeconds, // fact 4.7
		});
	},
};
