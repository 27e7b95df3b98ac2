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

/** The announced uploads and their sessions. */
export class UploadStore {
	private readonly announced = new Set<Announcement>();
	/** Those that have ended, too, so that a repeated upload_finish gets 200 again. */
	private readonly sessions = new Map<string, Session>();

	/** Announces an upload. assumed: the same place and content have the same id until the file is there. */
	announce(library: Library, write: FileWrite): Announcement {
		const { path, filehash, overwrite, hash } = write;
		for (const known of this.announced) {
			const isSame = known.write.path === path && known.write.overwrite === overwrite;
			const fits = isSame && (hash === undefined || known.write.hash === hash);
			if (fits && known.library === library && known.write.filehash === filehash) return known;
		}
		const announcement = { library, write: { ...write, hash: hash ?? library.tree.newHash() } };
		this.announced.add(announcement);
		return announcement;
	}

	/** The announced upload that a client names in upload_init. */
	find(library: Library, hash: string, filehash: string): Announcement | undefined {
		for (const known of this.announced)
			if (known.library === library && known.write.hash === hash && known.write.filehash === filehash)
				return known;
		return undefined;
	}

	/** Removes an announcement whose file is in the library. */
	complete(announcement: Announcement): void {
		this.announced.delete(announcement);
	}

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

	/** Sessions that have not ended and own a temporary file. */
	active(): Session[] {
		return [...this.sessions.values()].filter(({ state }) => state === 'receiving' || state === 'finishing');
	}

	/** Fault: ends all sessions, so that their ids are invalid (401) or not initialized (500). */
	async expire(kind: 'invalid' | 'lost'): Promise<void> {
		const ended = this.active().map((session) => (kind === 'invalid' ? this.drop(session) : this.lose(session)));
		await Promise.all(ended);
	}

	private async lose(session: Session): Promise<void> {
		session.state = 'lost';
		await session.writer.discard();
	}
}
