import type { Line, LogWorld } from './logWorld';

/** What an entry is, however often it was seen and whatever the people are called now. */
const contentOf = ({ library, second, act, hash, member, path }: Omit<Line, 'rank' | 'written'>): string =>
	JSON.stringify([library, second, act, String(hash), Number(member), path]);

/** Lines that are never wanted, see the filter of the player. */
export const UNWANTED_ACT = 99;

/** Not to be reported is what came before the first poll that was kept, in each library; all that came later is. */
export class ActivityOracle {
	private readonly duties = new Map<Line, 'forbidden' | 'optional' | 'required'>();
	/** The lines that are alike. */
	private readonly lines = new Map<string, Line[]>();
	private readonly reported = new Map<string, number>();
	/** The libraries in which everything has to be reported. */
	private readonly begun = new Set<string>();
	/** The libraries whose ends were reached in this poll. */
	private reached = new Set<string>();
	private started = false;
	reports = 0;

	constructor(
		private readonly world: LogWorld,
		private readonly startFrom: 'now' | 'beginning',
	) {}

	written(line: Line): void {
		const content = contentOf(line);
		const alike = this.lines.get(content);
		if (alike) alike.push(line);
		else this.lines.set(content, [line]);
		const isRequired = this.startFrom === 'beginning' || this.begun.has(line.library);
		this.duties.set(line, line.act === UNWANTED_ACT ? 'forbidden' : isRequired ? 'required' : 'optional');
	}

	/** A library was made. Once reading has begun, all of it is new. */
	made(library: string): void {
		if (this.started) this.begun.add(library);
	}

	/** What was not read of a library before it was deleted, nobody can read any more. */
	deleted(library: string): void {
		this.purged([...this.duties.keys()].filter((line) => line.library === library));
	}

	/** Nor what is not kept any longer. */
	purged(lines: readonly Line[]): void {
		for (const line of lines) if (this.duties.get(line) === 'required') this.duties.set(line, 'optional');
	}

	beginPoll(): void {
		this.reached = new Set();
		if (this.started || this.startFrom === 'beginning') return;
		// A line from before the first poll that is kept.
		for (const line of this.duties.keys()) this.duties.set(line, 'forbidden');
	}

	/** A request showed the end of a log. */
	reachedEnd(library: string): void {
		this.reached.add(library);
	}

	/** Takes what a poll reported. Throws for a repeat and for what was never to be reported. */
	keep(entries: ReadonlyArray<Omit<Line, 'rank' | 'written'>>): void {
		this.started = true;
		for (const library of this.reached) this.begun.add(library);
		for (const entry of entries) {
			const content = contentOf(entry);
			const count = (this.reported.get(content) ?? 0) + 1;
			this.reported.set(content, count);
			const most = this.count(content, ['optional', 'required']);
			if (count > most) throw new Error(`${most === 0 ? 'not to be reported' : 'repeated'}: ${content}`);
			this.reports++;
		}
	}

	checkComplete(): void {
		for (const content of this.lines.keys()) {
			const least = this.count(content, ['required']);
			const reported = this.reported.get(content) ?? 0;
			if (reported < least) throw new Error(`missed: ${content}, ${reported} of ${least}, now ${this.world.now}`);
		}
	}

	private count(content: string, duties: readonly string[]): number {
		const isOne = (line: Line): boolean => duties.includes(this.duties.get(line) ?? '');
		return this.lines.get(content)?.filter(isOne).length ?? 0;
	}
}
