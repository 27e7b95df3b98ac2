import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { sha1 } from '../../support/hashes';

interface Session {
	readonly path: string;
	readonly size: number;
	readonly sha1: string;
	readonly parts: Buffer[];
}

/** The upload sessions of a strict server: each part and the whole content are checked. */
export class UploadSessions {
	private readonly sessions = new Map<string, Session>();
	private announced = '';
	private opened = 0;

	/** `store` receives each finished file. */
	constructor(private readonly store: (path: string, content: Buffer) => void) {}

	/** create_file: the next session is for this path. */
	announce(path: string): void {
		this.announced = path;
	}

	/** upload_init: opens a session with this id. */
	open(headers: IncomingHttpHeaders, id = `session-${++this.opened}`): { session: string } {
		this.sessions.set(id, {
			path: this.announced,
			size: Number(headers['x-svc-upload-filesize']),
			sha1: String(headers['x-svc-upload-filehash']),
			parts: [],
		});
		return { session: id };
	}

	private of(headers: IncomingHttpHeaders): Session | undefined {
		return this.sessions.get(String(headers['x-svc-upload-session']));
	}

	/** upload_req: how many bytes the session has. */
	held(headers: IncomingHttpHeaders): number {
		return Buffer.concat(this.of(headers)?.parts ?? []).length;
	}

	/** upload_part: takes a part; returns what is wrong with it. */
	part(headers: IncomingHttpHeaders, body: Buffer): string[] {
		const session = this.of(headers);
		if (!session) return ['unknown session'];
		const [from = NaN, to = NaN] = String(headers['x-svc-upload-range']).split('-').map(Number);
		const crc = headers['x-svc-upload-crc'];
		const problems = [
			to - from + 1 !== body.length && `range ${from}-${to} for ${body.length} bytes`,
			body.length > 10_000_000 && 'a part of more than 10 MB',
			from !== this.held(headers) && `part begins at ${from}`,
			crc !== undefined && crc !== String(crc32(body)) && 'wrong CRC',
		];
		session.parts.push(body);
		return problems.filter((problem) => problem !== false);
	}

	/** upload_finish: stores the file; returns what is wrong with it. */
	finish(headers: IncomingHttpHeaders): string[] {
		const session = this.of(headers);
		const content = Buffer.concat(session?.parts ?? []);
		const right = content.length === session?.size && sha1(content) === session.sha1;
		if (!right) return ['finish of an incomplete or different file'];
		this.store(session.path, content);
		return [];
	}

	clear(): void {
		this.sessions.clear();
	}
}
