import type { FeedEntry } from '#changes/plan';
import { type Answer, type FeedWorld, ownFields, type Shown, type WorldFile } from './feedWorld';

/** One read of the feed, from the first request to the saved or lost result. */
interface Run {
	readonly shown: Shown[];
	until: number;
	readonly happened: DoneOperation[];
	readonly fields: Map<WorldFile, string>;
	/** The clock beyond which the reader has been shown something. */
	aheadOf: number;
}

/** Decides, without looking into the reader, whether it reported every change once; see Duty for the rules. */
export class FeedOracle {
	private readonly duties: Duties;
	/** By file: the latest version that a report surely stands for, and the latest one it may stand for. */
	private readonly reported = new Map<WorldFile, { surely: number; perhaps: number }>();
	private readonly lastReported = new Map<WorldFile, string>();
	private reports = 0;
	private readonly showings = new Map<string, Shown[]>();
	private readonly known = new Map<WorldFile, string>();
	/** Later than the clock when they were shown with others that are dated ahead: known by their looks alone. */
	private readonly vague = new Set<WorldFile>();
	private until = 0;
	private started = false;
	private run: Run | undefined;

	constructor(
		private readonly world: FeedWorld,
		overlapMs: number,
		private readonly start: FeedStart,
	) {
		this.duties = new Duties(world, overlapMs, start);
		world.happened = (file, how) => {
			if (!this.started && !this.run) return;
			if (how === 'silent') this.duties.addSilent(file);
			else this.operated(file);
		};
	}

	/** Changes reported so far: a test that saw none proves nothing. */
	get changesReported(): number {
		return this.reports;
	}

	beginStart(): void {
		this.duties.begin();
		this.beginRun();
	}

	endStart(): void {
		if (this.start.from === 'date') this.until = this.start.ms;
		this.keepRun([]);
		this.started = true;
		this.duties.endStart();
	}

	beginRun(): void {
		this.run = { shown: [], until: this.until, happened: [], fields: new Map(), aheadOf: Infinity };
	}

	/** The reader said that a millisecond has more than the feed shows. */
	said(ms: number): void {
		this.duties.said(ms);
	}

	/** A lost run showed nothing: late operations of that time are measured against what was kept before. */
	loseRun(): void {
		const happened = this.run?.happened ?? [];
		this.run = undefined;
		for (const done of happened)
			this.duties.add({ ...done, known: this.known.get(done.file) }, this.until, this.vague.has(done.file));
	}

	answered({ shown, until, clock }: Answer): void {
		if (!this.run) throw new Error('a request outside of a run');
		for (const each of shown) {
			this.run.shown.push(each);
			this.run.fields.set(each.file, ownFields(each.entry));
			// newest() answers the smallest time of its list: until the start its entries count.
			if (!this.started) this.run.until = Math.max(this.run.until, Math.min(each.file.opMs, clock + 999));
		}
		// What a page goes on to, beyond the clock, and what is read there after it.
		if (until > clock + 999) this.run.aheadOf = Math.min(this.run.aheadOf, clock);
		for (const { file } of shown) if (file.opMs > this.run.aheadOf) this.vague.add(file);
		this.run.until = Math.max(this.run.until, Math.min(until, clock + 999));
	}

	/** Takes what a run reported. Throws with the counterexample when it repeats or invents something. */
	keepRun(entries: readonly FeedEntry[]): void {
		const run = this.run;
		if (!run) throw new Error('no run to keep');
		for (const each of run.shown) {
			const { hash } = each.file;
			const before = this.showings.get(hash);
			if (before) before.push(each);
			else this.showings.set(hash, [each]);
		}
		for (const entry of entries) this.attribute(entry);
		this.until = Math.max(this.until, run.until);
		for (const [file, fields] of run.fields) this.known.set(file, fields);
		this.run = undefined;
	}

	/** Throws unless each required operation, when its file's latest, has been reported, or a later one of the file. */
	checkComplete(): void {
		for (const file of this.duties.files()) {
			const required = this.duties.latestRequired(file, this.lastReported.get(file));
			const last = this.reported.get(file)?.perhaps ?? -1;
			if (last >= required) continue;
			const duty = JSON.stringify(this.duties.of(file, required));
			throw new Error(
				`missed: ${file.hash} version ${required} (${duty}), now at ${file.opMs}, ` +
					`last reported ${last}, read until ${this.until}`,
			);
		}
	}

	/** Finds out which version of which file a reported entry stands for. */
	private attribute(entry: FeedEntry): void {
		const wanted = documentFields(entry);
		const candidates = (this.showings.get(String(entry.hash)) ?? []).filter(
			(each) => documentFields(each.entry) === wanted,
		);
		const [first] = candidates;
		if (!first) throw new Error(`invented: ${wanted} was never shown so`);
		const allowed = candidates
			.filter(({ version }) => this.duties.of(first.file, version) !== 'forbidden')
			.map(({ version }) => version);
		if (allowed.length === 0) throw new Error(`before the start: ${wanted}`);
		const { surely, perhaps } = this.reported.get(first.file) ?? { surely: -1, perhaps: -1 };
		const free = allowed.sort((a, b) => a - b).find((version) => version > surely);
		if (free === undefined) throw new Error(`repeated: ${wanted}, versions ${allowed.join()} reported already`);
		// One report may stand for two operations that look the same and were both shown before it.
		this.reported.set(first.file, { surely: free, perhaps: Math.max(perhaps, ...allowed) });
		this.lastReported.set(first.file, ownFields(first.entry));
		this.reports++;
	}

