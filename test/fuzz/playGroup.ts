import fc from 'fast-check';
import { runs } from '../support/runs';
import type { FuzzTarget } from './fuzzTarget';

/* The part of the fuzzer that `npm test` plays: of each target its share of 10,000 cases, with the fixed seed. */

/** Declares a test for each target: none of its cases breaks its promise. */
export function playGroup(targets: readonly FuzzTarget[]): void {
	const { seed = 0 } = fc.readConfigureGlobal();
	test.each(targets.map((target): [string, FuzzTarget] => [`${target.name}: ${target.promise}`, target]))(
		'%s',
		async (_name, target) => {
			expect(await target.play(seed, runs(target.share))).toBeUndefined();
		},
	);
}
