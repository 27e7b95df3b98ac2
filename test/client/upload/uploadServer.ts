import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { httpFor } from '../../../src/client/http/http';
import type { LibraryUpload } from '../../../src/client/upload/libraryUpload';
import { loopback, type Loopback, type Seen } from '../../support/loopback';
import { callerWith, fakeClock, orgAccount } from '../../support/ports';

/** A content of three chunks. */
export const data = Buffer.from(Array.from({ length: 25_000 }, (_, i) => (i * 17) & 255));
export const sha1 = createHash('sha1').update(data).digest('hex');
export const target: LibraryUpload = {
	fullpath: "Contracts/會 '(1)!*.txt",
	overwrite: false,
	operator: { op_name: 'Ann' },
	chunkSize: 10_000,
};
export const json = (response: ServerResponse, body: unknown, status = 200) =>
	response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** create_file and the upload server in one, over a real connection. */
export class UploadServer {
	private readonly http = httpFor({ allowUnauthorizedCerts: false });
	private loopback: Loopback | undefined;

	/** Starts; `special` answers a request by itself when it returns true. The parts as they come. */
	async serve(
		special: (request: Seen, response: ServerResponse) => boolean = () => false,
		state: unknown = 0,
	): Promise<Buffer[]> {
		const parts: Buffer[] = [];
		this.loopback = await loopback((request, response) => {
			if (special(request, response)) return;
			const path = request.url.split('?')[0];
			if (path === '/m-open/1/file/create_file')
				return json(response, {
					hash: 'abc',
					fullpath: "Contracts/會 '(1)!*(2).txt",
					state,
					server: `${this.url.replace('http://', '')}/,${this.url}`,
				});
			if (path === '/upload_init') return json(response, { session: 'SESSION-KEY' });
			if (path === '/upload_part') parts.push(request.body);
			if (path === '/upload_req') return void response.end(` ${Buffer.concat(parts).length}\n`);
			response.end();
		});
		return parts;
	}

	private get running(): Loopback {
		if (!this.loopback) throw new Error('not started');
		return this.loopback;
	}
	get url(): string {
		return this.running.url;
	}
	get seen(): Seen[] {
		return this.running.seen;
	}
	get server(): Loopback['server'] {
		return this.running.server;
	}
	caller() {
		return callerWith(this.http, { clock: fakeClock(), account: orgAccount(`${this.url}/`) });
	}
	async stop(): Promise<void> {
		await this.loopback?.close();
	}
	async close(): Promise<void> {
		await this.http.close();
	}
}
