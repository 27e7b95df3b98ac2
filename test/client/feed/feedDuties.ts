import type { FeedWorld } from './feedWorld';
import { ownFields, type WorldFile } from './worldEntry';

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
export type Duty = 'optional' | 'forbidden' | { readonly required: number } | Late;

/** An operation, and what the reader knew of the entry. */
export type DoneOperation = Omit<Late, 'until'> & { readonly file: WorldFile; readonly version: number };

/** The duties of a reader, by file and version. */
export class Duties {
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

	/** An operation, while the reader has been answered until `until`. */
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
