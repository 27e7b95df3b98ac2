import { type LogEntry, readEntry, type LogPage, type LogPort, type LogQuery } from '#activity/work';
import { LibraryError } from '../../../src/protocol/wire/libraryError';

/* The logs of an enterprise as the document describes them: seconds, no IDs, pages by position. */

export interface Line {
	readonly library: string;
	readonly second: number;
	readonly act: number;
	readonly hash: string;
	readonly member: number;
	readonly path: string;
	/** Its place among the lines of its second, whenever they are written. */
	readonly rank: number;
	/** When it became visible, as a number that grows with each line. */
	readonly written: number;
}

/** What is known of a line that is to be written. */
export type LineToWrite = Pick<Line, 'library' | 'act' | 'hash' | 'member' | 'path' | 'rank'> & {
	/** Seconds before now at which it happened; less than 0 where the line is dated ahead. */
	readonly late: number;
};

export interface LogServiceOptions {
	readonly pageSize: number;
	/** Whether it says how many lines there are. */
	readonly counts: boolean;
	/** How many seconds too early its answers are dated. */
	readonly datedEarly?: number;
	/** The order in a second, by request, the last one stays; `place`: another for each place, as databases do. */
	readonly orders?: readonly number[] | 'place';
}

export class LogWorld {
	/** The clock of the service, Unix seconds. */
	now = 1_790_000_000;
	written = 0;
	private pages = 0;
	private readonly entries = new WeakMap<Line, LogEntry>();
	readonly logs = new Map<string, Line[]>();
	/** Libraries whose logs the service refuses. */
	readonly refused = new Set<string>();
	/** Whenever a log is read, it has the names of members as they are then. */
	readonly names = new Map<number, string>();

	constructor(private readonly options: LogServiceOptions) {}

	write({ library, late, ...line }: LineToWrite): Line | undefined {
		const made = { ...line, library, second: this.now - late, written: ++this.written };
		this.logs.get(library)?.push(made);
		return this.logs.has(library) ? made : undefined;
	}

	/** What happened before a second is not kept any longer. */
	purge(before: number): readonly Line[] {
		const purged = [...this.logs.values()].flat().filter(({ second }) => second < before);
		for (const [name, lines] of this.logs)
			this.logs.set(
				name,
				lines.filter(({ second }) => second >= before),
			);
		return purged;
	}

	/** The log of a library; `before` runs before each of its requests, `after` with what it answered. */
	port(
		library: string,
		{ before, after }: { before: () => void; after: (page: LogPage, query: LogQuery) => void },
	): LogPort {
		return {
			pageSize: this.options.pageSize,
			page: async (query) => {
				before();
				const page = this.page(library, query);
				after(page, query);
				return page;
			},
		};
	}

	private page(library: string, { from, before = Infinity, start, size, newestFirst }: LogQuery): LogPage {
		const log = this.logs.get(library);
		if (!log || this.refused.has(library)) throw new LibraryError(log ? 'auth' : 'notFound', 'refused');
		const { orders = [] } = this.options;
		const order = orders === 'place' ? start + 1 : (orders[Math.min(this.pages++, orders.length - 1)] ?? 0);
		const placeOf = ({ rank, written }: Line): number => (order === 0 ? rank : shuffled(written, order));
		const lines = log
			.filter(({ second }) => second >= from && second < before)
			.sort((a, b) => a.second - b.second || placeOf(a) - placeOf(b) || a.written - b.written);
		if (newestFirst) lines.reverse();
		const shown = lines.slice(start, start + Math.min(size ?? Infinity, this.options.pageSize));
		return {
			entries: shown.map((line) => this.entryOf(line)),
			total: this.options.counts ? lines.length : undefined,
			// The answer may have been kept for a while on its way.
			at: this.now - (this.options.datedEarly ?? 0),
		};
	}

	/** The entry of a line, which is read thousands of times. */
	private entryOf(line: Line): LogEntry {
		const { second, act, hash, member, path } = line;
		const name = this.names.get(member) ?? `Member ${member}`;
		const known = this.entries.get(line);
		if (known?.fields.display_name === name) return known;
		const fields = { dateline: second, act, hash, member_id: member, fullpath: path, display_name: name };
		const entry = readEntry('library', fields);
		this.entries.set(line, entry);
		return entry;
	}
}

/** The place of a line in an order: any number that looks random. */
const shuffled = (written: number, order: number): number => {
	const mixed = Math.imul(written ^ (order * 0x9e3779b1), 0x85ebca6b);
	return Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35) >>> 0;
};
