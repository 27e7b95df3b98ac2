import { isWithinPath } from '../../protocol/wire/paths';
import { turn } from '../../edition/edition';
import { rethrown } from '../../protocol/wire/libraryError';

/* Long computations give the event loop back between their steps. */

/** How long all loops of this process together may compute in one turn of the event loop, in ms. */
const TURN_MS = 20;

/** The turns of an event loop that long computations share with all else. `now` counts milliseconds. */
export function makeTurns(now: () => number) {
	/** When computing began in this turn; undefined where nothing has computed in it yet. */
	let begun: number | undefined;
	const waiting: Array<() => void> = [];
	/** One of those who wait for each turn: Node.js begins the turn of all that waits for one at the same time. */
	const startOne = (): void => {
		begun = undefined;
		waiting.shift()?.();
		if (waiting.length > 0) void turn().then(startOne);
	};
	/** For a loop to call in each step: undefined in a turn that is short, else what resolves in a later turn. */
	const nextTurn = (): Promise<void> | undefined => {
		if (begun === undefined) {
			begun = now();
			void turn().then(() => (begun = undefined));
		}
		if (now() - begun < TURN_MS) return undefined;
		if (waiting.length === 0) void turn().then(startOne);
		return new Promise((resolve) => waiting.push(resolve));
	};
	return {
		nextTurn,
		/**
		 * Runs a computation to its end and throws what it throws: a generator that yields wherever it can be
		 * interrupted, of pure code that knows nothing of an event loop.
		 */
		inTurns: async <R>(work: Iterator<unknown, R>): Promise<R> => {
			for (let step = work.next(); ; step = work.next()) {
				if (step.done) return step.value;
				const wait = nextTurn();
				if (wait) await wait;
			}
		},
	};
}

/**
 * The turns of this process. In a loop over much: `const wait = nextTurn(); if (wait) await wait;`, because to await
 * nothing costs more than most steps.
 */
export const { nextTurn, inTurns } = makeTurns(() => performance.now());

/** What `make` makes of each entry of a list, which may be long. */
export async function mapInTurns<T, R>(list: readonly T[], make: (entry: T) => R): Promise<R[]> {
	const made: R[] = [];
	for (const entry of list) {
		made.push(make(entry));
		const wait = nextTurn();
		if (wait) await wait;
	}
	return made;
}

/* Tasks side by side: so many at a time, by their shares of a budget, or in order where they touch the same. */

/**
 * Runs `task` for each entry of a list, at most `width` at the same time, started in list order. Returns the results in
 * list order. After a failure nothing new is started; once the running tasks have settled, the failure of the first
 * entry in list order is thrown. Tasks that wait for nothing leave others their turn (`nextTurn`).
 */
export async function inParallel<T, R>(
	list: readonly T[],
	width: number,
	task: (entry: T) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	const failures: Array<{ readonly at: number; readonly cause: unknown }> = [];
	const entries = list.entries();
	const worker = async (): Promise<void> => {
		while (failures.length === 0) {
			const { value, done } = entries.next();
			if (done) return;
			const [at, entry] = value;
			try {
				results[at] = await task(entry);
			} catch (cause) {
				failures.push({ at, cause });
			}
			const wait = nextTurn();
			if (wait) await wait;
		}
	};
	await Promise.all(Array.from({ length: Math.min(width, list.length) }, worker));
	const [first] = failures.sort((a, b) => a.at - b.at);
	if (first) throw first.cause;
	return results;
}

/** See `makeBudget`. */
export type Budget = ReturnType<typeof makeBudget>;

/** A budget, e.g. of bytes in memory, of which each of the concurrent tasks reserves its share while it runs. */
export function makeBudget(total: number) {
	let free = total;
	const waiting: Array<{ readonly share: number; readonly start: () => void }> = [];
	const startWaiting = (): void => {
		for (let next = waiting[0]; next && next.share <= free; next = waiting[0]) {
			waiting.shift();
			free -= next.share;
			next.start();
		}
	};
	return {
		/** Runs `task` once so much is free, in arrival order; one that wants more than there is gets all of it. */
		reserve: async <R>(wanted: number, task: () => Promise<R>): Promise<R> => {
			const share = Math.min(wanted, total);
			await new Promise<void>((start) => {
				waiting.push({ share, start });
				startWaiting();
			});
			try {
				return await task();
			} finally {
				free += share;
				startWaiting();
			}
		},
	};
}

