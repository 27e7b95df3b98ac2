import type { JsonObject } from '../../../src/protocol/wire/json';

/* The updates feed as the document describes it, in memory and with small pages, so that their borders are met often. */

/** Whether the bounds of updates_count belong to the range: the document does not say (ambiguities G27). */
export type CountBounds = 'inclusive' | 'beginExclusive' | 'endExclusive';
export interface WorldOptions {
	readonly pageSize: number;
	readonly bounds?: CountBounds;
	readonly startMs?: number;
}

/** A file or folder. `version` counts what happened to it; only operations give it a new place in the feed. */
export interface Thing {
	readonly hash: string;
	readonly folder: boolean;
	readonly createdS: number;
	name: string;
	parent: Thing | null;
	content: number;
	lastS: number;
	member: string;
	deleted: boolean;
	opMs: number;
	seq: number;
	version: number;
}

/** `operation` gives a new operation time; `silent` changes `cmd` without one (contents of a deleted folder). */
export type Happening = 'operation' | 'silent';
export interface Shown {
	readonly thing: Thing;
	readonly version: number;
	readonly entry: JsonObject;
}
export interface Answer {
	readonly shown: readonly Shown[];
	readonly until: number;
}
export const OPERATIONS = ['create', 'folder', 'edit', 'delete', 'restore', 'move', 'rename', 'tag'] as const;
export type Operation = (typeof OPERATIONS)[number];

const SECOND = 1000;

export class FeedWorld {
	readonly things: Thing[] = [];
	now: number;
	/** Told of everything that happens to an entry, after it happened. */
	happened: (thing: Thing, how: Happening) => void = () => undefined;
	private serial = 0;
	private order: Thing[] | undefined;

	constructor(readonly options: WorldOptions) {
		this.now = options.startMs ?? 1_800_000_000_000;
	}

	/** What an operation of this kind can be done to. */
	candidates(operation: Operation): Thing[] {
		const live = this.things.filter((thing) => !thing.deleted);
		if (operation === 'edit') return live.filter(({ folder }) => !folder);
		if (operation === 'restore') return this.things.filter((thing) => thing.deleted && !thing.parent?.deleted);
		return live;
	}

	/**
	 * Does an operation whose operation time lies `lateMs` before now. Operation times of one entry never go back, and no
	 * millisecond gets more than `most` entries: what does not fit comes a millisecond later.
	 */
	operate(operation: Operation, pick: number, { lateMs = 0, member = 'ann', most = Infinity } = {}): void {
		const found = this.candidates(operation);
		const folders = found.filter(({ folder }) => folder);
		const target =
			operation === 'create' || operation === 'folder' ? undefined : found[pick % Math.max(1, found.length)];
		const place = pick % (folders.length + 1) === 0 ? null : (folders[pick % folders.length] ?? null);
		if (!target && operation !== 'create' && operation !== 'folder') return;
		if (operation === 'move' && target && place && within(place, target)) return;
		const thing = target ?? this.add(operation === 'folder', place, member);
		const opMs = this.free(Math.max(this.now - lateMs, thing.opMs), thing, most);
		this.now = Math.max(this.now, opMs);
		if (operation === 'edit') thing.content++;
		if (operation === 'rename') thing.name = `n${thing.version}-${pick % 3}`;
		if (operation === 'move') thing.parent = place;
		if (operation === 'delete' || operation === 'restore') this.flip(thing, operation === 'delete');
		if (operation !== 'tag' && target) Object.assign(thing, { lastS: Math.floor(opMs / SECOND), member });
		Object.assign(thing, { opMs, seq: ++this.serial, version: thing.version + 1 });
		this.order = undefined;
		this.happened(thing, 'operation');
	}

	/** Makes many files at once in the root, `perMs` in each millisecond from the next one on. */
	fill(count: number, perMs: number): void {
		for (let n = 0; n < count; n++) {
			if (n % perMs === 0) this.now++;
			const thing = this.add(false, null, 'ann');
			Object.assign(thing, { opMs: this.now, seq: ++this.serial, version: 1 });
			this.happened(thing, 'operation');
		}
		this.order = undefined;
	}

