import { createHmac } from 'node:crypto';
import { operations } from '../contract/contract';
import { type Emulator, type EmulatorOptions, type LibraryAccess, ManualClock, startEmulator } from '../emulator';
import { md5, sha1 } from '../support/hashes';

/** The status and the body of an answer; a body that is not JSON stays text. */
export interface Answer {
	readonly status: number;
	readonly body: ReturnType<typeof JSON.parse>;
}

/** Reads the body of an answer. */
export async function readAnswer(response: Response): Promise<Answer> {
	const text = await response.text();
	const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
	return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : text };
}

/* Signatures for tests, written apart from the emulator's own code. */

/** The parameters of a request; numbers are sent in decimal digits. */
export type Fields = Readonly<Record<string, string | number>>;

/** base64 of HMAC-SHA1. */
const hmac = (message: string, secret: string): string => createHmac('sha1', secret).update(message).digest('base64');

/** The form with its signature: the values, sorted by name and joined by line feeds, without those of `unsigned`. */
export function signFields(fields: Fields, secret: string, unsigned: readonly string[] = []): URLSearchParams {
	const all = Object.entries(fields).map(([name, value]) => [name, String(value)] as const);
	const message = all
		.filter(([name]) => !unsigned.includes(name))
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([, value]) => value)
		.join('\n');
	return new URLSearchParams({ ...Object.fromEntries(all), sign: hmac(message, secret) });
}

/** The parameters that create_file does not sign. */
export const unsignedOf = (operation: string): string[] =>
	operation.endsWith('create_file') ? ['filehash', 'filesize'] : [];

/** A sign-on ticket as the document describes it, not yet percent-encoded. */
export function ticketFor(
	account: string,
	secret: string,
	n = 'abc123',
	t: number | string = Math.floor(Date.now() / 1000),
): string {
	const sign = hmac(`${account}\n${n}\n${t}`, secret);
	return Buffer.from(JSON.stringify({ account, n, t, sign })).toString('base64');
}

/** The form of a library operation, signed with a fresh dateline. */
export function signed(
	fields: Fields,
	access: Pick<LibraryAccess, 'orgClientId' | 'orgClientSecret'>,
	unsigned: readonly string[] = [],
): URLSearchParams {
	const dateline = Math.floor(Date.now() / 1000);
	return signFields({ org_client_id: access.orgClientId, dateline, ...fields }, access.orgClientSecret, unsigned);
}

/** A client with an emulator of its own. */
export class AnyClient {
	emulator!: Emulator;
	/** The clock of the emulator, where the options say one that a test moves. */
	clock!: ManualClock;

	static async start<T extends AnyClient>(this: new () => T, options: Partial<EmulatorOptions> = {}): Promise<T> {
		const client = new this();
		await client.open(options);
		return client;
	}

	async open(options: Partial<EmulatorOptions>): Promise<void> {
		if (options.clock instanceof ManualClock) this.clock = options.clock;
		this.emulator = await startEmulator(options);
	}

	/** Sends a form to any path: in the query for GET, otherwise in the body. Redirects are not followed. */
	async send(path: string, form: URLSearchParams, method = 'POST'): Promise<Answer> {
		const [query, body] = method === 'GET' ? [`?${form}`, {}] : ['', { body: form }];
		return readAnswer(await fetch(`${this.emulator.url}${path}${query}`, { method, ...body, redirect: 'manual' }));
	}

	close(): Promise<void> {
		return this.emulator.close();
	}
}

type Options = Partial<EmulatorOptions> | (() => Partial<EmulatorOptions>);

/** The client of a test file: a new emulator for each test, prepared by `prepare`. */
export function useClient<T extends AnyClient>(
	Client: new () => T,
	options: Options = {},
	prepare?: (client: T) => unknown,
	[before, after] = [beforeEach, afterEach],
): T {
	const client = new Client();
	before(async () => {
		await client.open(typeof options === 'function' ? options() : options);
		await prepare?.(client);
	});
	after(() => client.close());
	return client;
}

/** The client of a test file, with one emulator for all its tests. */
export const shareClient = <T extends AnyClient>(
	Client: new () => T,
	options: Options = {},
	prepare?: (client: T) => unknown,
): T => useClient(Client, options, prepare, [beforeAll, afterAll]);

/** An emulator with the calls of a client that has a library authorization. */
export class TestClient extends AnyClient {
	/** A signed library operation; `name` is relative to /m-open, e.g. `1/file/ls`. */
	call(name: string, fields: Fields = {}, method = 'POST'): Promise<Answer> {
		return this.send(`/m-open/${name}`, signed(fields, this.emulator.library, unsignedOf(name)), method);
	}

	/** A library file operation, e.g. `ls`. */
	file(name: string, fields: Fields = {}): Promise<Answer> {
		return this.call(`1/file/${name}`, fields);
	}