	private operated(file: WorldFile): void {
		if (this.duties.isOptional(file)) return this.duties.set(file, file.version, 'optional');
		const known = this.run?.fields.get(file) ?? this.known.get(file);
		const made = ownFields(this.world.entryOf(file));
		const done: DoneOperation = { file, version: file.version, opMs: file.opMs, known, made };
		// When the run is lost, so is what it had shown of it.
		if (this.run && (file.opMs <= this.run.until || this.vague.has(file))) this.run.happened.push(done);
		this.duties.add(done, this.run?.until ?? this.until, this.vague.has(file));
	}
}

const DOCUMENT_FIELDS = [
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
] as const;
/** The document's fields of an entry; a reader may add others. */
const documentFields = (entry: FeedEntry): string =>
	JSON.stringify([...DOCUMENT_FIELDS.map((name) => entry[name]), entry.cmd ?? 1]);

/** Where a reader starts. */
export type FeedStart = { from: 'now' } | { from: 'beginning' } | { from: 'date'; ms: number };

/** A late operation: not later than what the reader had been answered when it became visible. */
interface Late {
	readonly opMs: number;
	/** The fields that the reader knew of the entry when it happened. */
	readonly known: string | undefined;
	/** The fields that the operation made of the entry. */
	readonly made: string;
	/** How far the reader had been answered. */
	readonly until: number;
}

/**
 * What a reader of the feed owes for an operation:
 * - required: it is later than everything the reader has been answered (`until`);
 * - late: it isn't; required when it lies within the overlap and the entry's own fields aren't those the reader
 *   knows. A late tag, lock or permission change shows the same entry again and can't be told from a repeat; neither
 *   can a late move within one second that changes only the folders of the path;
 * - optional: contents of a deleted folder (`cmd` changes without an operation), and operations at the moment of the
 *   start;
 * - said: a burst hides it, and the reader said so; nor is what lies before that looked at again;
 * - forbidden: it happened before the start. No operation is ever reported twice.
 */
type Duty = 'optional' | 'forbidden' | { readonly required: number } | Late;

/** An operation, and what the reader knew of the entry. */
type DoneOperation = Omit<Late, 'until'> & { readonly file: WorldFile; readonly version: number };

/** The duties of a reader, by file and version. */
class Duties {
	private readonly byFile = new Map<WorldFile, Map<number, Duty>>();
	private readonly saidMs = new Set<number>();
	/** The latest version that came from the deletion or restoration of a folder above. */
	private readonly silent = new Map<WorldFile, number>();
	private startedAt = Infinity;
	private started = false;

	constructor(
		private readonly world: FeedWorld,
		private readonly overlapMs: number,
		private readonly start: FeedStart,
	) {}

	/** The start begins now: decides about everything that has happened so far. */
	begin(): void {
		this.startedAt = this.world.now;
		this.byFile.clear();
		for (const file of this.world.files) this.set(file, file.version, this.dutyBefore(file.opMs));
	}

	endStart(): void {
		this.started = true;
	}

	files(): Iterable<WorldFile> {
		return this.byFile.keys();
	}

	of(file: WorldFile, version: number): Duty {
		return this.byFile.get(file)?.get(version) ?? 'forbidden';
	}

	set(file: WorldFile, version: number, duty: Duty): void {
		const duties = this.byFile.get(file) ?? new Map<number, Duty>();
		this.byFile.set(file, duties.set(version, duty));
	}

	add({ file, version, ...done }: DoneOperation, until: number, isVague = false): void {
		this.set(file, version, done.opMs > until && !isVague ? { required: done.opMs } : { ...done, until });
	}

	/** The reader said that this millisecond hides operations. */
	said(ms: number): void {
		this.saidMs.add(ms);
	}

	/** A change of `cmd` without an operation. */
	addSilent(file: WorldFile): void {
		this.silent.set(file, file.version);
		this.set(file, file.version, 'optional');
	}

	/** Whether the operation just done belongs to the moment of the start. */
	isOptional({ opMs }: WorldFile): boolean {
		if (this.start.from === 'now') return !this.started || opMs < this.startedAt;
		return this.start.from === 'date' && opMs <= this.start.ms;
	}

	/** The latest version of a file that must have been reported, if no later one has been; -1 for none. */
	latestRequired(file: WorldFile, lastReported: string | undefined): number {
		const silent = this.silent.get(file) ?? -1;
		let [latest, hidden] = [-1, -1];
		for (const [version, duty] of this.byFile.get(file) ?? []) {
			if (this.isSaid(duty)) hidden = Math.max(hidden, version);
			if (version > latest && this.isRequired(file, duty, version < silent, lastReported)) latest = version;
		}
		// What came before a hidden operation, the feed shows nowhere else.
		return latest > hidden ? latest : -1;
	}

	private isSaid(duty: Duty): boolean {
		if (typeof duty === 'string') return false;
		if ('required' in duty) return this.saidMs.has(duty.required);
		return duty.opMs <= Math.max(...this.saidMs);
	}

	private isRequired(file: WorldFile, duty: Duty, overlaid: boolean, lastReported: string | undefined): boolean {
		if (typeof duty === 'string') return false;
		if ('required' in duty) return true;
		const { opMs, until, known, made } = duty;
		// What a later operation made of it counts for that one. After a folder above it was deleted or restored,
		// nothing can be told.
		const now = ownFields(this.world.entryOf(file));
		const isVisible = known !== made && known !== now && lastReported !== now;
		return !overlaid && until - opMs < this.overlapMs && isVisible;
	}

	private dutyBefore(opMs: number): Duty {
		if (this.start.from === 'beginning') return { required: opMs };
		if (this.start.from === 'now') return 'forbidden';
		if (opMs === this.start.ms) return 'optional';
		return opMs > this.start.ms ? { required: opMs } : 'forbidden';
	}
}
