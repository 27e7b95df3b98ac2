import type { FeedEntry } from '#changes/plan';
import type { FeedPort } from '#changes/work';

/* The updates feed as the document describes it, in memory and with small pages, so that page borders are met often. */

/** Whether the bounds of updates_count belong to the range: the document doesn't say (G27). */
export type CountBounds = 'inclusive' | 'beginExclusive' | 'endExclusive';
export interface WorldOptions {
	readonly pageSize: number;
	readonly bounds?: CountBounds;
	readonly startMs?: number;
	/** How far (ms) its `Date` is behind its operation times. */
	readonly clockBehind?: number;
}

/** `operation` gives a new operation time; `silent` changes `cmd` without one (contents of a deleted folder). */
export type Happening = 'operation' | 'silent';

/** A page of the feed, and the answered `fetch_dateline`. */
export interface Answer {
	readonly shown: readonly Shown[];
	readonly until: number;
	/** What the clock of the service shows, in full seconds. */
	readonly clock: number;
}
export const OPERATIONS = ['create', 'folder', 'edit', 'delete', 'restore', 'move', 'rename', 'tag'] as const;
export type Operation = (typeof OPERATIONS)[number];

const SECOND = 1000;

/** A library and its updates feed, with a clock that only tests move. */
export class FeedWorld {
	readonly files: WorldFile[] = [];
	now: number;
	/** Called after everything that happens to a file. */
	happened: (file: WorldFile, how: Happening) => void = () => undefined;
	private serial = 0;
	private sorted: WorldFile[] | undefined;

	constructor(readonly options: WorldOptions) {
		this.now = options.startMs ?? 1_800_000_000_000;
	}

	/**
	 * Does an operation whose operation time lies `lateMs` before now; less than 0 dates it ahead. Operation times of
	 * one file never go back, and no millisecond gets more than `most` files or folders: what doesn't fit comes a
	 * millisecond later. `first`: it is in front of the others of its millisecond.
	 */
	operate(
		operation: Operation,
		pick: number,
		{ lateMs = 0, member = 'ann', most = Infinity, first = false } = {},
	): void {
		const creates = operation === 'create' || operation === 'folder';
		const candidates = this.candidates(operation);
		const folders = candidates.filter(({ folder }) => folder);
		const target = creates ? undefined : candidates[pick % Math.max(1, candidates.length)];
		const parent = pick % (folders.length + 1) === 0 ? null : (folders[pick % folders.length] ?? null);
		if (!target && !creates) return;
		if (operation === 'move' && target && parent && isWithin(parent, target)) return;
		const file = target ?? this.add(operation === 'folder', parent, member);
		const opMs = this.freeMs(Math.max(this.now - lateMs, file.opMs), file, most);
		if (lateMs >= 0) this.now = Math.max(this.now, opMs - Math.max(0, file.opMs - this.now));
		if (operation === 'edit') file.content++;
		if (operation === 'rename') file.name = `n${file.version}-${pick % 3}`;
		if (operation === 'move') file.parent = parent;
		if (operation === 'delete' || operation === 'restore') this.setDeleted(file, operation === 'delete');
		if (operation !== 'tag' && target) Object.assign(file, { lastS: Math.floor(opMs / SECOND), member });
		const seq = first ? -++this.serial : ++this.serial;
		Object.assign(file, { opMs, seq, version: file.version + 1 });
		this.sorted = undefined;
		this.happened(file, 'operation');
	}

	/** Creates many files at once in the root, `perMs` in each millisecond from the next one on. */
	fill(count: number, perMs: number): void {
		for (let n = 0; n < count; n++) {
			if (n % perMs === 0) this.now++;
			const file = this.add(false, null, 'ann');
			Object.assign(file, { opMs: this.now, seq: ++this.serial, version: 1 });
			this.happened(file, 'operation');
		}
		this.sorted = undefined;
	}

	/** Mode compare: ascending, strictly later, one page; with the largest time or the cursor (client facts 5.14). */
	later(cursor: number, kind?: 'files' | 'folders'): Answer {
		const list = this.byOperation();
		const found: WorldFile[] = [];
		for (let at = firstLater(list, cursor); at < list.length && found.length < this.options.pageSize; at++) {
			const file = list[at] as WorldFile;
			if (kind === undefined || file.folder === (kind === 'folders')) found.push(file);
		}
		return {
			shown: found.map((file) => shown(file, true)),
			until: found.at(-1)?.opMs ?? cursor,
			clock: this.clock,
		};
	}

	/** Mode empty: descending, strictly earlier, from now on without deleted entries; with the smallest time. */
	newest(before?: number, kind?: 'files' | 'folders'): Answer {
		const found = this.byOperation()
			.filter(({ deleted, opMs }) => (before === undefined ? !deleted : opMs < before))
			.filter(({ folder }) => kind === undefined || folder === (kind === 'folders'))
			.slice(-this.options.pageSize)
			.reverse();
		const until = found.at(-1)?.opMs ?? before ?? 0;
		return { shown: found.map((file) => shown(file, false)), until, clock: this.clock };
	}

	private get clock(): number {
		return Math.floor((this.now - (this.options.clockBehind ?? 0)) / SECOND) * SECOND;
	}

