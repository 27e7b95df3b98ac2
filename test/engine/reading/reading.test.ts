import type { IDataObject } from 'n8n-workflow';
import { systemClock } from '../../../src/client/async/clock';
import { dataOf, open, post, ReadingSetup } from './readingSetup';
import { shareWorld } from '../support/world';

/* Wait for Reading: who has read what, and what was decided. */

const reading = shareWorld(new ReadingSetup());

const READ_ALL = { pages: [1, 2, 3], total: 3 };

test('one person reads the file to its end', async () => {
	const { execution, links } = await reading.waiting({ viewers: ['zhang.wei'] });
	expect(execution.status).toBe('waiting');
	const page = await execution.request('GET', links[0]!);
	expect(page).toMatchObject({ status: 200, log: [] });
	expect(dataOf(page)).toMatchObject({ ask: 'read' });
	const { token } = dataOf(page);
	const answer = await post(execution, links[0]!, { kind: 'finished', token, ...READ_ALL });
	expect(answer).toMatchObject({ status: 200, state: 'accepted' });
	expect(execution.status).toBe('finished');
	const filehash = reading.libraryAt().tree.find('Contracts/offer.pdf')?.filehash;
	expect(execution.itemsOf('Wait')).toEqual([
		{
			reading_id: execution.itemsOf('Link')[0]?.reading_id,
			viewer: 'zhang.wei',
			ask: 'read',
			outcome: 'read',
			changed: false,
			filehash,
			seen_filehash: filehash,
			answered_filehash: filehash,
			version_number: 1,
			answered_version_number: 1,
			hash: expect.stringMatching(/^[0-9a-f]+$/) as string,
			fullpath: 'Contracts/offer.pdf',
			filename: 'offer.pdf',
			pages_read: [1, 2, 3],
			pages: 3,
			opened_at: expect.any(String) as string,
			answered_at: expect.any(String) as string,
			due_at: expect.any(String) as string,
		},
	]);
	expect(execution.itemsOf('After')).toEqual([{ accepted: true }]);
});

test('all of three people, after a node that loses the items', async () => {
	const viewers = ['a', 'b', 'c'];
	const link = { ask: 'approve', allowComment: true };
	const { execution, links } = await reading.waiting({ viewers, link, forgets: true });
	const decide = async (at: number, choice: string, comment: string) =>
		await post(execution, links[at]!, decision(await open(execution, links[at]!), choice, { comment }));
	expect(await decide(1, 'decline', 'Too expensive')).toMatchObject({ state: 'accepted' });
	expect((await execution.request('GET', links[1]!)).body).toMatch(/You declined .*offer.pdf.*Too expensive/s);
	expect(execution.status).toBe('waiting');
	expect(await decide(0, 'approve', '')).toMatchObject({ state: 'accepted' });
	expect(execution.status).toBe('waiting');
	expect(await decide(2, 'approve', '')).toMatchObject({ state: 'accepted' });
	expect(execution.status).toBe('finished');
	const told = execution.itemsOf('Wait').map(({ viewer, outcome, comment }) => `${viewer} ${outcome} ${comment}`);
	expect(told).toEqual(['a approved undefined', 'b declined Too expensive', 'c approved undefined']);
});

const approval = { ask: 'approve', allowComment: true };
const decision = (token: unknown, choice = 'approve', more: object = {}) => {
	return { kind: 'decision', token, decision: choice, comment: '', pages: [1], total: 3, ...more };
};
/** Two people who are asked to approve, and their pages. */
async function two(wait: object = {}) {
	const flow = { viewers: ['a', 'b'], link: approval, wait: { ...wait } };
	const { execution, link: one, other } = await reading.waiting(flow);
	const tokens = [await open(execution, one), await open(execution, other)] as const;
	return { execution, one, other, tokens };
}
const outcomes = (items: IDataObject[]) => items.map(({ outcome }) => outcome);

test('the first answer of one of two people ends the wait where that was chosen', async () => {
	const { execution, other, tokens } = await two({ waitFor: 'one' });
	expect(await post(execution, other, decision(tokens[1], 'decline'))).toMatchObject({ state: 'accepted' });
	expect(execution.status).toBe('finished');
	expect(outcomes(execution.itemsOf('Wait'))).toEqual(['pending', 'declined']);
});

