import fc from 'fast-check';
import { feedReader, playRandom } from './feedReaders';
import { OPERATIONS, type Operation } from './feedWorld';
import type { History, PlannedOperation, PlannedPoll, Step } from './history';
const op = (late: fc.Arbitrary<number>): fc.Arbitrary<PlannedOperation> =>
	fc.record({
		kind: fc.constantFrom<Operation>(...OPERATIONS, 'edit', 'delete', 'restore', 'restore', 'tag'),
		pick: fc.nat(3),
		wait: fc.constantFrom(0, 0, 0, 0, 1, 1, 1000),
		late,
		member: fc.constant('ann'),
	});
const poll = (o: fc.Arbitrary<PlannedOperation>): fc.Arbitrary<PlannedPoll> =>
	fc.record({
		limit: fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 4 })),
		requests: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 4 })),
		fail: fc.oneof(
			{ arbitrary: fc.constant(Infinity), weight: 6 },
			{ arbitrary: fc.integer({ min: 1, max: 5 }), weight: 1 },
		),
		failAfter: fc.boolean(),
		crash: fc.oneof({ arbitrary: fc.constant(false), weight: 6 }, { arbitrary: fc.constant(true), weight: 1 }),
		during: fc.array(o, { maxLength: 6 }),
	});
const histories = (late: fc.Arbitrary<number>, overlap: fc.Arbitrary<number>): fc.Arbitrary<History> => {
	const o = op(late);
	const step: fc.Arbitrary<Step> = fc.oneof(
		fc.record({ operations: fc.array(o, { minLength: 1, maxLength: 4 }) }),
		fc.record({ poll: poll(o) }),
		fc.record({ poll: poll(o) }),
	);
	return fc.record({
		pageSize: fc.integer({ min: 2, max: 5 }),
		bounds: fc.constant('inclusive' as const),
		overlapMs: overlap,
		before: fc.array(o, { maxLength: 6 }),
		from: fc.constantFrom('now' as const, 'beginning' as const, 'date' as const),
		dateBack: fc.constantFrom(0, 1, 20_000),
		steps: fc.array(step, { maxLength: 12 }),
		end: fc.record({
			limit: fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 3 })),
			requests: fc.constantFrom(Infinity, 1, 2),
		}),
	});
};
test('exact', async () => {
	await playRandom(feedReader, histories(fc.constant(0), fc.constantFrom(1, 1000, 60_000)), 40000);
}, 600000);
test('late', async () => {
	await playRandom(feedReader, histories(fc.constantFrom(0, 0, 1, 2, 1000), fc.constantFrom(5000, 60_000)), 40000);
}, 600000);
