import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type {
	UploadContent,
	UploadFile,
	UploadPort,
	UploadSession,
	UploadOptions,
} from '../../../src/client/upload/state';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { fakeClock } from '../../support/ports';

/** What goes wrong with one request: before the service handles it, or after that (the answer is lost). */
export type PortFault = 'ok' | 'lostAnswer' | 'reset' | 'error500' | 'forbidden';

/** A content of this size in which no two places look alike. */
export const content = (size: number): Buffer =>
	Buffer.from(Array.from({ length: size }, (_, i) => (i * 7 + (i >> 8)) & 255));

/** Options of an upload in chunks of 10 bytes whose pauses take no time. */
export const options = (extra: Partial<UploadOptions> = {}): UploadOptions => ({
	chunkSize: 10,
	clock: fakeClock(),
	finishTimeoutMs: 60_000,
	...extra,
});

const fail = (operation: string, status: number, code?: number) =>
	new LibraryError('upload', `HTTP ${status}`, {
		operation,
		status,
		retryable: status >= 500,
		...(code === undefined ? {} : { code }),
	});
const connectionReset = () => new LibraryError('network', 'connection reset', { code: 'ECONNRESET' });

interface MemorySession {
	data: Buffer;
	state: 'open' | 'aborted' | 'finished';
	content: UploadContent;
}

/** An upload service in memory that checks every byte, with a schedule of faults; after it, `endless` happens. */
export class MemoryPort implements UploadPort {
	readonly sessions = new Map<string, MemorySession>();
	readonly stored: Buffer[] = [];
	/** `name:fault` of each request. */
	readonly log: string[] = [];
	requests = 0;

	constructor(
		private readonly faults: PortFault[],
		private readonly endless: PortFault = 'ok',
	) {}

	/** Names of the requests without those that abort a session. */
	get names(): Array<string | undefined> {
		return this.log.filter((line) => line !== 'abort').map((line) => line.split(':')[0]);
	}
	/** How each session ended. */
	get states(): string[] {
		return [...this.sessions.values()].map(({ state }) => state);
	}

	/** Runs a request under its fault; `handle` is what the service does when the request gets that far. */
	private async run<T>(
		name: string,
		session: UploadSession | undefined,
		handle: (session: MemorySession) => T,
	): Promise<T> {
		const fault = this.faults[this.requests++] ?? this.endless;
		this.log.push(`${name}:${fault}`);
		await Promise.resolve();
		const open = session && this.sessions.get(session.id);
		if (fault === 'reset') throw connectionReset();
		if (fault === 'error500') throw fail(name, 500);
		if (fault === 'forbidden') throw fail(name, 403);
		if (session && open?.state !== 'open') throw fail(name, 401);
		const done = handle(open as MemorySession);
		if (fault === 'lostAnswer') throw connectionReset();
		return done;
	}

	async create(): Promise<UploadFile> {
		const file = { hash: 'h1', fullpath: 'a/b.bin', instant: false, servers: ['http://up'] };
		return await this.run('create', undefined, () => file);
	}

	async init(_: UploadFile, uploaded: UploadContent): Promise<UploadSession> {
		return await this.run('init', undefined, () => {
			const id = `s${this.sessions.size}`;
			this.sessions.set(id, { data: Buffer.alloc(0), state: 'open', content: uploaded });
			return { server: 'http://up', id };
		});
	}

	async part(session: UploadSession, offset: number, bytes: Buffer, crc: number): Promise<'stored' | 'complete'> {
		return await this.run('part', session, (open) => {
			if (crc !== crc32(bytes)) throw fail('part', 400, 40001);
			if (offset !== open.data.length) throw fail('part', 409, 40900);
			open.data = Buffer.concat([open.data, bytes]);
			return 'stored';
		});
	}

	async query(session: UploadSession): Promise<number> {
		return await this.run('query', session, ({ data }) => data.length);
	}

	async finish(session: UploadSession): Promise<'done' | 'processing'> {
		return await this.run('finish', session, (open) => {
			if (open.data.length !== open.content.size) throw fail('finish', 409);
			open.state = 'finished';
			this.stored.push(open.data);
			return 'done';
		});
	}

	async abort(session: UploadSession): Promise<void> {
		this.log.push('abort');
		const open = this.sessions.get(session.id);
		if (open?.state === 'open') open.state = 'aborted';
	}

	async isStored(_: UploadFile, { sha1 }: UploadContent): Promise<boolean> {
		return this.stored.some((data) => createHash('sha1').update(data).digest('hex') === sha1);
	}
}
