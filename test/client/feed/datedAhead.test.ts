import { divideByClock, type FeedPort } from '#changes/work';
import { timesTheCalls } from '../../support/countedCalls';
import { type Listed, listedPort, printOf } from './listedPort';

/* Entries that are dated ahead: how the clock of the service divides a page. */

describe('a page divided by a clock of 2000', () => {
	/** Divides the first page of a list after 1000, of which these entries are known. */
	const divided = async (list: readonly Listed[], { size = 10, limit = 100, known = '', isOver = false } = {}) => {
		const listed = listedPort(list, size);
		const later: FeedPort['later'] = async (...asked) => ({ ...(await listed.later(...asked)), clock: 2000 });
		const port = { ...listed, later };
		const first = await later(1000);
		const isKnown = ({ fingerprint }: { fingerprint: string }) =>
			[...known].some((hash) => printOf(hash) === fingerprint);
		const reader = { cursor: 1000, isKnown, limit, expired: () => isOver };
		const { page, ahead, isNew } = await divideByClock(port, first, reader);
		const shown = ahead.map(({ entries, after, until, isAhead = false }) => {
			return [entries.map(({ hash }) => hash).join(''), after, until, isAhead];
		});
		const upTo = [page.entries.map(({ hash }) => hash).join(''), page.until];
		return { upTo, ahead: shown, isNew, asked: listed.asked.slice(1) };
	};

	test('up to the clock, up to a minute later, and later than that', async () => {
		expect(
			await divided([
				[1500, 'a'],
				[62_000, 'b'],
				[62_001, 'c'],
			]),
		).toEqual({
			upTo: ['a', 2000],
			isNew: true,
			asked: ['later 2000', 'later 62000'],
			ahead: [
				['b', 2000, 62_000, false],
				['c', 62_000, 62_001, true],
			],
		});
	});

	test('nothing more is asked where all that a page shows is known, unless it is full', async () => {
		const list: Listed[] = [
			[1500, 'a'],
			[90_000, 'b'],
		];
		expect(await divided(list, { known: 'ab' })).toEqual({ upTo: ['', 1000], ahead: [], isNew: false, asked: [] });
		expect(await divided(list, { known: 'ab', size: 2 })).toMatchObject({ upTo: ['a', 2000], isNew: false });
	});

	const MANY: Listed[] = [
		[90_000, 'a'],
		[90_001, 'b'],
		[90_002, 'c'],
		[90_003, 'd'],
		[90_003, 'e'],
	];

	test.each([{ limit: 2 }, { limit: 5 }, { isOver: true }])('or until that is enough: %j', async (more) => {
		const { ahead, isNew } = await divided(MANY, { size: 2, ...more });
		expect([ahead.map(([hashes]) => hashes).join('').length < 5, isNew]).toEqual([true, true]);
	});

	test('many full pages cost no more each than few', async () => {
		const dividing = (length: number) => async () => {
			const list = Array.from({ length }, (_, at): Listed => [90_000 + at, `h${at}`]);
			return await divided(list, { size: 20, limit: Infinity });
		};
		const { ahead } = await dividing(1_600)();
		expect(ahead.flatMap(([hashes]) => String(hashes).match(/h\d+/g))).toHaveLength(1_600);
		// Eight times as many; 64 times the calls where it is quadratic.
		expect(await timesTheCalls(dividing(1_600), dividing(200))).toBeLessThan(20);
	});
});
