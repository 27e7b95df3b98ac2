import fc from 'fast-check';
import { property } from '../../support/property';
import { appendedBy, type Outcome, type Writer } from './sharedFile';

/* Writers who append to one file at the same time, in any order of their requests. */

const delays = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 7, maxLength: 40 });

/** Writers with as many texts each; `textOf` says which one. */
const writers = (count: number, textOf: (writer: number, round: number) => string): fc.Arbitrary<Writer[]> =>
	fc
		.tuple(fc.integer({ min: 1, max: 4 }), fc.array(delays, { minLength: 2, maxLength: count }))
		.map(([rounds, all]) =>
			all.map((each, writer) => ({
				delays: each,
				texts: Array.from({ length: rounds }, (_, round) => textOf(writer, round)),
			})),
		);

/** What must be in the file: the texts that were stored, also those of which the failure says so. */
const kept = ({ texts }: Outcome): string[] =>
	texts
		.filter(({ failure }) => failure === undefined || failure.includes('Your text is in the file'))
		.map(({ text }) => text);

const MARK = 'start';

property({
	promise: 'each line that was stored is there once, and no other',
	count: 3_000,
	cases: writers(4, (writer, round) => `${writer}.${round}`),
	keeps: async (all) => {
		const outcome = await appendedBy(MARK, all);
		expect([...outcome.lines].sort()).toEqual([MARK, ...kept(outcome)].sort());
	},
});

property({
	promise: 'of equal lines there are never more than were stored, and at least one',
	count: 1_000,
	cases: writers(4, (_, round) => `same ${round % 2}`),
	keeps: async (all) => {
		const outcome = await appendedBy(MARK, all);
		const [stored, there] = [kept(outcome), outcome.lines.filter((line) => line !== MARK)];
		for (const line of new Set(stored)) {
			const [most, count] = [stored, there].map((lines) => lines.filter((one) => one === line).length);
			expect(count).toBeGreaterThan(0);
			expect(count).toBeLessThanOrEqual(most ?? 0);
		}
		expect(there.filter((line) => !stored.includes(line))).toEqual([]);
	},
});

test('two writers of one line at the same moment: it is there twice', async () => {
	const delays = [5];
	const outcome = await appendedBy(MARK, [
		{ texts: ['same'], delays },
		{ texts: ['same'], delays: [5, 5, 5, 5, 5, 5, 6] },
	]);
	expect(outcome.lines).toEqual([MARK, 'same', 'same']);
});
