export interface Observed {
	readonly hash: string;
	readonly folder: boolean;
}

/** How often a file came in and went out, since the last poll that nothing disturbed. */
interface Passages {
	wasInside: boolean;
	ins: number;
	outs: number;
	arrived: number;
	left: number;
	/** Departures before that poll which were not told, as of a file in a deleted folder: each may be later, once. */
	untold: number;
}

const NONE: Passages = { wasInside: false, ins: 0, outs: 0, arrived: 0, left: 0, untold: 0 };

/** Checks what a reader tells of files that come into a folder and leave it by what really happened to them. */
export class ArrivalOracle<T extends Observed> {
	private readonly passages = new Map<T, Passages>();
	/** Whether a folder was deleted or came back, or the watched folder went: then not every departure can be told. */
	hasDoubt = false;
	told = 0;
	private readonly settled = new Set<T>();

	constructor(
		private readonly files: readonly T[],
		private readonly isInside: (file: T) => boolean,
	) {}

	look(): void {
		for (const file of this.files) {
			const before = this.passages.get(file) ?? NONE;
			const now = this.isInside(file);
			const was = before.wasInside !== ((before.ins + before.outs) % 2 === 1);
			this.passages.set(file, {
				...before,
				ins: before.ins + Number(now && !was),
				outs: before.outs + Number(!now && was),
			});
		}
	}

	/** Begins anew, with the files where they are. */
	settle(): void {
		this.hasDoubt = false;
		for (const file of this.files) {
			this.settled.add(file);
			const { outs, left, untold: before } = this.passages.get(file) ?? NONE;
			const untold = Math.max(0, before + outs - left);
			this.passages.set(file, { ...NONE, wasInside: this.isInside(file), untold });
		}
	}

	/** Whether it was there, or had been, before the last poll that nothing disturbed. */
	wasSettled(file: T): boolean {
		return this.settled.has(file);
	}

	/** Takes an arrival or a departure that is told. Throws for that of no file, and for the arrival of a folder. */
	tell(hash: unknown, arrives: boolean): void {
		const file = this.files.find((each) => each.hash === hash);
		const passages = file && this.passages.get(file);
		if (!passages) throw new Error(`invented: ${String(hash)}`);
		if (file.folder && arrives) throw new Error('a folder arrived');
		if (arrives) passages.arrived++;
		else passages.left++;
		this.told++;
	}

	/** Throws where something was told twice, or not at all. */
	check(): void {
		for (const [file, { wasInside, ins, outs, arrived, left, untold }] of this.passages) {
			if (file.folder) continue;
			const isInside = this.isInside(file);
			const what = `${file.hash} ${wasInside} in ${ins} out ${outs}, told ${arrived} and ${left}`;
			if (arrived > ins) throw new Error(`repeated: ${what}`);
			if (left > outs + untold) throw new Error(`left twice: ${what}`);
			if (isInside && !wasInside && arrived === 0) throw new Error(`missed: ${what}`);
			if (wasInside && !isInside && !this.hasDoubt && left === 0) throw new Error(`missed departure: ${what}`);
		}
		this.settle();
	}
}
