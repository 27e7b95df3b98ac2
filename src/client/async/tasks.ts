import { isWithinPath } from '../../protocol/wire/paths';
import { nextTurn } from './inTurns';

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

const allOf = ({ paths, sources = [] }: Claim): readonly string[] => [...paths, ...sources];

/**
 * Whether a task changes a path that is, contains or lies inside one that another changes or reads, or that is or
 * contains one of the parents that the other needs.
 */
const disturbs = ({ paths }: Claim, other: Claim): boolean =>
	paths.some(
		(path) =>
			allOf(other).some((one) => isWithinPath(one, path) || isWithinPath(path, one)) ||
			other.parents?.some((parent) => isWithinPath(parent, path)),
	);

const overlap = (a: Claim, b: Claim): boolean =>
	a.scope === b.scope && (allOf(a).length === 0 || allOf(b).length === 0 || disturbs(a, b) || disturbs(b, a));

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
