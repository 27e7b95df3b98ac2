import fc from 'fast-check';
import { runs } from '../../support/runs';
import type { ArrivalOracle, Observed } from './arrivalOracle';
import { type Operation, OPERATIONS } from './feedWorld';

/* What happens to watched folders, and to the polls of their trigger: drawn at random, and played. */

/** An operation, so long (ms) after the one before. */
export interface Planned {
	readonly kind: Operation;
	readonly pick: number;
	readonly wait: number;
}
export interface Poll {
	/** The request that fails, from 1. */
	readonly fail: number;
	readonly crash: boolean;
	/** How many files that came or left with a folder it tells. */
	readonly room: number;
	readonly during: readonly Planned[];
}
type Step = Planned | Poll;

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
const histories = fc.array(fc.oneof({ arbitrary: planned, weight: 3 }, poll), { minLength: 6, maxLength: 30 });

const UNDISTURBED: Poll = { fail: Infinity, crash: false, room: Infinity, during: [] };

/** Plays histories before an oracle: what happens to a world, and what the polls of a reader tell of it. */
export abstract class ArrivalPlayer<T extends Observed> {
	abstract readonly oracle: ArrivalOracle<T>;
	protected plan = UNDISTURBED;
	/** Of the poll that is played. */
	protected requests = 0;

	/** Makes the world and starts the reader. */
	protected abstract begin(): Promise<void>;
	protected abstract operate(planned: Planned): void;
	/** Tells the oracle what a poll tells. False where the poll failed or was lost, or has left something to tell. */
	protected abstract read(plan: Poll): Promise<boolean>;

	async play(steps: readonly Step[]): Promise<void> {
		await this.begin();
		this.oracle.settle();
		for (const step of [UNDISTURBED, ...steps, UNDISTURBED, UNDISTURBED])
			if ('kind' in step) this.operate(step);
			else await this.poll(step);
	}

	protected asked(): void {
		const planned = this.plan.during[this.requests++];
		if (planned) this.operate(planned);
	}

	private async poll(plan: Poll): Promise<void> {
		[this.plan, this.requests] = [plan, 0];
		if ((await this.read(plan)) && plan.during.length === 0) this.oracle.check();
	}
}

/** Plays so many random histories, each with a player of its own; of so many of them something has to be told. */
export async function playArrivals<T extends Observed>(
	make: () => ArrivalPlayer<T>,
	count: number,
	least: number,
): Promise<void> {
	let told = 0;
	const property = fc.asyncProperty(histories, async (steps) => {
		const player = make();
		await player.play(steps);
		told += player.oracle.told;
	});
	await fc.assert(property, { numRuns: runs(count) });
	expect(told).toBeGreaterThan(runs(count) * least);
}