/** Runs `task` as one of those that share a budget, where there is one. */
export const oneOf = async <T>(budget: Budget | undefined, task: () => Promise<T>): Promise<T> =>
	await (budget ? budget.reserve(1, task) : task());

/** What a task touches inside `scope`, by full paths or IDs: it changes `paths`, reads `sources`, needs `parents`. */
export interface Claim {
	/** Tasks of different scopes never wait for each other, e.g. those of two libraries, members or file IDs. */
	readonly scope: string;
	/** A task without any paths or sources touches everything in its scope. */
	readonly paths: readonly string[];
	readonly sources?: readonly string[];
	readonly parents?: readonly string[];
}

const anyMeet = (some: readonly string[], others: readonly string[]): boolean =>
	some.some((one) => others.some((other) => isWithinPath(one, other) || isWithinPath(other, one)));
/** Whether a task that changes `paths` has to do with `parents`: it makes, moves or deletes one, or one around it. */
const areChanged = ({ parents = [] }: Claim, { paths }: Claim): boolean =>
	parents.some((parent) => paths.some((path) => isWithinPath(parent, path)));
const allOf = ({ paths, sources = [] }: Claim): readonly string[] => [...paths, ...sources];

/** Whether one task changes a path that is, contains or lies inside one of the other, or that the other needs. */
const overlap = (a: Claim, b: Claim): boolean =>
	a.scope === b.scope &&
	(allOf(a).length === 0 ||
		allOf(b).length === 0 ||
		anyMeet(a.paths, allOf(b)) ||
		anyMeet(a.sources ?? [], b.paths) ||
		areChanged(a, b) ||
		areChanged(b, a));

/** Runs tasks that touch the same one after another, in arrival order; all others run concurrently. */
export type OrderedTasks = ReturnType<typeof makeOrderedTasks>;

/** Ordered tasks with a queue of their own. The empty path is the root and contains all others. */
export function makeOrderedTasks() {
	const running = new Map<Claim, Promise<unknown>>();
	return {
		/** Runs `task` once all earlier tasks that touch the same have settled; settles as `task` does. */
		run: async <R>(claim: Claim, task: () => Promise<R>): Promise<R> => {
			const before = [...running].filter(([other]) => overlap(other, claim)).map(([, settled]) => settled);
			const result = before.length ? Promise.allSettled(before).then(task) : task();
			const own = { ...claim }; // one claim object may be passed for several tasks at a time
			running.set(own, result);
			try {
				return await result;
			} finally {
				running.delete(own);
			}
		},
	};
}

/* Who asks for what is under way or made already gets that. */

/** What was made for each key, or is on its way. */
interface Known<R> {
	get(key: string): Promise<R> | undefined;
	set(key: string, made: Promise<R>): unknown;
	delete(key: string): unknown;
}

/** What `make` makes, for all who ask for a key while it is under way. Settles as `make` does; nothing is kept. */
export async function whileUnderWay<R>(underWay: Known<R>, key: string, make: () => Promise<R>): Promise<R> {
	const making = underWay.get(key) ?? make();
	underWay.set(key, making);
	try {
		return await making;
	} finally {
		if (underWay.get(key) === making) underWay.delete(key);
	}
}

/** What `make` makes, once for each key, whoever asks and when. A failure is thrown, and not kept. */
export async function once<R>(known: Known<R>, key: string, make: () => Promise<R>): Promise<R> {
	const made = known.get(key) ?? make();
	known.set(key, made);
	try {
		return await made;
	} catch (cause) {
		if (known.get(key) === made) known.delete(key);
		throw rethrown(cause);
	}
}

/** A map of limited size: when it is full, a new key replaces the one that was not read or set for the longest time. */
export class RecentMap<K, V> extends Map<K, V> {
	/** Keeps at most `limit` keys, at least 1. */
	constructor(private readonly limit: number) {
		super();
	}

	override get(key: K): V | undefined {
		const value = super.get(key);
		if (value !== undefined) this.set(key, value);
		return value;
	}

	/** A Map iterates in insertion order: the key used last is moved to the end, the one to forget is the first. */
	override set(key: K, value: V): this {
		this.delete(key);
		super.set(key, value);
		const [oldest] = this;
		if (this.size > this.limit && oldest) this.delete(oldest[0]);
		return this;
	}
}
