import type { JsonObject } from '../../../src/protocol/wire/json';

import { ownFields, type Answer, type FeedWorld, type Happening, type Shown, type Thing } from './feedModel';

/** A late operation: what the reader knew of the entry when it happened, what it made of it, and how far the reader had been answered. */
interface Late {
	readonly opMs: number;
	readonly known: string | undefined;
	readonly made: string;
	readonly until: number;
}
/**
 * What a reader of the feed must give, decided without looking into the reader. An operation is
 * - required: later than all the reader has been answered (`until`);
 * - late: not later than that; required when it lies within the overlap and the entry's own fields are not those the reader
 *   knows. A late tag, lock or permission change shows the same entry again and cannot be told from a repeat; neither can a
 *   late move within one second that changes only the folders of the path;
 * - optional: contents of a deleted folder (`cmd` changes without an operation), and operations on the moment of the start;
 * - forbidden: before the start.
 * One operation is never given twice.
 */
type Duty = 'required' | 'optional' | 'forbidden' | Late;
export type Start = { from: 'now' } | { from: 'beginning' } | { from: 'date'; ms: number };
type Done = Omit<Late, 'until'> & { readonly thing: Thing; readonly version: number };
interface Run {
	shown: Shown[];
	until: number;
	happened: Done[];
	fields: Map<Thing, string>;
}

export class FeedJudge {
	private readonly duties = new Map<Thing, Map<number, Duty>>();
	/** By entry: the latest operation that an output surely stands for, and the latest it may stand for. */
	private readonly given = new Map<Thing, { surely: number; perhaps: number }>();
	private readonly lastGiven = new Map<Thing, string>();
	private readonly silent = new Map<Thing, number>();
	private outputs = 0;
	private readonly showings = new Map<string, Shown[]>();
	private readonly known = new Map<Thing, string>();
	private until = 0;
	private started = false;
	private startNow = Infinity;
	private run: Run | undefined;

	constructor(
		private readonly world: FeedWorld,
		private readonly overlapMs: number,
		private readonly start: Start,
	) {
		world.happened = (thing, how) => this.happened(thing, how);
	}

	/** Changes given so far: a test that saw none proves nothing. */
	get changesGiven(): number {
		return this.outputs;
	}

	beginStart(): void {
		this.startNow = this.world.now;
		this.duties.clear();
		for (const thing of this.world.things) this.set(thing, thing.version, this.dutyBefore(thing.opMs));
		this.beginRun();
	}

	endStart(): void {
		if (this.start.from === 'date') this.until = this.start.ms;
		this.keepRun([]);
		this.started = true;
	}

	beginRun(): void {
		this.run = { shown: [], until: this.until, happened: [], fields: new Map() };
	}

	/** A lost run showed nothing: what came late meanwhile is measured against what was kept before. */
	loseRun(): void {
		const happened = this.run?.happened ?? [];
		this.run = undefined;
		for (const done of happened) this.judge({ ...done, known: this.known.get(done.thing) });
	}

	answered({ shown, until }: Answer): void {
		if (!this.run) throw new Error('a request outside of a run');
		for (const each of shown) {
			this.run.shown.push(each);
			this.run.fields.set(each.thing, ownFields(each.entry));
			// newest() answers the smallest time of its list: until the start its entries count.
			if (!this.started) this.run.until = Math.max(this.run.until, each.thing.opMs);
		}
		this.run.until = Math.max(this.run.until, until);
	}

	/** Takes what a run gave. Throws with the counterexample when it repeats or invents something. */
	keepRun(entries: readonly JsonObject[]): void {
		const run = this.run;
		if (!run) throw new Error('no run to keep');
		for (const each of run.shown) {
			const { hash } = each.thing;
			const before = this.showings.get(hash);
			if (before) before.push(each);
			else this.showings.set(hash, [each]);
		}
		for (const entry of entries) this.attribute(entry);
		this.until = Math.max(this.until, run.until);
		for (const done of run.happened) this.judge(done);
		for (const [thing, fields] of run.fields) this.known.set(thing, fields);
		this.run = undefined;
	}

