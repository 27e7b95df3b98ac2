import { entryIdIn, fingerprintsIn } from './processed';

/* What is known of an entry when it is read: how it looked when it was read last, before this reading or by it. */

/** So many entries that were read are known by one reading; then what it knows begins with the state that it has. */
const MAX_READ = 50_000;

/** The part of a state that says what was read. */
interface ReadSoFar {
	readonly cursor: number;
	readonly knownAfter: number;
	readonly processed: ReadonlyArray<{ readonly fingerprints: string }>;
}

/** How an entry looked last. */
interface KnownLook {
	readonly fingerprint: string;
	/** Whether it was read by this reading. */
	readonly isRead: boolean;
}

/** The looks that a reading knows, which begins with a saved state. */
export class KnownLooks {
	private before: Map<string, string> | undefined;
	private readonly read = new Map<string, string>();

	constructor(private begun: ReadSoFar) {}

	/** Up to here (Unix ms) everything had been read when the reading began. */
	get since(): number {
		return this.begun.cursor;
	}

	/** All entries with an operation later than this (Unix ms) that were read are known. */
	get knownAfter(): number {
		return this.begun.knownAfter;
	}

	/** How an entry looked when it was read last, and notes how it looks now; undefined where it is not known. */
	replace(fingerprint: string): KnownLook | undefined {
		const id = entryIdIn(fingerprint);
		const [read, before] = [this.read.get(id), this.lookBefore(id)];
		this.read.set(id, fingerprint);
		if (read !== undefined) return { fingerprint: read, isRead: true };
		return before === undefined ? undefined : { fingerprint: before, isRead: false };
	}

	/** To be called with the state after each piece of the reading. */
	goOn(state: ReadSoFar): void {
		if (this.read.size <= MAX_READ) return;
		this.read.clear();
		[this.begun, this.before] = [state, undefined];
	}

	private lookBefore(id: string): string | undefined {
		this.before ??= new Map(
			this.begun.processed
				.flatMap(({ fingerprints }) => fingerprintsIn(fingerprints))
				.map((fingerprint) => [entryIdIn(fingerprint), fingerprint]),
		);
		return this.before.get(id);
	}
}