	/** A step of the chunked upload; headers without their prefix. */
	async step(name: string, headers: Fields, body?: Buffer, query = ''): Promise<Answer> {
		const named = Object.entries(headers).map(
			([key, value]) => [`x-svc-upload-${key}`, String(value)] as [string, string],
		);
		const method = name === 'part' ? 'PUT' : 'POST';
		return readAnswer(
			await fetch(`${this.emulator.url}/upload_${name}${query}`, {
				method,
				headers: named,
				...(body ? { body } : {}),
			}),
		);
	}

	/** create_file and upload_init: the session, and the answer of create_file. */
	async begin(fullpath: string, content: Buffer, more: Fields = {}): Promise<{ ticket: Answer; session: string }> {
		const filehash = sha1(content);
		const ticket = await this.file('create_file', { fullpath, filehash, filesize: content.length, ...more });
		if (ticket.body.state !== 0) return { ticket, session: '' };
		const headers = {
			filename: encodeURIComponent(fullpath),
			pathhash: ticket.body.hash,
			filehash,
			filesize: content.length,
		};
		const init = await this.step('init', headers, undefined, `?org_client_id=${this.emulator.library.orgClientId}`);
		return { ticket, session: init.body.session };
	}

	/** A whole upload in chunks of `chunk` bytes; the answer of create_file, or the first that is not 200. */
	async upload(fullpath: string, content: Buffer | string, more: Fields = {}, chunk = 1024): Promise<Answer> {
		const bytes = Buffer.from(content);
		const { ticket, session } = await this.begin(fullpath, bytes, more);
		if (session === '') return ticket;
		for (let at = 0; at < bytes.length; at += chunk) {
			const part = bytes.subarray(at, at + chunk);
			await this.step('part', { session, range: `${at}-${at + part.length - 1}` }, part);
		}
		const end = await this.step('finish', { session });
		return end.status === 200 ? ticket : end;
	}

	/** Paths of a folder's entries, in the order of the list. */
	async paths(fullpath = ''): Promise<string[]> {
		const { body } = await this.file('ls', { fullpath });
		return body.list.map((entry: { fullpath: string }) => entry.fullpath);
	}
}

/** An emulator with the calls of an enterprise, of a partner and of a signed-on member. */
export class EnterpriseTestClient extends AnyClient {
	/** The access token of the member who signed on last. */
	token = '';

	/** The emulator's clock in Unix seconds. */
	get nowSeconds(): number {
		return Math.floor(this.emulator.clock.now() / 1000);
	}

	/** An operation signed by an enterprise or a partner. */
	client(path: string, fields: Fields = {}, access = this.emulator.enterprise): Promise<Answer> {
		const all = { client_id: access.clientId, dateline: this.nowSeconds, ...fields };
		return this.send(path, signFields(all, access.clientSecret));
	}

	/** An operation on members and departments, e.g. `get_members`. */
	ent(name: string, fields: Fields = {}): Promise<Answer> {
		return this.client(`/m-open/1/ent/${name}`, fields);
	}

	/** An operation on libraries, e.g. `create`. */
	org(name: string, fields: Fields = {}): Promise<Answer> {
		return this.client(`/m-open/1/org/${name}`, fields);
	}

	/** A partner operation, e.g. `ent_list`. */
	partner(name: string, fields: Fields = {}): Promise<Answer> {
		return this.client(`/m-api/1/thirdparty/${name}`, fields, this.emulator.partner);
	}

	/** A library file operation with the answer of org/bind. */
	file(name: string, fields: Fields, access: { org_client_id: string; org_client_secret: string }): Promise<Answer> {
		const all = { org_client_id: access.org_client_id, dateline: this.nowSeconds, ...fields };
		return this.send(`/m-open/1/file/${name}`, signFields(all, access.org_client_secret));
	}

	/** A request to the token endpoint; its tokens are not kept. */
	grant(grantType: string, fields: Fields): Promise<Answer> {
		return this.client('/m-api/oauth2/token2', { grant_type: grantType, ...fields });
	}

	/** Signs a member on with the password and keeps the access token. */
	async signOn(account: string = this.emulator.user.account): Promise<Answer> {
		const answer = await this.grant('password', { username: account, password: md5(this.emulator.user.password) });
		this.token = answer.body.access_token;
		return answer;
	}

	/** A user operation as the contract has it; `name` is relative to /m-api, e.g. `1/file/ls`. */
	user(name: string, fields: Fields = {}): Promise<Answer> {
		const path = `/m-api/${name}`;
		const op = [...operations.values()].find((each) => each.path === path);
		const all = { token: this.token, ...(op?.dateline ? { dateline: this.nowSeconds } : {}), ...fields };
		return this.send(path, signFields(all, this.emulator.enterprise.clientSecret, unsignedOf(name)), op?.method);
	}
}

/** A content of this length; another seed gives another content. */
export const bytes = (length: number, seed = 1): Buffer =>
	Buffer.from(Array.from({ length }, (_, at) => (at * 31 + seed * 7 + (at >> 8)) & 0xff));
