import { dataOf, open, post, ReadingSetup } from './readingSetup';
import { shareWorld } from '../support/world';

/* What limits the visitors of a reading page: the length of posts, how often they ask, who may read the answers. */

const reading = shareWorld(new ReadingSetup());
afterEach(() => void jest.restoreAllMocks());

const PROGRESS = { kind: 'progress', pages: [1], total: 3, current: 1, time: 1_800_000_000_000 };

test('a post that is too long is refused, and one of 100,000 pages is taken', async () => {
	const { execution, link } = await reading.waiting({ viewers: ['a'] });
	const token = await open(execution, link);
	expect((await post(execution, link, { ...PROGRESS, token, more: 'x'.repeat(1_000_000) })).status).toBe(413);
	const pages = Array.from({ length: 100_000 }, (_, at) => at + 1);
	expect((await post(execution, link, { ...PROGRESS, token, pages, total: 100_000 })).status).toBe(200);
});

test('posts and pages of one link have a rate; other links go on', async () => {
	const { execution, link, other } = await reading.waiting({ viewers: ['a', 'b'] });
	// However slow the machine is, no time passes.
	jest.spyOn(Date, 'now').mockReturnValue(Date.now());
	const [token, others] = [await open(execution, link), await open(execution, other)];
	const statuses = [];
	for (let n = 0; n < 61; n++) statuses.push((await post(execution, link, { ...PROGRESS, token })).status);
	expect([statuses.slice(0, 60).includes(429), statuses[60]]).toEqual([false, 429]);
	const full = await execution.request('POST', link, JSON.stringify({ ...PROGRESS, token }));
	expect(full.headers['Retry-After']).toBe('1');
	expect((await post(execution, other, { ...PROGRESS, token: others })).status).not.toBe(429);
	const pages = [];
	for (let n = 0; n < 60; n++) pages.push((await execution.request('GET', link)).status);
	expect([pages[0], pages.at(-1)]).toEqual([200, 429]);
	expect((await post(execution, link, { kind: 'renew', token })).status).toBe(429);
});

test('every answer is stored nowhere and read by the page alone', async () => {
	const { execution, link } = await reading.waiting({ viewers: ['a'], link: { ask: 'approve' } });
	const page = await execution.request('GET', link);
	const send = async (body: object) => await execution.request('POST', link, JSON.stringify(body));
	const { token } = dataOf(page);
	const answers = [
		await send({}),
		await send({ kind: 'renew', token }),
		await send({ ...PROGRESS, token: 'x' }),
		await send({ kind: 'decision', decision: 'approve', pages: [], total: 0, token }),
	];
	expect(answers.map(({ status }) => status)).toEqual([400, 200, 403, 200]);
	for (const { headers } of answers)
		expect(headers).toMatchObject({
			'Access-Control-Allow-Origin': 'null',
			'Cache-Control': 'no-store',
			'Referrer-Policy': 'no-referrer',
			'X-Content-Type-Options': 'nosniff',
		});
	const alone = { 'X-Frame-Options': 'DENY', 'Access-Control-Allow-Origin': 'http://127.0.0.1' };
	expect(page.headers).toMatchObject(alone);
});
