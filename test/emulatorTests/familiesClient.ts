import { createHash, createHmac } from 'node:crypto';
import type { Emulator, EmulatorOptions } from '../emulator/index';
import { startEmulator } from '../emulator/index';
import type { Answer, Fields } from './testClient';

const hmac = (message: string, secret: string): string => createHmac('sha1', secret).update(message).digest('base64');

/** Signs all fields but those named, written apart from the emulator's own signer. */
export function signFields(fields: Fields, secret: string, unsigned: readonly string[] = []): URLSearchParams {
	const all = Object.entries(fields).map(([name, value]) => [name, String(value)] as const);
	const message = all
		.filter(([name]) => !unsigned.includes(name))
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([, value]) => value)
		.join('\n');
	return new URLSearchParams({ ...Object.fromEntries(all), sign: hmac(message, secret) });
}

/** A sign-on ticket as the document describes it, not yet percent-encoded. */
export function ticketFor(
	account: string,
	secret: string,
	n = 'abc123',
	t: number | string = Math.floor(Date.now() / 1000),
): string {
	return Buffer.from(JSON.stringify({ account, n, t, sign: hmac(`${account}\n${n}\n${t}`, secret) })).toString(
		'base64',
	);
}

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** A started emulator with calls of the enterprise, partner and user families. */
export class FamiliesClient {
	token = '';

	private constructor(readonly emulator: Emulator) {}

	static async start(options: Partial<EmulatorOptions> = {}): Promise<FamiliesClient> {
		return new FamiliesClient(await startEmulator(options));
	}

	get nowSeconds(): number {
		return Math.floor(this.emulator.clock.now() / 1000);
	}

	async send(path: string, form: URLSearchParams, method = 'POST'): Promise<Answer> {
		const url = `${this.emulator.url}${path}`;
		const response =
			method === 'GET'
				? await fetch(`${url}?${form}`, { redirect: 'manual' })
				: await fetch(url, { method, body: form });
		const text = await response.text();
		return {
			status: response.status,
			body: (response.headers.get('content-type') ?? '').startsWith('application/json') ? JSON.parse(text) : text,
		};
	}

	/** An operation signed by an enterprise or a partner. */
	client(path: string, fields: Fields = {}, access = this.emulator.enterprise): Promise<Answer> {
		return this.send(
			path,
			signFields({ client_id: access.clientId, dateline: this.nowSeconds, ...fields }, access.clientSecret),
		);
	}

	ent(name: string, fields: Fields = {}): Promise<Answer> {
		return this.client(`/m-open/1/ent/${name}`, fields);
	}

	org(name: string, fields: Fields = {}): Promise<Answer> {
		return this.client(`/m-open/1/org/${name}`, fields);
	}

	partner(name: string, fields: Fields = {}): Promise<Answer> {
		return this.client(`/m-api/1/thirdparty/${name}`, fields, this.emulator.partner);
	}

	/** A library file operation with an authorization that was bound. */
	file(name: string, fields: Fields, access: { org_client_id: string; org_client_secret: string }): Promise<Answer> {
		return this.send(
			`/m-open/1/file/${name}`,
			signFields(
				{ org_client_id: access.org_client_id, dateline: this.nowSeconds, ...fields },
				access.org_client_secret,
			),
		);
	}

	/** The token endpoint, without remembering what it gives. */
	grant(grantType: string, fields: Fields): Promise<Answer> {
		return this.client('/m-api/oauth2/token2', { grant_type: grantType, ...fields });
	}

	/** Signs a person on with the password and keeps the token. */
	async signOn(account: string = this.emulator.user.account): Promise<Answer> {
		const answer = await this.grant('password', { username: account, password: md5(this.emulator.user.password) });
		this.token = answer.body.access_token;
		return answer;
	}

	/** A user-token operation; `name` is relative to /m-api, e.g. `1/file/ls`. */
	user(name: string, fields: Fields = {}, method = 'POST'): Promise<Answer> {
		const unsigned = name.endsWith('create_file') ? ['filehash', 'filesize'] : [];
		return this.send(
			`/m-api/${name}`,
			signFields({ token: this.token, ...fields }, this.emulator.enterprise.clientSecret, unsigned),
			method,
		);
	}

	close(): Promise<void> {
		return this.emulator.close();
	}
}
