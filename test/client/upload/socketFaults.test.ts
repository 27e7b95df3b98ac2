import fc from 'fast-check';
import { oneCase, runs, RUNS_FACTOR } from '../../support/runs';
import { carryOut, http, expectOutcome, plain, REQUESTS, type Schedule } from './socketUpload';
import { FAULTS, type Fault } from './wireFaults';

afterAll(async () => await http.close());

const oks = (length: number): Fault[] => Array.from({ length }, () => 'ok');

const each = FAULTS.map((fault, nth) => ({ fault, nth }));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

test.each(each)('$fault at every request', async ({ fault, nth }) => {
	for (const who of oneCase<Schedule['who']>(['org', 'token'], nth))
		for (const at of upTo(REQUESTS)) {
			const schedule: Schedule = { ...plain, who, faults: [...oks(at), fault] };
			const outcome = await carryOut(schedule);
			expectOutcome(schedule, outcome);
			expect(outcome.server.log.length).toBeGreaterThan(at);
		}
});

test.each(each)('a cancel at every request after $fault', async ({ fault, nth }) => {
	for (const at of oneCase(upTo(REQUESTS + 2), nth)) {
		const schedule = { ...plain, cancelAt: at, faults: [...oks(Math.max(0, at - 1)), fault] };
		expectOutcome(schedule, await carryOut(schedule));
	}
});

const anyFault = fc.constantFrom(...FAULTS);
const faults = fc.oneof(
	fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant<Fault>('ok') }, { weight: 1, arbitrary: anyFault }), {
		maxLength: 30,
	}),
	// one kind of fault, from some request on, without end
	fc
		.tuple(fc.nat(6), anyFault)
		.map(([before, fault]) => [...oks(before), ...Array.from({ length: 400 }, () => fault)]),
);
const sizes = fc.constantFrom(10, 1000, 70_000).chain((chunkSize) =>
	fc.record({
		chunkSize: fc.constant(chunkSize),
		size: fc.constantFrom(0, 1, chunkSize - 1, chunkSize, chunkSize + 1, 3 * chunkSize),
	}),
);
const schedules: fc.Arbitrary<Schedule> = fc
	.tuple(
		sizes,
		fc.record({
			faults,
			who: fc.constantFrom('org' as const, 'token' as const),
			completes: fc.boolean(),
			abortHangs: fc.constantFrom(false, false, true),
			polls: fc.constantFrom(0, 0, 1, 4, 30),
			known: fc.option(fc.constantFrom('create' as const, 'init' as const), { freq: 12, nil: undefined }),
			cancelAt: fc.option(fc.nat(12), { freq: 3, nil: undefined }),
		}),
	)
	.map(([size, rest]) => ({ ...size, ...rest }));

test('any schedule: right and whole, or aborted and explained', async () => {
	let [good, bad, stopped] = [0, 0, 0];
	await fc.assert(
		fc.asyncProperty(schedules, async (schedule) => {
			const outcome = await carryOut(schedule);
			expectOutcome(schedule, outcome);
			if (outcome.value) good++;
			else if (outcome.cancelled) stopped++;
			else bad++;
		}),
		{ numRuns: runs(120) },
	);
	// The schedules reach every kind of end.
	for (const count of [good, bad, stopped]) expect(count).toBeGreaterThanOrEqual(Math.floor(6 * RUNS_FACTOR));
});
