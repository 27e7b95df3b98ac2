import { turn } from '../../edition/edition';

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