	/** Throws unless every required operation that was its entry's latest has been given, or a later one of that entry. */
	checkComplete(): void {
		for (const [thing, duties] of this.duties) {
			const silent = this.silent.get(thing) ?? -1;
			const required = Math.max(
				-1,
				...[...duties]
					.filter(([version, duty]) => this.isRequired(thing, duty, version < silent))
					.map(([version]) => version),
			);
			const last = this.given.get(thing)?.perhaps ?? -1;
			if (last < required)
				throw new Error(
					`missed: ${thing.hash} version ${required} (${JSON.stringify(duties.get(required))}), now at ${thing.opMs}, last given ${last}, read until ${this.until}`,
				);
		}
	}

	private isRequired(thing: Thing, duty: Duty, overlaid: boolean): boolean {
		if (typeof duty === 'string') return duty === 'required';
		const { opMs, until, known, made } = duty;
		// What a later operation made of it counts for that one; after a folder around it was deleted or restored nothing can be told.
		const now = ownFields(this.world.entryOf(thing));
		return (
			!overlaid &&
			until - opMs < this.overlapMs &&
			known !== made &&
			known !== now &&
			this.lastGiven.get(thing) !== now
		);
	}

	private attribute(entry: JsonObject): void {
		const wanted = fieldsOf(entry);
		const candidates = (this.showings.get(String(entry['hash'])) ?? []).filter(
			(each) => fieldsOf(each.entry) === wanted,
		);
		const [first] = candidates;
		if (!first) throw new Error(`invented: ${wanted} was never shown so`);
		const allowed = candidates
			.filter(({ version }) => this.dutyOf(first.thing, version) !== 'forbidden')
			.map(({ version }) => version);
		if (allowed.length === 0) throw new Error(`before the start: ${wanted}`);
		const { surely, perhaps } = this.given.get(first.thing) ?? { surely: -1, perhaps: -1 };
		const free = allowed.sort((a, b) => a - b).find((version) => version > surely);
		if (free === undefined) throw new Error(`repeated: ${wanted}, versions ${allowed.join()} given already`);
		// Two operations that look the same and were both shown before one output may both be told by it.
		this.given.set(first.thing, { surely: free, perhaps: Math.max(perhaps, ...allowed) });
		this.lastGiven.set(first.thing, ownFields(first.entry));
		this.outputs++;
	}

	private happened(thing: Thing, how: Happening): void {
		if (!this.started && !this.run) return;
		const { opMs, version } = thing;
		if (how === 'silent') {
			this.silent.set(thing, version);
			return this.set(thing, version, 'optional');
		}
		if (this.start.from === 'now' && (!this.started || opMs < this.startNow))
			return this.set(thing, version, 'optional');
		if (this.start.from === 'date' && opMs <= this.start.ms) return this.set(thing, version, 'optional');
		const known = this.run?.fields.get(thing) ?? this.known.get(thing);
		const done: Done = { thing, version, opMs, known, made: ownFields(this.world.entryOf(thing)) };
		if (this.run && opMs <= this.run.until) this.run.happened.push(done);
		this.judge(done);
	}

	/** Called again at the end of the run it happened in: until then the reader is answered more. */
	private judge({ thing, version, ...done }: Done): void {
		const until = this.run?.until ?? this.until;
		this.set(thing, version, done.opMs > until ? 'required' : { ...done, until });
	}

	private dutyBefore(opMs: number): Duty {
		if (this.start.from === 'beginning') return 'required';
		if (this.start.from === 'now') return 'forbidden';
		return opMs > this.start.ms ? 'required' : opMs < this.start.ms ? 'forbidden' : 'optional';
	}

	private set(thing: Thing, version: number, duty: Duty): void {
		const duties = this.duties.get(thing) ?? new Map<number, Duty>();
		this.duties.set(thing, duties.set(version, duty));
	}

	private dutyOf(thing: Thing, version: number): Duty {
		return this.duties.get(thing)?.get(version) ?? 'forbidden';
	}
}

const NAMES = [
	'hash',
	'dir',
	'fullpath',
	'filename',
	'filehash',
	'filesize',
	'create_member_name',
	'create_dateline',
	'last_member_name',
	'last_dateline',
];
/** The document's fields of an entry; a reader may add others. */
const fieldsOf = (entry: JsonObject): string =>
	JSON.stringify([...NAMES.map((name) => entry[name]), entry['cmd'] ?? 1]);
