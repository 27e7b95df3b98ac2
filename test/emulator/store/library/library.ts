import { createHash } from 'node:crypto';
import type { Clock } from '../../time/clock';
import { codes, ServiceFailure } from '../../http/errors';
import type { Directory } from '../enterprise/directory';
import type { Actor, Entry, HistoryRecord } from './entry';
import { detailsOf, fullpathOf } from './entry';
import { Feed } from './feed';
import { LinkBook } from './externalLinks';
import { append } from '../enterprise/managementLog';
import { RecycleBin } from './recycleBin';
import { TagIndex } from './tagIndex';
import { Tree } from './tree';

/** fact 5.24: history uses the codes of the library log. */
export const acts = {
	delete: 0,
	create: 1,
	rename: 2,
	edit: 3,
	move: 4,
	recover: 5,
	download: 20,
	preview: 21,
	link: 1014,
	openLink: 1015,
	downloadLink: 1016,
} as const;

/** A line of the library log, as things were then. */
export interface LibraryRecord {
	readonly act: number;
	readonly hash: string;
	readonly dir: boolean;
	readonly filehash: string;
	readonly filesize: number;
	readonly fullpath: string;
	readonly actor: Actor;
	readonly atMs: number;
}

/** What a library is called and how large it may grow. */
export interface LibraryProfile {
	readonly orgId: number;
	readonly mountId: number;
	name: string;
	/** Bytes; -1 is no limit. */
	capacity: number;
	storagePoint: string;
	/** Member id to role id. */
	readonly members: Map<number, number>;
	/** Department id to role id; 0 lets members keep their own (fact 6.4). */
	readonly groups: Map<number, number>;
	/** Enterprise it belongs to. */
	readonly entId: number;
	logoUrl: string;
	/** Member id; 0 is an unspecified owner (doc). */
	ownerId: number;
	/** Member whose personal library this is; 0 for all others. */
	readonly personalOf: number;
}

/** What a new library needs; the rest is as for one without owner and logo, of the demo enterprise. */
export type LibraryOrder = Omit<LibraryProfile, 'entId' | 'logoUrl' | 'ownerId' | 'personalOf'> &
	Partial<Pick<LibraryProfile, 'entId' | 'logoUrl' | 'ownerId' | 'personalOf'>>;

/** One library: its tree, feed, recycle bin, links and tags, kept in step by the operations of this folder. */
export class Library {
	readonly tree: Tree;
	readonly feed = new Feed();
	readonly recycleBin = new RecycleBin();
	readonly links = new LinkBook();
	readonly tags = new TagIndex();
	/** The library log, oldest first. */
	readonly log: LibraryRecord[] = [];

	constructor(
		readonly profile: LibraryProfile,
		/** People and departments of the enterprise it belongs to. */
		readonly directory: Directory,
		private readonly clock: Clock,
		private readonly operationTime: (nowMs: number) => number,
	) {
		this.tree = new Tree(`library ${profile.mountId}`);
	}

	now(): number {
		return this.clock.now();
	}

	/** doc: create, change, move, delete, tags and permissions give an entry a new operation time. */
	touch(entry: Entry, atMs = this.operationTime(this.now())): void {
		if (entry !== this.tree.root) this.feed.touch(entry, atMs);
	}

	/** Notes who changed an entry and when, and writes it into history and feed. */
	record(entry: Entry, act: number, actor: Actor): void {
		if (act !== acts.create) {
			entry.modifiedMs = this.now();
			entry.modifiedBy = actor;
		}
		const history = detailsOf(entry).history;
		// Seeded entries have no history yet: it begins with their creation.
		if (history.length === 0 && act !== acts.create) history.push(creationOf(entry));
		history.push({
			hid: this.tree.newHash(),
			act,
			actor,
			atMs: this.now(),
			fullpath: fullpathOf(entry),
			filehash: entry.filehash,
			filesize: entry.filesize,
		});
		this.note(entry, act, actor);
		this.touch(entry);
	}

	/** Writes a line into the library log. */
	note(entry: Entry, act: number, actor: Actor): void {
		append(this.log, {
			act,
			hash: entry.hash,
			dir: entry.children !== null,
			filehash: entry.filehash,
			filesize: entry.filesize,
			fullpath: fullpathOf(entry),
			actor,
			atMs: this.now(),
		});
	}

	/** Newest first (assumed). */
	history(entry: Entry): HistoryRecord[] {
		const history = entry.details?.history ?? [];
		return history.length === 0 ? [creationOf(entry)] : [...history].reverse();
	}

	/** True when the file has or had this content. */
	hasVersion(entry: Entry, filehash: string): boolean {
		return (
			entry.filehash === filehash || (entry.details?.history ?? []).some((record) => record.filehash === filehash)
		);
	}

	/** Bytes of all current files. */
	get size(): number {
		return this.tree.root.children?.bytes ?? 0;
	}

	/** Throws 403 + 40321 when `more` bytes do not fit. assumed: the recycle bin counts, old versions do not. */
	requireSpace(more: number): void {
		const { capacity } = this.profile;
		if (capacity >= 0 && this.size + this.recycleBin.bytes + more > capacity) {
			throw new ServiceFailure(codes.libraryFull, 'library space insufficient');
		}
	}
}

function creationOf(entry: Entry): HistoryRecord {
	return {
		hid: createHash('sha1').update(`created ${entry.hash}`).digest('hex'),
		act: acts.create,
		actor: entry.createdBy,
		atMs: entry.createdMs,
		fullpath: fullpathOf(entry),
		filehash: entry.filehash,
		filesize: entry.filesize,
	};
}
