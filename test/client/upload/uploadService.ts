import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { RecordedRequest } from '../../support/fakeServer';
import type { Reply } from '../../support/wire';

/** An upload session. `excused`: it may stay open, because its ID or the request to abort it was lost. */
export interface Session {
	data: Buffer;
	size: number;
	state: 'open' | 'aborted' | 'finished' | 'forgotten';
	excused: boolean;
}

/** How a service behaves that keeps to the document. */
export interface ServiceBehaviour {
	/** The content is known already at this request, so that nothing needs to be sent. */
	readonly known?: 'create' | 'init' | undefined;
	/** 202 instead of 200 for the part that completes the file. */
	readonly completes: boolean;
	/** How often finish answers 202. */
	readonly polls: number;
}

const sha1 = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex');

/** The last part of the path, which is the name of the request. */
export const nameOf = ({ path }: { path: string }): string => path.split('/').at(-1) ?? '';

/** The service and its upload server in one, by the document (Chunked upload, statuses). Checks every byte. */
export class UploadService {
	readonly sessions = new Map<string, Session>();
	readonly stored: Buffer[] = [];
	/** The most bytes that a session ever had. */
	most = 0;
	private polled = 0;

	constructor(private readonly behaviour: ServiceBehaviour) {}

	/** The session that a request belongs to. */
	sessionOf({ headers }: Pick<RecordedRequest, 'headers'>): Session | undefined {
		return this.sessions.get(String(headers['x-svc-upload-session']));
	}

	/** The reply to a request of the upload at `url`; `unheard` when the client will not learn what it says. */
	reply(request: RecordedRequest, url: string, unheard: boolean): Reply {
		switch (nameOf(request)) {
			case 'create_file':
				return this.create(request, url);
			case 'upload_init':
				return this.init(request, unheard);
			case 'info':
				return this.info();
		}
		const session = this.sessionOf(request);
		if (session?.state !== 'open')
			return { status: 401, body: { error_code: 40101, error_msg: 'invalid session' } };
		switch (nameOf(request)) {
			case 'upload_part':
				return this.part(request, session);
			case 'upload_req':
				return { body: String(session.data.length) };
			case 'upload_finish':
				return this.finish(session);
			case 'upload_abort':
				session.state = 'aborted';
				return {};
			default:
				return { status: 404 };
		}
	}

	private create({ form }: RecordedRequest, server: string): Reply {
		const known =
			this.behaviour.known === 'create' || this.stored.some((data) => sha1(data) === form.get('filehash'));
		return { body: { hash: 'h1', fullpath: 'a/b.bin', ...(known ? { state: 1 } : { state: 0, server }) } };
	}

	private info(): Reply {
		const data = this.stored.at(-1);
		if (!data) return { status: 404, body: { error_code: 40402, error_msg: 'no file' } };
		return { body: { hash: 'h1', fullpath: 'a/b.bin', filehash: sha1(data), filesize: data.length } };
	}

	private init({ headers, query }: RecordedRequest, unheard: boolean): Reply {
		const size = Number(headers['x-svc-upload-filesize']);
		const right =
			(headers['x-svc-token'] ?? query.get('org_client_id')) &&
			headers['x-svc-upload-pathhash'] === 'h1' &&
			headers['x-svc-upload-filename'] === 'b.bin' &&
			/^[0-9a-f]{40}$/.test(String(headers['x-svc-upload-filehash'])) &&
			Number.isInteger(size);
		if (!right) return { status: 400 };
		if (this.behaviour.known === 'init') return { status: 202 };
		const session = `SESSION-KEY-${this.sessions.size}`;
		this.sessions.set(session, { data: Buffer.alloc(0), size, state: 'open', excused: unheard });
		return { body: { session } };
	}

	private part({ headers, body }: RecordedRequest, session: Session): Reply {
		const [from = NaN, to = NaN] = String(headers['x-svc-upload-range']).split('-').map(Number);
		if (to - from + 1 !== body.length) return { status: 400, body: { error_code: 40002 } };
		if (to >= session.size) return { status: 416 };
		if (headers['x-svc-upload-crc'] !== String(crc32(body)))
			return { status: 400, body: { error_code: 40001, error_msg: 'crc' } };
		const held = session.data.length;
		if (from !== held) return { status: 409, body: { error_code: 40900, expect: held } };
		session.data = Buffer.concat([session.data, body]);
		this.most = Math.max(this.most, session.data.length);
		return { status: this.behaviour.completes && session.data.length === session.size ? 202 : 200 };
	}

	private finish(session: Session): Reply {
		if (session.data.length !== session.size) return { status: 409 };
		if (this.polled++ < this.behaviour.polls) return { status: 202 };
		session.state = 'finished';
		this.stored.push(session.data);
		return {};
	}
}
