import fc from 'fast-check';
import { runs } from '../../support/runs';
import { listReader, naiveReader, playRandom } from './feedReaders';
import { randomHistories } from './history';

/*
 * Change: Get Many in pieces of every size, each continued from the cursor of the last item, against the same random
 * histories and the same judge as the trigger (readChanges.model.test.ts).
 */
const times = { late: fc.constant(0), overlap: fc.constant(1), from: ['beginning', 'date'] as const };

/** Some entries are dated hours ahead; none becomes visible late, not even within the second that the clock tells. */
const ahead = { ...times, late: fc.constantFrom(0, 0, 0, 0, -40_000_000, -86_400_000) };

describe('pieces of every size, oldest first: 0 missed, 0 repeated', () => {
	test.each([
		['pages of 3 to 10', { ...times, pageSize: fc.integer({ min: 3, max: 10 }) }, 800],
		['between all requests', { ...times, pageSize: fc.integer({ min: 2, max: 5 }), isBusy: true }, 800],
		['entries that are dated ahead', { ...ahead, pageSize: fc.integer({ min: 3, max: 10 }) }, 500],
		[
			'entries that are dated ahead, between all requests',
			{ ...ahead, pageSize: fc.integer({ min: 2, max: 5 }), isBusy: true },
			500,
		],
		['pages of 100', { ...times, pageSize: fc.constant(100) }, 100],
	])('%s', async (_name, ranges, count) => {
		expect(await playRandom(listReader, randomHistories(ranges), count)).toBeGreaterThan(runs(count));
	});
});

test('the judge can fail: a list that continues from the time of its last page', async () => {
	const histories = randomHistories({ ...times, pageSize: fc.integer({ min: 3, max: 10 }) });
	await expect(playRandom(naiveReader, histories, 500)).rejects.toMatchObject({
		cause: { message: expect.stringMatching(/^(missed|repeated)/) as string },
	});
});
