import { cutAtClock, type FeedPort, fingerprintOf, laterPage } from '#changes/work';
import type { FeedEntry } from '#changes/plan';
import { type Listed, listedPort, printOf } from './listedPort';

/* Entries that are dated ahead: a page is cut at the clock of the service. */

describe('a page cut at a clock of 2000', () => {
	/** Cuts the first page of a list after 1000, of which these entries are known. */
	const cut = async (list: readonly Listed[], { size = 10, known = '' } = {}) => {
		const listed = listedPort(list, size);
		const later: FeedPort['later'] = async (...asked) => ({ ...(await listed.later(...asked)), clock: 2000 });
		const port = { ...listed, later };
		const page = await laterPage(port, 1000);
		const isNew = ({ entries }: { entries: readonly FeedEntry[] }): boolean =>
			entries.some((entry) => ![...known].some((hash) => printOf(hash) === fingerprintOf(entry)));
		const beyond = await cutAtClock(port, page, 1000, isNew);
		const shown = beyond.ahead?.map(({ entries, after, until, isAhead }) => {
			return [entries.map(({ hash }) => hash).join(''), after, until, isAhead];
		});
		const upTo = [beyond.page.entries.map(({ hash }) => hash).join(''), beyond.page.until];
		return { upTo, ahead: shown, next: beyond.next, asked: listed.asked.slice(1) };
	};

	test('up to the clock, up to a minute later, and later than that', async () => {
		expect(
			await cut([
				[1500, 'a'],
				[62_000, 'b'],
				[62_001, 'c'],
			]),
		).toEqual({
			upTo: ['a', 2000],
			asked: ['later 2000', 'later 62000'],
			ahead: [
				['b', 2000, 62_000, false],
				['c', 62_000, 62_001, true],
			],
		});
	});

	const MANY: Listed[] = [
		[90_000, 'a'],
		[90_001, 'b'],
		[90_002, 'c'],
		[90_003, 'd'],
		[90_003, 'e'],
	];

	test('nothing more is asked where all that a page shows is known, but what follows a full one', async () => {
		const none = { upTo: ['', 1000], ahead: [] };
		expect(await cut(MANY, { known: 'abcde' })).toEqual({ ...none, asked: [] });
		const { asked, ...rest } = await cut(MANY, { known: 'abcde', size: 2 });
		expect([rest, asked.filter((one) => /^later \d+$/.test(one))]).toEqual([
			none,
			['later 90000', 'later 90001', 'later 90002', 'later 90003'],
		]);
		expect(await cut(MANY, { known: 'abc', size: 2 })).toMatchObject({
			ahead: [['cd', 90_001, 90_003, true]],
			next: 90_002,
		});
	});
});
