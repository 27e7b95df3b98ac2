import { createHash } from 'node:crypto';
import { httpFor } from '../../../src/client/http/http';
import type { LibraryUpload } from '../../../src/client/upload/upload';
import type { Caller } from '../../../src/client/service/call';
import { FakeServer, type RecordedRequest } from '../../support/fakeServer';
import { callerWith, fakeClock, orgAccount } from '../../support/ports';
import type { Reply } from '../../support/wire';

/** A content of three chunks. */
export const data = Buffer.from(Array.from({ length: 25_000 }, (_, i) => (i * 17) & 255));
export const sha1 = createHash('sha1').update(data).digest('hex');
export const target: LibraryUpload = {
	fullpath: "Contracts/會 '(1)!*.txt",
	overwrite: false,
	operator: { op_name: 'Ann' },
	chunkSize: 10_000,
};

/** Replies by path, in place of those of a server without faults; undefined leaves the reply to that server. */
export type Routes = Readonly<Record<string, (request: RecordedRequest) => Reply | undefined>>;

const http = httpFor({ allowUnauthorizedCerts: false });
let running: UploadServer | undefined;

/** create_file and the upload server in one, over a real connection. */
export class UploadServer {
	/** The parts as they arrived. */
	readonly parts: Buffer[] = [];

	private constructor(readonly fake: FakeServer) {}

	/** Starts a server; `stopServer` stops it. */
	static async start(routes: Routes = {}): Promise<UploadServer> {
		const fake: FakeServer = await FakeServer.start(
			(request) => routes[request.path]?.(request) ?? server.reply(request),
		);
		const server = new UploadServer(fake);
		return (running = server);
	}

	get url(): string {
		return this.fake.url;
	}
	get requests(): RecordedRequest[] {
		return this.fake.requests;
	}
	/** Paths of all requests, in order. */
	get paths(): string[] {
		return this.requests.map(({ path }) => path);
	}
	get caller(): Caller {
		return callerWith(http, { clock: fakeClock(), account: orgAccount(`${this.url}/`) });
	}

	private reply({ path, body }: RecordedRequest): Reply {
		switch (path) {
			case '/m-open/1/file/create_file':
				return { body: created(this.url) };
			case '/upload_init':
				return { body: { session: 'SESSION-KEY' } };
			case '/upload_part':
				this.parts.push(body);
				return {};
			case '/upload_req':
				return { body: ` ${Buffer.concat(this.parts).length}\n` };
			default:
				return {};
		}
	}
}

/** The answer to create_file, which names the server twice: without a scheme, and with it. */
export const created = (url: string, state: unknown = 0) => ({
	hash: 'abc',
	fullpath: "Contracts/會 '(1)!*(2).txt",
	state,
	server: `${url.replace('http://', '')}/,${url}`,
});

/** Stops the server of one test. */
export async function stopServer(): Promise<void> {
	await running?.fake.close();
	running = undefined;
}
/** Ends the client of a test file. */
export const closeClient = async (): Promise<void> => await http.close();