	/** compare: ascending, strictly later, one page; the answer is the largest operation time, or the cursor again (fact 5.14). */
	later(cursor: number, kind?: 'files' | 'folders'): Answer {
		const list = this.inOrder();
		const found: Thing[] = [];
		for (let at = rank(list, cursor); at < list.length && found.length < this.options.pageSize; at++) {
			const thing = list[at] as Thing;
			if (kind === undefined || thing.folder === (kind === 'folders')) found.push(thing);
		}
		return { shown: found.map((thing) => shown(thing, true)), until: found.at(-1)?.opMs ?? cursor };
	}

	/** mode empty: descending, strictly earlier; from now without deleted entries. The answer is the smallest operation time. */
	newest(before?: number): Answer {
		const found = this.inOrder()
			.filter(({ deleted, opMs }) => (before === undefined ? !deleted : opMs < before))
			.slice(-this.options.pageSize)
			.reverse();
		return { shown: found.map((thing) => shown(thing, false)), until: found.at(-1)?.opMs ?? before ?? 0 };
	}

	count(beginMs: number, endMs: number): number {
		const { bounds = 'inclusive' } = this.options;
		const begin = bounds === 'beginExclusive' ? beginMs + 1 : beginMs;
		const end = bounds === 'endExclusive' ? endMs - 1 : endMs;
		return this.things.filter(({ opMs }) => opMs >= begin && opMs <= end).length;
	}

	/** The entry as the feed shows it now. */
	entryOf(thing: Thing): JsonObject {
		return shown(thing, true).entry;
	}

	private add(folder: boolean, parent: Thing | null, member: string): Thing {
		const serial = this.things.length;
		const createdS = Math.floor(this.now / SECOND);
		const thing = {
			hash: `h${serial}`,
			folder,
			createdS,
			name: `e${serial}`,
			parent,
			content: 1,
			lastS: createdS,
			member,
			deleted: false,
			opMs: 0,
			seq: 0,
			version: 0,
		};
		this.things.push(thing);
		return thing;
	}

	/** Everything below a deleted folder counts as deleted too, at its old place in the feed. */
	private flip(thing: Thing, deleted: boolean): void {
		thing.deleted = deleted;
		for (const each of this.things) {
			if (each === thing || each.deleted === deleted || !within(each, thing)) continue;
			each.deleted = deleted;
			each.version++;
			this.happened(each, 'silent');
		}
	}

	private free(fromMs: number, thing: Thing, most: number): number {
		if (most === Infinity) return fromMs;
		let at = fromMs;
		while (this.things.filter((each) => each !== thing && each.opMs === at).length >= most) at++;
		return at;
	}

	private inOrder(): readonly Thing[] {
		this.order ??= this.things.filter(({ seq }) => seq > 0).sort((a, b) => a.opMs - b.opMs || a.seq - b.seq);
		return this.order;
	}
}

function within(thing: Thing, folder: Thing): boolean {
	for (let at: Thing | null = thing; at; at = at.parent) if (at === folder) return true;
	return false;
}

function rank(list: readonly Thing[], cursor: number): number {
	let [low, high] = [0, list.length];
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((list[middle] as Thing).opMs <= cursor) low = middle + 1;
		else high = middle;
	}
	return low;
}

const pathOf = ({ name, parent }: Thing): string => (parent ? `${pathOf(parent)}/${name}` : name);

/** JsonObject of the document: times in seconds, and never the operation time. */
function shown(thing: Thing, compare: boolean): Shown {
	const { hash, folder, name, content, createdS, lastS, member, deleted, version } = thing;
	const entry: JsonObject = {
		hash,
		dir: folder ? 1 : 0,
		fullpath: pathOf(thing),
		filename: name,
		filehash: folder ? '' : `c${hash}-${content}`,
		filesize: folder ? 0 : content,
		create_member_name: 'ann',
		create_dateline: createdS,
		last_member_name: member,
		last_dateline: lastS,
		...(compare ? { cmd: deleted ? 0 : 1 } : {}),
	};
	return { thing, version, entry };
}

/**
 * What of an entry its own operations change. The folders of its path are not part of it: renaming them moves no child in the
 * feed. Neither are names of people, who may be renamed too.
 */
export const ownFields = ({ hash, filename, filehash, last_dateline, cmd = 1 }: JsonObject): string =>
	JSON.stringify({ hash, filename, filehash, last_dateline, cmd });
