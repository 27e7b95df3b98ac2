import { ManualClock, startEmulator, type Emulator, type EmulatorOptions, type LibraryAccess } from '../emulator';
import { readAnswer, sendForm, type Answer } from './answer';
import { signFields, unsignedOf, type Fields } from './signing';
import { sha1 } from '../support/hashes';

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

	/** Sends any form to any path. */
	send(path: string, form: URLSearchParams, method = 'POST'): Promise<Answer> {
		return sendForm(`${this.emulator.url}${path}`, form, method);
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
