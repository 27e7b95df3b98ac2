import { operations, type ContractOperation } from '../../contract/contract';
import { reference, type OperationEntry } from '../../contract/reference';
import { sampleAnswer } from '../support/contractAnswers';
import { nodes } from '../support/nodes';
import { oneCase, someCases } from '../../support/runs';
import { hintsOf, type RunResult } from '../support/engine';

/*
 * Return All and Limit of every list with pages, while others create and delete entries: nothing twice, nothing missing
 * that was there all the time, pages as large as they may be, and a hint where something changed.
 */

/** What tells an entry of a list from the others, and the largest page that the service is known to return. */
const LISTS: Record<string, { id: string; size: number }> = {
	libraryFileSearch: { id: 'hash', size: 100 },
	libraryFileList: { id: 'hash', size: 100 },
	libraryFileHistory: { id: 'hid', size: 100 },
	libraryFileRecycleList: { id: 'hash', size: 100 },
	userFavoriteList: { id: 'hash', size: 100 },
	userFileSearch: { id: 'hash', size: 100 },
	userFileList: { id: 'hash', size: 100 },
	entGetGroupMembers: { id: 'member_id', size: 100 },
	orgGetMembers: { id: 'member_id', size: 100 },
	entGetMembers: { id: 'member_id', size: 100 },
	partnerEntList: { id: 'id', size: 1000 },
	orgLog: { id: 'dateline', size: 1000 },
	entLog: { id: 'dateline', size: 1000 },
};
const entries = reference().filter(({ paging }) => paging === 'offset');
const isLog = ({ id }: OperationEntry): boolean => id.endsWith('Log');

const strict = nodes({ service: 'strict' });
const { server } = strict;

test('every list with pages has a row in LISTS', () =>
	expect(Object.keys(LISTS).sort()).toEqual(entries.map(({ id }) => id).sort()));

/** A list from its newest entry to its oldest, the way in which a log comes. */
class ChangingList {
	readonly asked: Array<Record<string, string>> = [];
	readonly keys: number[];
	private readonly first: readonly number[];
	private readonly sample: Record<string, unknown>;
	private readonly whole: unknown;

	constructor(
		private readonly entry: OperationEntry,
		length: number,
		private readonly change: (keys: number[]) => void,
	) {
		this.keys = Array.from({ length }, (_, n) => 1_700_000_000 + length - n);
		this.first = [...this.keys];
		this.whole = sampleAnswer(operations.get(entry.id) as ContractOperation);
		const list = Array.isArray(this.whole) ? this.whole : (this.whole as { list: unknown[] }).list;
		this.sample = { ...(list[0] as object) };
	}

	/** The service's answer to a request. */
	answer(params: Record<string, string>): unknown {
		if (this.asked.push(params) > 1) this.change(this.keys);
		const { id } = LISTS[this.entry.id] as { id: string };
		const isText = typeof this.sample[id] === 'string';
		const until = Number(params.end_dateline ?? Infinity);
		const shown = isLog(this.entry) ? this.keys.filter((key) => key < until) : this.keys;
		const page = shown.slice(Number(params.start), Number(params.start) + Number(params.size));
		const list = page.map((key) => ({ ...this.sample, [id]: isText ? String(key) : key }));
		if (Array.isArray(this.whole)) return list;
		const counts = ['count', 'total'].filter((name) => name in (this.whole as object));
		return { list, ...Object.fromEntries(counts.map((name) => [name, shown.length])) };
	}

	/** Entries that were there all the time. */
	always(): number[] {
		const now = new Set(this.keys);
		return this.first.filter((key) => now.has(key));
	}

	/** Those of them that a reader does not have. */
	missing(read: readonly number[]): number[] {
		const known = new Set(read);
		return this.always().filter((key) => !known.has(key));
	}
}

async function run(entry: OperationEntry, list: ChangingList, parameters: object): Promise<RunResult> {
	const all = { ...entry.example, returnAll: false, simplify: false, ...parameters };
	server.answers.set(entry.id, (params: Record<string, string>) => list.answer(params));
	return await strict.run(entry.node, all);
}

/** The keys of the items, and the hints beside them. */
function found(entry: OperationEntry, result: RunResult) {
	const { items, error } = result;
	expect(error).toBeUndefined();
	expect(server.problems()).toEqual([]);
	const { id } = LISTS[entry.id] as { id: string };
	return { keys: items.map(({ json }) => Number(json[id])), hints: hintsOf(result) };
}

const chosen = [
	...someCases(
		entries.filter((entry) => !isLog(entry)),
		1,
	),
	...oneCase(entries.filter(isLog)),
];
describe.each(chosen.map((entry): [string, OperationEntry] => [entry.id, entry]))('%s', (id, entry) => {
	const { size = 0 } = LISTS[id] ?? {};
	const length = 3.5 * size;

	test('nobody changes the list: large pages, and no hint', async () => {
		const list = new ChangingList(entry, length, () => undefined);
		const { keys, hints } = found(entry, await run(entry, list, { returnAll: true }));
		expect(keys).toEqual(list.keys);
		expect(hints).toEqual([]);
		expect(list.asked.length).toBeLessThanOrEqual(5);
		expect(new Set(list.asked.map((params) => params.size))).toEqual(new Set([String(size)]));
	});

	test('entries are created at the front', async () => {
		let begin = 1_700_100_000;
		const list = new ChangingList(entry, length, (keys) => void keys.unshift(++begin, ++begin));
		const { keys, hints } = found(entry, await run(entry, list, { returnAll: true }));
		expect(new Set(keys).size).toBe(keys.length);
		expect(list.missing(keys)).toEqual([]);
		// A log ends where it ended at the first request.
		if (isLog(entry)) expect(keys).toEqual(list.always());
		else expect(hints[0]).toMatch(/The list changed while it was read/);
	});
});
