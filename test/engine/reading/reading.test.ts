import { dataOf, open, post, ReadingSetup } from './readingSetup';

/* Wait for Reading: who has read what, and what was decided. */

let reading: ReadingSetup;
beforeAll(async () => void (reading = await ReadingSetup.start()));
afterAll(async () => await reading.close());

const READ_ALL = { pages: [1, 2, 3], total: 3 };

test('one person reads the file to its end', async () => {
	const { execution, links } = await reading.waiting({ viewers: ['zhang.wei'] });
	expect(execution.status).toBe('waiting');
	const page = await execution.request('GET', links[0] ?? '');
	expect(page).toMatchObject({ status: 200, log: [] });
	expect(dataOf(page)).toMatchObject({ ask: 'read' });
	const { token } = dataOf(page);
	expect(await post(execution, links[0] ?? '', { kind: 'finished', token, ...READ_ALL })).toMatchObject({
		status: 200,
		state: 'accepted',
	});
	expect(execution.status).toBe('finished');
	expect(execution.itemsOf('Wait')).toEqual([
		{
			reading_id: execution.itemsOf('Link')[0]?.reading_id,
			viewer: 'zhang.wei',
			ask: 'read',
			outcome: 'read',
			hash: expect.stringMatching(/^[0-9a-f]+$/) as string,
			fullpath: 'Contracts/offer.pdf',
			filename: 'offer.pdf',
			pages_read: [1, 2, 3],
			pages: 3,
			opened_at: expect.any(String) as string,
			answered_at: expect.any(String) as string,
			comment: '',
			due_at: expect.any(String) as string,
		},
	]);
	expect(execution.itemsOf('After')).toEqual([{ accepted: true }]);
});

test('all of three people, after a node that loses the items', async () => {
	const viewers = ['a', 'b', 'c'];
	const link = { ask: 'approve', allowComment: true };
	const { execution, links } = await reading.waiting({ viewers, link, forgets: true });
	const decide = async (at: number, decision: string, comment: string) =>
		await post(execution, links[at] ?? '', {
			kind: 'decision',
			token: await open(execution, links[at] ?? ''),
			decision,
			comment,
			pages: [1],
			total: 3,
		});
	expect(await decide(1, 'decline', 'Too expensive')).toMatchObject({ state: 'accepted' });
	expect(execution.status).toBe('waiting');
	expect(await decide(0, 'approve', '')).toMatchObject({ state: 'accepted' });
	expect(execution.status).toBe('waiting');
	expect(await decide(2, 'approve', '')).toMatchObject({ state: 'accepted' });
	expect(execution.status).toBe('finished');
	expect(execution.itemsOf('Wait').map(({ viewer, outcome, comment }) => [viewer, outcome, comment])).toEqual([
		['a', 'approved', ''],
		['b', 'declined', 'Too expensive'],
		['c', 'approved', ''],
	]);
});
