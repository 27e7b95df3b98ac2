import { RUNS_FACTOR } from './runs';

/**
 * A test that takes seconds: left out where fewer random cases than usual are asked for, as for mutants
 * (test/mutation). There it is not even named, because Stryker would take it for the one that loads the next file.
 */
export const longTest = (name: string, run: () => Promise<void>): void => {
	if (RUNS_FACTOR >= 1) test(name, run);
};
