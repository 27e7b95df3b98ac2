import { RUNS_FACTOR } from './runs';

/**
 * A test that takes seconds: left out where fewer random cases than usual are asked for, as for mutants
 * (test/mutation).
 */
export const longTest: jest.It = RUNS_FACTOR < 1 ? test.skip : test;
