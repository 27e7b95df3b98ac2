import { ACCEPTED, FakeReadingPage } from './fakeReadingPage';
import { at, kindsOf, page } from './fakePage';

const readPages = async (reader: FakeReadingPage, pages: number[], total = 3) => {
	for (const current of pages) await reader.say(page(current, total));
};

test.each<[string, number[], number, boolean]>([
	['every page', [1, 2, 3], 3, true],
	['every page, in any order and several times', [3, 1, 1, 2], 3, true],
	['only page', [1], 1, true],
	['last page alone', [1, 3], 3, false],
	['all but the last one', [1, 2], 3, false],
])('read to its end or not: %s', async (_name, pages, total, isEnd) => {
	const reader = new FakeReadingPage();
	await readPages(reader, pages, total);
	const finished = reader.posts.filter(({ kind }) => kind === 'finished');
	expect(finished.map(({ pages: read }) => [...(read as number[])])).toEqual(
		isEnd ? [Array.from({ length: total }, (_none, index) => index + 1)] : [],
	);
});

test.each<[string, object[], boolean]>([
	['played to its end', [at(0, 60), at(59.5, 60)], true],
	['stopped in the middle', [at(0, 60), at(30, 60)], false],
	['a short clip that starts', [at(0, 0.8), at(0.1, 0.8)], false],
])('media: %s', async (_name, events, isEnd) => {
	const reader = new FakeReadingPage();
	for (const event of events) await reader.say(event);
	expect(kindsOf(reader.posts).includes('finished')).toBe(isEnd);
});

test('a page in a tab that nobody sees counts when it is seen', async () => {
	const reader = new FakeReadingPage();
	await reader.turnTo('hidden');
	await reader.say(page(1, 1));
	expect(kindsOf(reader.posts)).not.toContain('finished');
	await reader.turnTo('visible');
	expect(kindsOf(reader.posts)).toContain('finished');
});

test.each<[number[], number, string]>([
	[[1], 2, 'Not opened yet: page 2.'],
	[[2], 5, 'Not opened yet: pages 1, 3–5.'],
	[[1, 3, 5, 7, 9, 11, 13, 15], 20, 'Not opened yet: pages 2, 4, 6, 8, 10, 12 and 6 more.'],
])('of pages %j of %i: %s', async (pages, total, expected) => {
	const reader = new FakeReadingPage({ ask: 'approve' });
	await readPages(reader, pages, total);
	expect(reader.text('missing')).toBe(expected);
});

test('progress is posted at once, then at most once in an interval, with everything that was read', async () => {
	const reader = new FakeReadingPage({ ask: 'approve' });
	await readPages(reader, [1, 2, 3]);
	expect(reader.posts).toHaveLength(1);
	await reader.elapse(2999);
	expect(reader.posts).toHaveLength(1);
	await reader.elapse(1);
	expect(reader.posts[1]).toMatchObject({ kind: 'progress', current: 3, total: 3, time: 1_800_000_000_000 });
	expect([...(reader.posts[1]?.pages as number[])]).toEqual([1, 2, 3]);
	await reader.elapse(60_000);
	expect(reader.posts).toHaveLength(2);
});

test('a reader who leaves is reported at once, and once', async () => {
	const reader = new FakeReadingPage({ ask: 'approve' });
	await readPages(reader, [1, 2]);
	await reader.turnTo('hidden');
	await reader.turnTo('hidden');
	expect(kindsOf(reader.posts)).toEqual(['progress', 'progress']);
});

test('what n8n could not take from a reader who leaves is said when they go on', async () => {
	const reader = new FakeReadingPage({ ask: 'approve' }, { answers: [{ status: 204 }, { status: 503 }] });
	await readPages(reader, [1, 2]);
	await reader.turnTo('hidden');
	await reader.turnTo('hidden');
	expect(kindsOf(reader.posts)).toEqual(['progress', 'progress', 'progress']);
});

test.each<[string, string, number, number]>([
	['the same file', '#opened=1-2,5/6/c1', 6, 4],
	['a file with other pages', '#opened=1-2,5/6/c1', 7, 1],
	['another content', '#opened=1-2,5/6/c0', 6, 1],
	['pages that do not exist', '#opened=1-9/6/c1', 6, 6],
	['something else', '#opened=x/6', 6, 1],
	['the same pages again and again', '#opened=1-2,1-2,1-2/6/c1', 6, 3],
])('after a reload, with %s', async (_name, hash, total, expected) => {
	const reader = new FakeReadingPage({ ask: 'approve' }, { hash });
	await reader.say(page(3, total));
	expect(reader.text('where')).toBe(`${expected} of ${total} pages opened`);
});

test('what was read is kept in the address', async () => {
	const reader = new FakeReadingPage({ ask: 'approve' });
	await readPages(reader, [1, 2, 5], 6);
	await reader.elapse(2000);
	expect(reader.location.hash).toBe('#opened=1-2,5/6/c1');
});

test('what n8n knows to be read counts', async () => {
	const reader = new FakeReadingPage({ read: { pages: [1, 2], total: 3 } }, { answers: [ACCEPTED] });
	await reader.say(page(3));
	expect(kindsOf(reader.posts)).toEqual(['finished']);
	expect(reader.text('askTitle')).toBe('Recorded: you have read this file to its end.');
});
