import { createHash } from 'node:crypto';
import { isSameText } from '../../auth/signature';
import { ServiceFailure } from '../../http/errors';
import { type Parameters } from '../../http/form';
import { type Json } from '../../http/json';
import { type EnterpriseClient, type Grant } from '../../store/enterprise/apiClients';
import { isEnabled, type Member } from '../../store/enterprise/people';
import { type World } from '../../world/world';

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
export class TokenFailure extends ServiceFailure {
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
export function needed(raw: Parameters, name: string): string {
	const value = raw.get(name);
	if (!value) throw new TokenFailure('invalid_request', `parameter '${name}' is missing`);
	return value;
}

/** A request to the token endpoint by a known client. */
export interface TokenRequest {
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
export function grantNamed(world: World, type: string): Grant {
	if (type === keyName(world)) return 'signOnKey';
	if (type === 'password' || type === 'refresh_token' || type === 'exchange_token') return type;
	throw new TokenFailure('unsupported_grant_type', `grant_type '${type}' is unknown`);
}

/** How a grant finds its member. */
export function grantSpec(world: World, grant: Grant): GrantSpec {
	const specs: Record<Grant, GrantSpec> = {
		password: { parameters: ['username', 'password'], memberOf: byPassword },
		exchange_token: { parameters: ['exchange_token', 'domain', 'auth'], memberOf: byExchange },
		refresh_token: { parameters: ['refresh_token'], memberOf: byRefreshToken },
		signOnKey: { parameters: [keyName(world)], memberOf: byKey },
	};
	return specs[grant];
}
