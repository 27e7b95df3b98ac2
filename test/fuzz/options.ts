import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

/** What a run of the fuzzer is to do. */
export interface FuzzOptions {
	/** Cases of all targets together. */
	readonly cases: number;
	readonly seed: number;
	/** Only this target. */
	readonly target?: string;
	/** Processes at a time. */
	readonly workers: number;
	/** Only the names and promises are printed. */
	readonly list: boolean;
}

export const USAGE = `npm run fuzz -- [options]
  --target NAME   only this target (--list names them)
  --cases N       cases in all; 1000000 when absent
  --seed S        the cases of an earlier run again; another seed each time when absent
  --workers N     processes at a time; as many as there are cores when absent
  --list          the targets`;

/** A whole number of at least `least`; `fallback` where none was given. Throws for anything else. */
function numberIn(name: string, text: string | undefined, fallback: number, least: number): number {
	const number = text === undefined ? fallback : Number(text.replaceAll('_', ''));
	if (!Number.isSafeInteger(number) || number < least || text === '')
		throw new Error(`--${name} needs a whole number of at least ${least}, not "${text}"`);
	return number;
}

/** Reads the command line. Throws for what is not in USAGE. */
export function readOptions(args: readonly string[]): FuzzOptions {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({
		args: [...args],
		options: { target: text, cases: text, seed: text, workers: text, list: { type: 'boolean' } },
	});
	return {
		cases: numberIn('cases', values.cases, 1_000_000, 1),
		seed: numberIn('seed', values.seed, randomInt(2 ** 31), 0),
		workers: numberIn('workers', values.workers, availableParallelism(), 1),
		list: values.list ?? false,
		...(values.target === undefined ? {} : { target: values.target }),
	};
}
