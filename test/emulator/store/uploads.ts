import { randomBytes } from 'node:crypto';
import type { Content, ContentWriter } from './content';
import type { Library } from './library/library';
import type { FileWrite } from './library/write';

/** An upload announced with create_file: where the file goes once its content has arrived. */
export interface Announcement {
	readonly library: Library;
	readonly write: FileWrite & { readonly hash: string };
}

/** doc, chunked upload. A `lost` session is answered as not initialized (500), an unknown id as invalid (401). */
type SessionState = 'receiving' | 'finishing' | 'done' | 'failed' | 'lost';

/** A chunked upload. */
export interface Session {
	readonly id: string;
	readonly announcement: Announcement;
	readonly writer: ContentWriter;
	state: SessionState;
	/** Whether a chunk is being written. doc: 410. */
	busy: boolean;
	/** Time of the last request, in milliseconds. */
	touchedMs: number;
	sealed: Content | null;
	failure: string;
}

/** How long an idle session lives. assumed (E08): not shown. */
const SESSION_MS = 24 * 3600 * 1000;

/** assumed: this many sessions that have ended are kept, so that a repeated upload_finish gets 200 again. */
const KEPT_SESSIONS = 10_000;

/** The announced uploads and their sessions. */
export class UploadStore {
	private readonly announced = new Map<string, Announcement>();
	private readonly sessions = new Map<string, Session>();

	/** Announces an upload. assumed: the same place and content have the same id until the file is there. */
	announce(library: Library, write: FileWrite): Announcement {
		const key = placeKey(library, write);
		const known = this.announced.get(key);
		if (known && (write.hash === undefined || known.write.hash === write.hash)) return known;
		const announcement = { library, write: { ...write, hash: write.hash ?? library.tree.newHash() } };
		this.announced.set(key, announcement);
		this.announced.set(idKey(library, announcement.write.hash, write.filehash), announcement);
		return announcement;
	}

	/** The announced upload that a client names in upload_init. */
	find(library: Library, hash: string, filehash: string): Announcement | undefined {
		return this.announced.get(idKey(library, hash, filehash));
	}

	/** Removes an announcement whose file is in the library. */
	complete({ library, write }: Announcement): void {
		this.announced.delete(placeKey(library, write));
		this.announced.delete(idKey(library, write.hash, write.filehash));
	}

	/** Starts a session. */
	open(announcement: Announcement, writer: ContentWriter, nowMs: number): Session {
		const session: Session = {
			id: randomBytes(16).toString('hex'),
			announcement,
			writer,
			state: 'receiving',
			busy: false,
			touchedMs: nowMs,
			sealed: null,
			failure: '',
		};
		this.sessions.set(session.id, session);
		this.trim();
		return session;
	}

	/** The session with this id; undefined when it is unknown or has been idle for too long. */
	get(id: string, nowMs: number): Session | undefined {
		const session = this.sessions.get(id);
		if (!session) return undefined;
		if (session.state === 'receiving' && nowMs - session.touchedMs > SESSION_MS) {
			void this.drop(session);
			return undefined;
		}
		session.touchedMs = nowMs;
		return session;
	}

	/** Removes a session and its temporary file. */
	async drop(session: Session): Promise<void> {
		this.sessions.delete(session.id);
		// A scheduled upload_finish must find nothing to do.
		await this.lose(session);
	}

	/** Fault: the temporary file of a session is gone, so that the session is not initialized (500). */
	async lose(session: Session): Promise<void> {
		session.state = 'lost';
		await session.writer.discard();
	}

	/** Sessions that have not ended and own a temporary file. */
	active(): Session[] {
		return [...this.sessions.values()].filter(
			(session) => session.state === 'receiving' || session.state === 'finishing',
		);
	}

	/** Fault: ends all sessions, so that their ids are invalid (401) or not initialized (500). */
	expire(kind: 'invalid' | 'lost'): void {
		for (const session of this.active()) {
			void (kind === 'invalid' ? this.drop(session) : this.lose(session));
		}
	}

	private trim(): void {
		if (this.sessions.size <= KEPT_SESSIONS) return;
		for (const session of this.sessions.values()) {
			if (session.state === 'done' || session.state === 'failed' || session.state === 'lost')
				this.sessions.delete(session.id);
		}
	}
}

function placeKey(library: Library, write: FileWrite): string {
	return `${library.profile.mountId}:${write.path}:${write.filehash}:${write.overwrite}`;
}

function idKey(library: Library, hash: string, filehash: string): string {
	return `${library.profile.mountId}:${hash}:${filehash}`;
}