test('when the time is over, items say who answered and what the others read', async () => {
	const { execution, one, other, tokens } = await two({ timeLimit: 2, timeLimitUnit: 'hours' });
	const due = execution.waitTill?.getTime() ?? 0;
	expect(Math.abs(due - Date.now() - 7_200_000)).toBeLessThan(60_000);
	await post(execution, one, decision(tokens[0]));
	const step = { kind: 'progress', token: tokens[1], pages: [1, 2], total: 3, current: 2, time: Date.now() };
	expect((await post(execution, other, step)).status).toBe(200);
	expect(execution.status).toBe('waiting');
	expect(execution.waitTill?.getTime()).toBe(due);
	await execution.timeOut();
	expect(execution.status).toBe('finished');
	expect(execution.itemsOf('Wait')).toMatchObject([
		{ viewer: 'a', outcome: 'approved', pages_read: [1] },
		{ viewer: 'b', outcome: 'timed_out', pages_read: [1, 2], pages: 3, answered_at: null },
	]);
	expect(execution.itemsOf('Wait')[1]?.opened_at).toEqual(expect.any(String));
	expect(execution.itemsOf('After')).toEqual([{ accepted: true }]);
});

test('a second answer is told so and changes nothing', async () => {
	const { execution, one, tokens } = await two();
	const tab = await open(execution, one);
	expect(await post(execution, one, decision(tokens[0]))).toMatchObject({ state: 'accepted' });
	// The page did not hear the answer.
	expect(await post(execution, one, decision(tokens[0]))).toMatchObject({ state: 'accepted' });
	expect(await post(execution, one, decision(tab, 'decline'))).toMatchObject({ state: 'answered' });
	expect(await post(execution, one, decision(tokens[0], 'decline'))).toMatchObject({ state: 'answered' });
	expect((await execution.request('GET', one)).body).toContain('This link was already answered');
	await execution.timeOut();
	expect(outcomes(execution.itemsOf('Wait'))).toEqual(['approved', 'timed_out']);
});

test('two answers that overlap are both kept', async () => {
	const { execution, one, other, tokens } = await two();
	// n8n reads the execution for the second one before the first one is saved.
	const first = async () => await post(execution, one, decision(tokens[0]));
	expect(await post(execution, other, decision(tokens[1], 'decline'), first)).toMatchObject({ state: 'accepted' });
	expect(execution.status).toBe('finished');
	expect(outcomes(execution.itemsOf('Wait'))).toEqual(['approved', 'declined']);
});

test('an answer in two tabs that overlap counts once', async () => {
	const { execution, one, tokens } = await two();
	const tab = await open(execution, one);
	const first = async () => await post(execution, one, decision(tokens[0]));
	expect(await post(execution, one, decision(tab, 'decline'), first)).toMatchObject({ state: 'answered' });
	expect(outcomes(execution.itemsOf('Wait'))).toEqual(['approved', 'pending']);
});

test('a comment counts only where one was asked for, and a receipt is no approval', async () => {
	const link = { ask: 'approve', allowComment: false };
	const { execution, links } = await reading.waiting({ viewers: ['a'], link });
	const token = await open(execution, links[0]!);
	expect((await post(execution, links[0]!, { kind: 'finished', token, ...READ_ALL })).status).toBe(400);
	await post(execution, links[0]!, decision(token, 'approve', { comment: 'not asked for' }));
	const items = execution.itemsOf('Wait');
	expect(items).toMatchObject([{ outcome: 'approved' }]);
	expect(items[0]).not.toHaveProperty('comment');
});

test('an answer after the time is refused, also before n8n resumes the execution', async () => {
	const { execution, one, tokens } = await two({ timeLimit: 1, timeLimitUnit: 'minutes' });
	const later = jest.spyOn(systemClock, 'now').mockReturnValue(Date.now() + 61_000);
	expect(await post(execution, one, decision(tokens[0]))).toMatchObject({ state: 'over' });
	expect((await execution.request('GET', one)).status).toBe(410);
	later.mockRestore();
	expect(execution.status).toBe('waiting');
});

test('a node that executes once waits for all people too, where the items name no link', async () => {
	const { execution, links } = await reading.waiting({ viewers: ['a', 'b', 'c'], forgets: true, once: true });
	for (const link of links) {
		const token = await open(execution, link);
		const answer = await post(execution, link, { kind: 'finished', token, ...READ_ALL });
		expect(answer).toMatchObject({ state: 'accepted' });
	}
	expect(execution.status).toBe('finished');
	expect(outcomes(execution.itemsOf('Wait'))).toEqual(['read', 'read', 'read']);
});
