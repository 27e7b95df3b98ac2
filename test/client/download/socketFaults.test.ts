import fc from 'fast-check';
import { oneCase, runs, RUNS_FACTOR } from '../../support/runs';
import { HONEST, LYING, type Fault } from './hostFaults';
import { carryOut, content, http, expectOutcome, plain, type Schedule } from './socketDownload';

afterAll(async () => await http.close());

const each = [...HONEST, ...LYING].map((fault, nth) => ({ fault, nth }));
test.each(each)('$fault at the beginning and after a cut', async ({ fault, nth }) => {
	for (const faults of oneCase<Fault[]>([[fault], ['cut', fault], ['cut', 'cut', fault, fault]], nth)) {
		const schedule = { ...plain, faults };
		expectOutcome(schedule, await carryOut(schedule));
	}
});

test.each<Fault>([
	'cut',
	'cutAtOnce',
	'cutAtEnd',
	'reset',
	'drip',
	'notHttp',
	'noRanges',
	'otherHost',
	'expire403',
	'expire410',
	's404',
	's503',
])('a download recovers from %s', async (fault) => {
	for (const faults of [[fault], ['cut', fault], ['cut', fault, 'cut', fault]] satisfies Fault[][]) {
		for (const knows of oneCase(['both', 'none'] as const, faults.length)) {
			const { received, error } = await carryOut({ ...plain, size: 200_000, knows, faults });
			expect({ error, right: received.equals(content(200_000)) }).toEqual({ error: undefined, right: true });
		}
	}
});

const anyOf = (faults: readonly Fault[]) =>
	fc.oneof(
		fc.array(
			fc.oneof(
				{ weight: 1, arbitrary: fc.constant<Fault>('ok') },
				{ weight: 4, arbitrary: fc.constantFrom(...faults) },
				{ weight: 2, arbitrary: fc.constant<Fault>('cut') },
			),
			{ maxLength: 12 },
		),
		// one kind of fault after some cuts, without end
		fc
			.tuple(fc.nat(2), fc.constantFrom(...faults))
			.map(([before, fault]) => [
				...Array.from({ length: before }, (): Fault => 'cut'),
				...Array.from({ length: 300 }, () => fault),
			]),
	);
const known = fc
	.constantFrom('both' as const, 'sha1' as const)
	.chain((knows) => fc.record({ knows: fc.constant(knows), faults: anyOf([...HONEST, ...LYING]) }));
// Without a SHA1, nothing reveals a lie.
const unknown = fc
	.constantFrom('size' as const, 'none' as const)
	.chain((knows) => fc.record({ knows: fc.constant(knows), faults: anyOf(HONEST) }));
const schedules: fc.Arbitrary<Schedule> = fc
	.tuple(
		fc.oneof(known, unknown),
		fc.record({
			size: fc.constantFrom(0, 1, 2, 1000, 70_000, 200_000),
			links: fc.constantFrom(1, 1, 2, 3),
			dead: fc.constantFrom(0, 0, 0, 1),
			renews: fc.constantFrom('yes' as const, 'yes' as const, 'no' as const, 'fails' as const),
			cancelAt: fc.option(fc.nat(4), { freq: 5, nil: undefined }),
		}),
	)
	.map(([what, rest]) => ({ ...what, ...rest }));

test('any schedule: the stream ends well only with exactly the file', async () => {
	let [good, bad, stopped] = [0, 0, 0];
	await fc.assert(
		fc.asyncProperty(schedules, async (schedule) => {
			const outcome = await carryOut(schedule);
			expectOutcome(schedule, outcome);
			if (outcome.error === undefined) good++;
			else if (outcome.stopped) stopped++;
			else bad++;
		}),
		{ numRuns: runs(120) },
	);
	// The schedules reach every kind of end.
	for (const count of [good, bad, stopped]) expect(count).toBeGreaterThanOrEqual(Math.floor(6 * RUNS_FACTOR));
});
