import type { UploadContent, UploadFile, UploadPort, UploadSession } from '../../../src/client/upload/port';
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { LibraryError } from '../../../src/protocol/wire/libraryError';

/** What goes wrong with one request: before it is worked on, after it (the answer is lost), or in the service. */
export type Fault =
	| 'ok'
	| 'refused'
	| 'lostAnswer'
	| 'reset'
	| 'error500'
	| 'error503'
	| 'error401'
	| 'gone410'
	| 'conflict409'
	| 'range416'
	| 'crc'
	| 'wrongOffset'
	| 'nonsenseOffset'
	| 'early202'
	| 'processing'
	| 'forbidden'
	| 'loseTail'
	| 'dropSession';

const fail = (operation: string, status: number, code?: number) =>
	new LibraryError('upload', `HTTP ${status}`, {
		operation,
		status,
		retryable: status >= 500,
		...(code === undefined ? {} : { code }),
	});
const net = () => new LibraryError('network', 'connection reset', { code: 'ECONNRESET' });

/** An upload service in memory that checks every byte, with a schedule of faults; after it everything is well. */
export class MemoryPort implements UploadPort {
	readonly sessions = new Map<
		string,
		{ data: Buffer; state: 'open' | 'aborted' | 'finished' | 'dead'; content: UploadContent }
	>();
	readonly stored: Buffer[] = [];
	readonly log: string[] = [];
	requests = 0;

	constructor(
		private readonly faults: Fault[],
		private readonly endless: Fault = 'ok',
		private readonly withIsStored = true,
	) {
		if (!this.withIsStored) Object.assign(this, { isStored: undefined });
	}

	private fault(name: string): Fault {
		const fault = this.faults[this.requests] ?? this.endless;
		this.requests++;
		this.log.push(`${name}:${fault}`);
		return fault;
	}

	/** Runs a request under its fault; `work` is what the service does when it gets that far. */
	private async run<T>(name: string, session: UploadSession | undefined, work: (fault: Fault) => T): Promise<T> {
		const fault = this.fault(name);
		await Promise.resolve();
		const open = session && this.sessions.get(session.id);
		if (fault === 'refused' || fault === 'reset') throw net();
		if (fault === 'error500') throw fail(name, 500);
		if (fault === 'error503') throw fail(name, 503);
		if (fault === 'forbidden') throw fail(name, 403);
		if (fault === 'dropSession' && open?.state === 'open') open.state = 'dead';
		if (fault === 'loseTail' && open) open.data = open.data.subarray(0, Math.floor(open.data.length / 2));
		if (session && (fault === 'error401' || open?.state !== 'open')) throw fail(name, 401);
		const done = work(fault);
		if (fault === 'lostAnswer') throw net();
		return done;
	}

	async create(): Promise<UploadFile> {
		return await this.run('create', undefined, () => ({
			hash: 'h1',
			fullpath: 'a/b.bin',
			instant: false,
			servers: ['http://up'],
		}));
	}

	async init(_: UploadFile, content: UploadContent): Promise<UploadSession> {
		return await this.run('init', undefined, () => {
			const id = `s${this.sessions.size}`;
			this.sessions.set(id, { data: Buffer.alloc(0), state: 'open', content });
			return { server: 'http://up', id };
		});
	}

	async part(session: UploadSession, offset: number, bytes: Buffer, crc: number): Promise<'stored' | 'complete'> {
		return await this.run('part', session, (fault) => {
			const open = this.sessions.get(session.id)!;
			if (fault === 'gone410') throw fail('part', 410);
			if (fault === 'range416') throw fail('part', 416);
			if (fault === 'crc' || crc !== crc32(bytes)) throw fail('part', 400, 40001);
			if (fault === 'conflict409' || offset !== open.data.length) throw fail('part', 409, 40900);
			open.data = Buffer.concat([open.data, bytes]);
			return fault === 'early202' ? 'complete' : 'stored';
		});
	}

	async query(session: UploadSession): Promise<number> {
		return await this.run('query', session, (fault) => {
			const held = this.sessions.get(session.id)!.data.length;
			return fault === 'wrongOffset' ? Math.max(0, held - 3) : fault === 'nonsenseOffset' ? 10 ** 9 : held;
		});
	}

	async finish(session: UploadSession): Promise<'done' | 'processing'> {
		return await this.run('finish', session, (fault) => {
			const open = this.sessions.get(session.id)!;
			if (fault === 'gone410') throw fail('finish', 410);
			if (fault === 'conflict409' || open.data.length !== open.content.size) throw fail('finish', 409);
			if (fault === 'processing') return 'processing';
			open.state = 'finished';
			this.stored.push(open.data);
			return 'done';
		});
	}

	async abort(session: UploadSession): Promise<void> {
		this.log.push('abort');
		const open = this.sessions.get(session.id);
		if (open && open.state === 'open') open.state = 'aborted';
	}

	async isStored(_: UploadFile, content: UploadContent): Promise<boolean> {
		return this.stored.some((data) => createHash('sha1').update(data).digest('hex') === content.sha1);
	}
}