	/** The updates_count request, deleted entries included. */
	count(beginMs: number, endMs: number): number {
		const { bounds = 'inclusive' } = this.options;
		const begin = bounds === 'beginExclusive' ? beginMs + 1 : beginMs;
		const end = bounds === 'endExclusive' ? endMs - 1 : endMs;
		return this.files.filter(({ opMs }) => opMs >= begin && opMs <= end).length;
	}

	entryOf(file: WorldFile): FeedEntry {
		return shown(file, true).entry;
	}

	/** The files that an operation of this kind can be done to. */
	private candidates(operation: Operation): WorldFile[] {
		const live = this.files.filter((file) => !file.deleted);
		if (operation === 'edit') return live.filter(({ folder }) => !folder);
		if (operation === 'restore') return this.files.filter((file) => file.deleted && !file.parent?.deleted);
		return live;
	}

	private add(folder: boolean, parent: WorldFile | null, member: string): WorldFile {
		const serial = this.files.length;
		const createdS = Math.floor(this.now / SECOND);
		const identity = { hash: `h${serial}`, name: `e${serial}`, folder, parent };
		const times = { createdS, lastS: createdS, opMs: 0, seq: 0 };
		const file: WorldFile = { ...identity, ...times, content: 1, member, deleted: false, version: 0 };
		this.files.push(file);
		return file;
	}

	/** Everything below a deleted folder counts as deleted too, at its old place in the feed. */
	private setDeleted(target: WorldFile, deleted: boolean): void {
		target.deleted = deleted;
		for (const file of this.files) {
			if (file === target || file.deleted === deleted || !isWithin(file, target)) continue;
			file.deleted = deleted;
			file.version++;
			this.happened(file, 'silent');
		}
	}

	private freeMs(fromMs: number, file: WorldFile, most: number): number {
		if (most === Infinity) return fromMs;
		let at = fromMs;
		const isSame = ({ folder, opMs }: WorldFile): boolean => folder === file.folder && opMs === at;
		while (this.files.filter((each) => each !== file && isSame(each)).length >= most) at++;
		return at;
	}

	private byOperation(): readonly WorldFile[] {
		this.sorted ??= this.files.filter(({ seq }) => seq !== 0).sort((a, b) => a.opMs - b.opMs || a.seq - b.seq);
		return this.sorted;
	}
}

/** Index of the first file with an operation later than the cursor. */
function firstLater(list: readonly WorldFile[], cursor: number): number {
	let [low, high] = [0, list.length];
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((list[middle] as WorldFile).opMs <= cursor) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** `version` counts what happened to it; only operations give it a new place in the feed. */
export interface WorldFile {
	readonly hash: string;
	readonly folder: boolean;
	readonly createdS: number;
	name: string;
	parent: WorldFile | null;
	content: number;
	lastS: number;
	member: string;
	deleted: boolean;
	opMs: number;
	/** Order of the operations within one millisecond. */
	seq: number;
	version: number;
}

/** An entry as the feed showed it, and which version of which file it was. */
export interface Shown {
	readonly file: WorldFile;
	readonly version: number;
	readonly entry: FeedEntry;
}

/** Whether a file is `folder` itself or lies below it. */
function isWithin(file: WorldFile, folder: WorldFile): boolean {
	for (let at: WorldFile | null = file; at; at = at.parent) if (at === folder) return true;
	return false;
}

const pathOf = ({ name, parent }: WorldFile): string => (parent ? `${pathOf(parent)}/${name}` : name);

/** The entry of the document, in compare mode with `cmd`: times in seconds, and never the operation time. */
export function shown(file: WorldFile, compare: boolean): Shown {
	const { hash, folder, name, content, createdS, lastS, member, deleted, version } = file;
	const entry: FeedEntry = {
		hash,
		dir: folder ? 1 : 0,
		fullpath: pathOf(file),
		filename: name,
		filehash: folder ? '' : `c${hash}-${content}`,
		filesize: folder ? 0 : content,
		create_member_name: 'ann',
		create_dateline: createdS,
		last_member_name: member,
		last_dateline: lastS,
		...(compare ? { cmd: deleted ? 0 : 1 } : {}),
	};
	return { file, version, entry };
}

/** What its own operations change: renamed folders of its path and renamed people move no entry in the feed. */
export const ownFields = ({ hash, filename, filehash, last_dateline, cmd = 1 }: FeedEntry): string =>
	JSON.stringify({ hash, filename, filehash, last_dateline, cmd });

/** The feed of a world in memory as a port; `requests` contains the names of the methods that were called. */
export function worldPort(world: FeedWorld): FeedPort & { readonly requests: string[] } {
	const requests: string[] = [];
	const page = ({ shown, until, clock }: Answer) => ({
		entries: shown.map(({ entry }) => ({ ...entry })),
		until,
		clock,
	});
	return {
		requests,
		pageSize: world.options.pageSize,
		later: async (cursor, kind) => {
			requests.push('later');
			return page(world.later(cursor, kind));
		},
		newest: async (before, kind) => {
			requests.push('newest');
			return page(world.newest(before, kind));
		},
		count: async (begin, end) => {
			requests.push('count');
			return world.count(begin, end);
		},
	};
}
