import { randomBytes } from 'node:crypto';
import { macOf } from './signature';
import { ENTERPRISE } from './strictOracle';
import { md5 } from '../../support/hashes';

export const PERSON = { username: 'anna@example.com', password: 'correct horse' };

/** An error that a server answers. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		readonly body: Readonly<Record<string, unknown>>,
	) {
		super('refused');
	}
}
/** A refusal with an error code. */
const refusalOf = (status: number, code: number): Refusal =>
	new Refusal(status, { error_code: code, error_msg: `error ${code}` });

type Params = Readonly<Record<string, string>>;

/** The sign-on of one person: tickets, keys, tokens with expiry and rotation. Every secret it issues is recorded. */
export class UserAccount {
	/** Whether it judges sign-ons and tokens; otherwise anybody gets the sample of the contract. */
	isStrict = false;
	/** Validity of new access tokens in seconds. */
	life = 21600;
	/** Answers token requests with this error word. */
	tokenError: string | undefined;
	/** Everything that must not be visible in an error or an item. */
	readonly secrets = new Set([ENTERPRISE.clientSecret, PERSON.password, md5(PERSON.password)]);
	/** End of each access token, in ms since 1970. */
	private readonly access = new Map<string, number>();
	private readonly refresh = new Set<string>();
	private readonly keys = new Set<string>();

	/** A new secret. */
	secret(name: string): string {
		const made = `${name}-${randomBytes(12).toString('hex')}`;
		this.secrets.add(made);
		return made;
	}

	/** Ends every access token; with `refresh` the refresh tokens too. */
	expire(refresh = false): void {
		for (const token of this.access.keys()) this.access.set(token, 0);
		if (refresh) this.refresh.clear();
	}

	reset(): void {
		this.life = 21600;
		this.tokenError = undefined;
		for (const store of [this.access, this.refresh, this.keys]) store.clear();
	}

	/** Throws Refusal for a token that is unknown or has expired. */
	requireToken(token: unknown): void {
		if (!this.isStrict) return;
		const end = this.access.get(String(token ?? ''));
		if (end === undefined) throw refusalOf(401, 40101);
		if (end <= Date.now()) throw refusalOf(401, 40102);
	}

	/** The key that a signed ticket is exchanged for. */
	signOn({ ticket = '' }: Params): { svckey: string } {
		const { account, n, t, sign } = JSON.parse(Buffer.from(ticket, 'base64').toString()) as Record<string, string>;
		const signed = sign === macOf([account, n, t].join('\n'), ENTERPRISE.clientSecret);
		if (!signed || Math.abs(Number(t) - Date.now() / 1000) > 60 || n?.length !== 6) throw refusalOf(401, 40104);
		if (account !== PERSON.username) throw refusalOf(404, 40420);
		const key = this.secret('key');
		this.keys.add(key);
		return { svckey: key };
	}

	/** The tokens for a grant. */
	token(params: Params): unknown {
		const { grant_type: type = '', refresh_token: old = '', svckey: key = '' } = params;
		if (this.tokenError)
			throw new Refusal(400, {
				error: this.tokenError,
				error_description: `described with ${JSON.stringify(params)}`,
			});
		const granted: Readonly<Record<string, () => boolean>> = {
			password: () => params.username === PERSON.username && params.password === md5(PERSON.password),
			refresh_token: () => this.refresh.delete(old),
			exchange_token: () => params.exchange_token === 'foreign-code' && params.domain === 'acme',
			svckey: () => this.keys.delete(key),
		};
		if (granted[type]?.()) return this.issue();
		const error = type === 'password' ? 'invalid_grant' : 'invalid_token';
		throw new Refusal(400, { error, error_description: 'refused' });
	}

	private issue(): unknown {
		const [access, refresh] = [this.secret('access'), this.secret('refresh')];
		this.access.set(access, Date.now() + this.life * 1000);
		this.refresh.add(refresh);
		return { access_token: access, refresh_token: refresh, expires_in: this.life };
	}
}
