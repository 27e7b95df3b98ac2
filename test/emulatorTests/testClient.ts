import { createHash, createHmac } from 'node:crypto';
import type { Emulator, EmulatorOptions, LibraryAccess } from '../emulator/index';
import { startEmulator } from '../emulator/index';

/** A status with its parsed body; text stays text. */
export interface Answer {
	readonly status: number;
	readonly body: ReturnType<typeof JSON.parse>;
}

export type Fields = Readonly<Record<string, string | number>>;

export function sha1(bytes: Buffer | string): string {
	return createHash('sha1').update(bytes).digest('hex');
}

/** Signs as the document and the facts say, written apart from the emulator's own signer. */
export function signed(
	fields: Fields,
	access: Pick<LibraryAccess, 'orgClientId' | 'orgClientSecret'>,
	unsigned: readonly string[] = [],
): URLSearchParams {
	const all: Record<string, string> = {
		org_client_id: access.orgClientId,
		dateline: String(Math.floor(Date.now() / 1000)),
	};
	for (const [name, value] of Object.entries(fields)) all[name] = String(value);
	const message = Object.keys(all)
		.filter((name) => !unsigned.includes(name))
		.sort()
		.map((name) => all[name])
		.join('\n');
	return new URLSearchParams({
		...all,
		sign: createHmac('sha1', access.orgClientSecret).update(message).digest('base64'),
	});
}

/** A started emulator with the calls tests make. */
export class TestClient {
	private constructor(readonly emulator: Emulator) {}

	static async start(options: Partial<EmulatorOptions> = {}): Promise<TestClient> {
		return new TestClient(await startEmulator(options));
	}

	/** Sends any form to any path. */
	async send(path: string, form: URLSearchParams, method = 'POST'): Promise<Answer> {
		const url = `${this.emulator.url}${path}`;
		const response = method === 'GET' ? await fetch(`${url}?${form}`) : await fetch(url, { method, body: form });
		return read(response);
	}

	/** A signed library operation; `name` is relative to /m-open, e.g. `1/file/ls`. */
	call(name: string, fields: Fields = {}, method = 'POST'): Promise<Answer> {
		const unsigned = name.endsWith('create_file') ? ['filehash', 'filesize'] : [];
		return this.send(`/m-open/${name}`, signed(fields, this.emulator.library, unsigned), method);
	}

	file(name: string, fields: Fields = {}): Promise<Answer> {
		return this.call(`1/file/${name}`, fields);
	}

	/** A step of the chunked upload; headers without their prefix. */
	async step(name: string, headers: Fields, body?: Buffer, query = ''): Promise<Answer> {
		const named = Object.entries(headers).map(
			([key, value]) => [`x-svc-upload-${key}`, String(value)] as [string, string],
		);
		const method = name === 'part' ? 'PUT' : 'POST';
		return read(
			await fetch(`${this.emulator.url}/upload_${name}${query}`, {
				method,
				headers: named,
				...(body ? { body } : {}),
			}),
		);
	}

	/** create_file and upload_init; the session and what create_file said. */
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

	/** A whole upload in chunks of `chunk` bytes. */
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

	close(): Promise<void> {
		return this.emulator.close();
	}
}

async function read(response: Response): Promise<Answer> {
	const text = await response.text();
	const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
	return { status: response.status, body: isJson ? JSON.parse(text) : text };
}
