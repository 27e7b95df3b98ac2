import type { HttpRequest } from '../../../src/client/http/types';
import { fieldsOf, type Reply } from '../../support/ports';

/* A list of a service that others work on while it is read, as data that a property can draw. */

/** What happens to the list between two requests. Places are drawn as numbers from 0 to 1. */
export type Change =
	| { kind: 'create'; at: number }
	| { kind: 'delete'; at: number }
	/** An entry gets another place, e.g. the first one because the list is sorted by time. */
	| { kind: 'move'; from: number; to: number };

/** How the service says how many entries there are. */
export type CountShape = 'number' | 'text' | 'none' | 'tooLarge' | 'ofThePage' | 'upToThePage' | 'total';

export interface History {
	length: number;
	/** The changes before the second request, the third, and so on; nothing changes afterwards. */
	changes: Change[][];
	count: CountShape;
	/** The most entries of a page, whatever was asked for. */
	cap: number;
}

export interface ChangingList {
	/** Answers a request, after the changes that come before it. */
	reply(request: HttpRequest): Reply;
	/** The entries that were there from the first request to the last. */
	always(): string[];
	/** Every entry that was there at one of the requests. */
	ever(): Set<string>;
}

const placeIn = (length: number, at: number): number => Math.min(length - 1, Math.floor(at * length));

/** Lists have 1 entry at least, so that a place always exists. */
function apply(list: string[], change: Change, name: () => string): void {
	switch (change.kind) {
		case 'create':
			list.splice(placeIn(list.length + 1, change.at), 0, name());
			break;
		case 'delete':
			if (list.length > 1) list.splice(placeIn(list.length, change.at), 1);
			break;
		case 'move': {
			const moved = list.splice(placeIn(list.length, change.from), 1);
			list.splice(placeIn(list.length + 1, change.to), 0, ...moved);
		}
	}
}

function countOf(shape: CountShape, length: number, start: number, shown: number): object {
	switch (shape) {
		case 'number':
			return { count: length };
		case 'total':
			return { total: length };
		case 'text':
			return { count: String(length) };
		case 'tooLarge':
			return { count: length + 7 };
		case 'ofThePage':
			return { count: shown };
		case 'upToThePage':
			return { count: start + shown };
		case 'none':
			return {};
	}
}

export function changingList({ length, changes, count, cap }: History): ChangingList {
	let created = length;
	const list = Array.from({ length }, (_, at) => `e${at}`);
	const snapshots: string[][] = [];
	return {
		reply(request) {
			const now = snapshots.length === 0 ? [] : (changes[snapshots.length - 1] ?? []);
			for (const change of now) apply(list, change, () => `e${created++}`);
			snapshots.push([...list]);
			const { start, size } = fieldsOf(request);
			const page = list.slice(Number(start), Number(start) + Math.min(Number(size), cap));
			return {
				body: {
					list: page.map((hash) => ({ hash })),
					...countOf(count, list.length, Number(start), page.length),
				},
			};
		},
		always: () => (snapshots[0] ?? []).filter((entry) => snapshots.every((snapshot) => snapshot.includes(entry))),
		ever: () => new Set(snapshots.flat()),
	};
}

/** What is wrong with what a reader made of a list; empty when nothing is. */
export function flaws(list: ChangingList, read: readonly string[]): string[] {
	const known = new Set(read);
	const ever = list.ever();
	const missing = list.always().filter((entry) => !known.has(entry));
	return [
		...(known.size < read.length ? [`${read.length - known.size} twice`] : []),
		...(missing.length > 0 ? [`missing: ${missing.join(', ')}`] : []),
		...[...known].filter((entry) => !ever.has(entry)).map((entry) => `invented: ${entry}`),
	];
}

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
}

/** When the oldest entry was made, in Unix seconds. */
const BEGIN = 1_700_000_000;

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
	};
}

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
