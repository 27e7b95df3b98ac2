import type { HttpRequest } from '../../../src/client/http/types';
import { fieldsOf, type Reply } from '../../support/ports';

/* A log of a service that grows while it is read, as data that a property can draw. Its entries have no IDs. */

export interface LogHistory {
	/** The entries at first, each as the seconds since the one before it; 0 makes entries that are equal. */
	gaps: number[];
	/** The entries that are added before the second request, the third, and so on, in the same way. */
	added: number[][];
	order: 'asc' | 'desc';
	/** Whether the service leaves out what is not before `end`. */
	endsAtEnd: boolean;
	count: 'total' | 'none';
	/** The most entries of a page, whatever was asked for. */
	cap: number;
}

export interface LogEntry {
	dateline: number;
}

export interface ChangingLog {
	/** Answers a request, after the entries that are added before it. */
	reply(request: HttpRequest): Reply;
	/** The entries in the order of the log, at the first request and at the last. */
	first(): LogEntry[];
	last(): LogEntry[];
	readonly requests: number;
}

/** When the oldest entry was made, in Unix seconds. */
const BEGIN = 1_700_000_000;

/** Plays a history. */
export function changingLog({ gaps, added, order, endsAtEnd, count, cap }: LogHistory): ChangingLog {
	const oldestFirst: LogEntry[] = [];
	const append = (gap: number): void => {
		oldestFirst.push({ dateline: (oldestFirst.at(-1)?.dateline ?? BEGIN) + gap });
	};
	const inOrder = (): LogEntry[] => (order === 'asc' ? [...oldestFirst] : [...oldestFirst].reverse());
	gaps.forEach(append);
	const first = inOrder();
	let requests = 0;
	return {
		reply(request) {
			if (requests > 0) (added[requests - 1] ?? []).forEach(append);
			requests++;
			const { start, size, end } = fieldsOf(request);
			const isBefore = ({ dateline }: LogEntry): boolean => !endsAtEnd || !end || dateline < Number(end);
			const list = inOrder().filter(isBefore);
			const page = list.slice(Number(start), Number(start) + Math.min(Number(size), cap));
			return { body: { list: page, ...(count === 'total' ? { total: list.length } : {}) } };
		},
		first: () => first,
		last: inOrder,
		get requests() {
			return requests;
		},
	};
}

/** How many entries were made at each second. */
function tally(entries: readonly LogEntry[]): Map<number, number> {
	const counts = new Map<number, number>();
	for (const { dateline } of entries) counts.set(dateline, (counts.get(dateline) ?? 0) + 1);
	return counts;
}

/** What is wrong with what a reader made of a log; empty when nothing is. Entries of one second are equal. */
export function flawsIn(log: ChangingLog, entries: readonly LogEntry[]): string[] {
	const [first, last, read] = [tally(log.first()), tally(log.last()), tally(entries)];
	return [...last].flatMap(([second, most]) => {
		const [least, found] = [first.get(second) ?? 0, read.get(second) ?? 0];
		return found < least || found > most ? [`${second}: ${found} instead of ${least} to ${most}`] : [];
	});
}
