import { createHash } from 'node:crypto';
import { codes, ServiceFailure } from '../../http/errors';
import { append, type Clock } from '../../time/clock';
import type { Directory } from '../enterprise/directory';
import { type Actor, acts, type ChangeRecord, detailsOf, type Entry, fullpathOf, type HistoryRecord } from './entry';
import { ExternalLinks } from './externalLinks';
import { Feed } from './feed';
import { RecycleBin } from './recycleBin';
import { Tree } from './tree';

interface LibraryProfile {
	readonly orgId: number;
	readonly mountId: number;
	name: string;
	/** Bytes; -1 is no limit. */
	capacity: number;
	storagePoint: string;
	/** Role id by member id. */
	readonly members: Map<number, number>;
	/** Role id by department id. fact 6.4: with 0, members keep their own role. */
	readonly groups: Map<number, number>;
	readonly entId: number;
	logoUrl: string;
	/** Member id. doc: 0 is an unspecified owner. */
	ownerId: number;
	/** The member whose personal library this is; 0 for all others. */
	readonly personalOf: number;
}

/** What a new library needs; without the rest it has ids of its own, nobody, no logo and the demo enterprise. */
export type LibraryOrder = Pick<LibraryProfile, 'name' | 'capacity'> & Partial<LibraryProfile>;

/** A line of the library log. */
export interface LibraryRecord extends ChangeRecord {
	readonly hash: string;
	readonly dir: boolean;
}

/** One library: its tree, feed, recycle bin, links and log. The functions of this folder keep them consistent. */
export class Library {
	readonly tree: Tree;
	readonly feed = new Feed();
	readonly recycleBin = new RecycleBin();
	readonly links = new ExternalLinks();
	/** The library log, oldest line first. */
	readonly log: LibraryRecord[] = [];

	constructor(
		readonly profile: LibraryProfile,
		/** People and departments of the enterprise the library belongs to. */
		readonly directory: Directory,
		private readonly clock: Clock,
	) {
		this.tree = new Tree(`library ${profile.mountId}`);
	}

	now(): number {
		return this.clock.now();
	}

	/** doc: create, change, move, delete, tags and permissions give an entry a new operation time. */
	touch(entry: Entry): void {
		if (entry !== this.tree.root) this.feed.touch(entry, this.now());
	}

	/** Records a change of an entry: author and time, history, library log and feed. */
	record(entry: Entry, act: number, actor: Actor): void {
		if (act !== acts.create) {
			entry.modifiedMs = this.now();
			entry.modifiedBy = actor;
			this.startHistory(entry);
		}
		detailsOf(entry).history.push({ hid: this.tree.newHash(), ...changeOf(entry, act, actor, this.now()) });
		this.note(entry, act, actor);
		this.touch(entry);
	}

	/** Seeded entries have no history yet: it starts with their creation. To be called before the first change. */
	startHistory(entry: Entry): void {
		const { history } = detailsOf(entry);
		if (history.length === 0) history.push(creationOf(entry));
	}

	note(entry: Entry, act: number, actor: Actor): void {
		const { hash, children } = entry;
		append(this.log, { hash, dir: children !== null, ...changeOf(entry, act, actor, this.now()) });
	}

	/** The history of an entry. assumed: newest first. */
	history(entry: Entry): HistoryRecord[] {
		const history = entry.details?.history ?? [];
		return history.length === 0 ? [creationOf(entry)] : [...history].reverse();
	}

	/** True when the file has or had the content with this SHA1. */
	hasVersion(entry: Entry, filehash: string): boolean {
		return (
			entry.filehash === filehash || (entry.details?.history ?? []).some((record) => record.filehash === filehash)
		);
	}

	get size(): number {
		return this.tree.root.children?.bytes ?? 0;
	}

	/** Throws 403 + 40321 when `more` bytes do not fit. assumed: the recycle bin counts, old versions do not. */
	requireSpace(more: number): void {
		const { capacity } = this.profile;
		if (capacity >= 0 && this.size + this.recycleBin.bytes + more > capacity)
			throw new ServiceFailure(codes.libraryFull, 'library space insufficient');
	}
}

const changeOf = (entry: Entry, act: number, actor: Actor, atMs: number): ChangeRecord => {
	const { filehash, filesize } = entry;
	return { act, fullpath: fullpathOf(entry), filehash, filesize, actor, atMs };
};

const creationOf = (entry: Entry): HistoryRecord => ({
	hid: createHash('sha1').update(`created ${entry.hash}`).digest('hex'),
	...changeOf(entry, acts.create, entry.createdBy, entry.createdMs),
});
