import { randomBytes } from 'node:crypto';
import type { Content, ContentWriter } from './content';
import type { Library } from './library/library';
import type { FileWrite } from './library/write';

/** What create_file has promised: where the file will be once its content has come. */
export interface Ticket {
	readonly library: Library;
	readonly write: FileWrite & { readonly hash: string };
}

/** doc, chunked upload session. `lost` answers as "not initialized" (500), an unknown id as invalid (401). */
export type SessionState = 'receiving' | 'finishing' | 'done' | 'failed' | 'lost';

/** A chunked upload under way. */
export interface Session {
	readonly id: string;
	readonly ticket: Ticket;
	readonly writer: ContentWriter;
	state: SessionState;
	/** A part is being written: doc, 410. */
	busy: boolean;
	touchedMs: number;
	sealed: Content | null;
	failure: string;
}

/** Sessions that ended well are remembered, so that a repeated upload_finish gets 200 again (assumed). */
const REMEMBERED = 10_000;

/** The upload host's desk: tickets from create_file and the sessions working on them. */
export class UploadDesk {
	private readonly tickets = new Map<string, Ticket>();
	private readonly byId = new Map<string, Session>();

	/** assumed: asking again for the same place and content gives the same ticket while nothing has arrived. */
	ticketFor(library: Library, write: FileWrite): Ticket {
		const key = placeKey(library, write);
		const known = this.tickets.get(key);
		if (known && (write.hash === undefined || known.write.hash === write.hash)) return known;
		const ticket = { library, write: { ...write, hash: write.hash ?? library.tree.newHash() } };
		this.tickets.set(key, ticket);
		this.tickets.set(idKey(library, ticket.write.hash, write.filehash), ticket);
		return ticket;
	}

	/** The ticket a client names in upload_init. */
	find(library: Library, hash: string, filehash: string): Ticket | undefined {
		return this.tickets.get(idKey(library, hash, filehash));
	}

	/** Ends a ticket whose file is in the library. */
	redeem(ticket: Ticket): void {
		this.tickets.delete(placeKey(ticket.library, ticket.write));
		this.tickets.delete(idKey(ticket.library, ticket.write.hash, ticket.write.filehash));
	}

	open(ticket: Ticket, writer: ContentWriter, nowMs: number): Session {
		const session: Session = {
			id: randomBytes(16).toString('hex'),
			ticket,
			writer,
			state: 'receiving',
			busy: false,
			touchedMs: nowMs,
			sealed: null,
			failure: '',
		};
		this.byId.set(session.id, session);
		this.trim();
		return session;
	}

	/** The session with this id, or undefined when it is unknown or has idled longer than `lifeMs`. */
	get(id: string, nowMs: number, lifeMs: number): Session | undefined {
		const session = this.byId.get(id);
		if (!session) return undefined;
		if (session.state === 'receiving' && nowMs - session.touchedMs > lifeMs) {
			void this.drop(session);
			return undefined;
		}
		session.touchedMs = nowMs;
		return session;
	}

	/** Forgets a session and its temporary file. */
	async drop(session: Session): Promise<void> {
		this.byId.delete(session.id);
		// Work on it that is still due must find nothing to do.
		session.state = 'lost';
		await session.writer.discard();
	}

	/** Sessions that still hold a temporary file. */
	active(): Session[] {
		return [...this.byId.values()].filter(
			(session) => session.state === 'receiving' || session.state === 'finishing',
		);
	}

	/** Fault: ends all sessions, so that their ids are invalid (401) or not initialized (500). */
	expire(kind: 'invalid' | 'lost'): void {
		for (const session of this.active()) {
			if (kind === 'invalid') void this.drop(session);
			else session.state = 'lost';
		}
	}

	private trim(): void {
		if (this.byId.size <= REMEMBERED) return;
		for (const session of this.byId.values()) {
			if (session.state === 'done' || session.state === 'failed' || session.state === 'lost')
				this.byId.delete(session.id);
		}
	}
}

function placeKey(library: Library, write: FileWrite): string {
	return `${library.profile.mountId}:${write.path}:${write.filehash}:${write.overwrite}`;
}

function idKey(library: Library, hash: string, filehash: string): string {
	return `${library.profile.mountId}:${hash}:${filehash}`;
}
