import fc from 'fast-check';
import { type Operation, OPERATIONS } from './feedWorld';

/* What happens to watched folders, and to the polls of their trigger: drawn at random. */

/** An operation, so long (ms) after the one before. */
export interface Planned {
	readonly kind: Operation;
	readonly pick: number;
	readonly wait: number;
}
/** One poll from the saved state. */
export interface Poll {
	/** The request that fails, from 1. */
	readonly fail: number;
	readonly crash: boolean;
	/** How many files that came or left with a folder it tells. */
	readonly room: number;
	readonly during: readonly Planned[];
}
export type Step = Planned | Poll;

const planned = fc.record({
	kind: fc.constantFrom<Operation>(...OPERATIONS, 'move', 'move', 'rename', 'restore', 'delete'),
	pick: fc.nat(60),
	// A folder that moves again in the same millisecond looks as it did: no reader of the feed can tell.
	wait: fc.constantFrom(1, 2, 1500, 40_000),
});
const poll = fc.record({
	fail: fc.oneof({ arbitrary: fc.constant(Infinity), weight: 3 }, fc.integer({ min: 1, max: 8 })),
	crash: fc.constantFrom(false, false, false, true),
	room: fc.constantFrom(Infinity, Infinity, 1, 2),
	during: fc.oneof({ arbitrary: fc.constant([]), weight: 3 }, fc.array(planned, { maxLength: 4 })),
});
/** Random histories. */
export const histories = fc.array(fc.oneof({ arbitrary: planned, weight: 3 }, poll), { minLength: 6, maxLength: 30 });
