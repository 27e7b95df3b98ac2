import fc from 'fast-check';
import { runs } from '../../support/runs';
import { randomHistories, type HistoryRanges } from './history';
import { activityReader, HistoryPlayer, type Reader } from './historyPlayer';

/* Random histories of the logs (logWorld, historyPlayer): nothing missed, nothing twice (activityOracle). */
const small = fc.integer({ min: 3, max: 10 });
const few = fc.integer({ min: 1, max: 4 });
const exact: HistoryRanges = {
	pageSize: small,
	libraries: few,
	overlap: fc.constantFrom(0, 1, 30, 300),
	late: () => fc.constant(0),
};
const late: HistoryRanges = {
	pageSize: small,
	libraries: few,
	overlap: fc.constantFrom(2, 60, 5000),
	late: (overlap) => fc.oneof(fc.constant(0), fc.integer({ min: 0, max: overlap })),
};
/** Some entries are dated minutes or a day ahead. */
const ahead: HistoryRanges = {
	...late,
	late: (overlap) =>
		fc.oneof(fc.constant(0), fc.integer({ min: 0, max: overlap }), fc.constantFrom(-100, -4000, -86_400)),
};

/** Over a page in one second, in ever other orders: large enough that two are the same only once in a lifetime. */
const unstable: HistoryRanges = {
	...ahead,
	isBusy: true,
	pageSize: fc.integer({ min: 12, max: 16 }),
	libraries: fc.constant(1),
	files: 40,
	orders: fc.oneof(fc.constant('place' as const), fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 60 })),
};

async function playRandom(reader: Reader, ranges: HistoryRanges, numRuns: number): Promise<number> {
	let [reported, said] = [0, 0];
	const property = fc.asyncProperty(randomHistories(ranges), async (history) => {
		const player = new HistoryPlayer(reader, history);
		await player.play();
		reported += player.oracle.reports;
		said += Number(player.saidBusy);
	});
	await fc.assert(property, { numRuns: runs(numRuns) });
	// Nearly always it is exact, and does not say that it cannot be.
	expect(said).toBeLessThanOrEqual(runs(numRuns) / 100);
	return reported;
}

test.each([
	['entries in time, pages of 3 to 10', exact, 600],
	['late entries within the overlap, pages of 3 to 10', late, 900],
	['entries that are dated ahead', ahead, 500],
	['an order that changes within a second', unstable, 500],
	['many libraries', { ...late, libraries: fc.integer({ min: 8, max: 12 }) }, 150],
	['pages of 1000', { ...late, pageSize: fc.constant(1000) }, 150],
])('random histories: 0 missed, 0 repeated %s', async (_name, ranges, count) => {
	expect(await playRandom(activityReader, ranges, count)).toBeGreaterThan(runs(count));
});

/** The obvious reader: what is later than the latest entry is new. It must not pass. */
const naiveReader: Reader = async (logs, saved = '{}') => {
	const cursors = JSON.parse(saved) as Record<string, number>;
	const found: Awaited<ReturnType<Reader>>['found'][number][] = [];
	for (const log of logs) {
		const { entries } = await log.port.page({ from: (cursors[log.name] ?? 0) + 1, start: 0 });
		for (const entry of entries.filter(log.accept)) found.push({ log, entry });
		cursors[log.name] = Math.max(cursors[log.name] ?? 0, ...entries.map(({ second }) => second));
	}
	return { state: JSON.stringify(cursors), found };
};

/** Another one: it reads the overlap again and drops what looks like something it reported. */
const comparingReader: Reader = async (logs, saved = '{}', { overlap }) => {
	const seen = JSON.parse(saved) as Record<string, string[]>;
	const found: Awaited<ReturnType<Reader>>['found'][number][] = [];
	for (const log of logs) {
		const keys = (seen[log.name] ??= []);
		const { entries } = await log.port.page({ from: 0 * overlap, start: 0 });
		for (const entry of entries.filter(log.accept)) {
			const key = `${entry.second} ${entry.key}`;
			if (!keys.includes(key)) found.push({ log, entry });
			keys.push(key);
		}
	}
	return { state: JSON.stringify(seen), found };
};

test.each([
	['later than the latest entry', naiveReader],
	['looks different', comparingReader],
])('the oracle can fail a reader that reports what is %s', async (_name, reader) => {
	await expect(playRandom(reader, { ...late, pageSize: fc.constant(1000) }, 500)).rejects.toMatchObject({
		cause: { message: expect.stringMatching(/^(missed|repeated|not to be reported)/) as string },
	});
});
