import type { IDataObject } from 'n8n-workflow';
import { dataOf, open, post, ReadingSetup } from './readingSetup';
import { shareWorld } from '../support/world';

/* Reading links and waits where something is unusual: names, files, attempts, posts, headers. */

const reading = shareWorld(new ReadingSetup());
afterEach(() => reading.emulator.faults.clear());

const READ_ALL = { pages: [1, 2, 3], total: 3 };
const column = (items: IDataObject[], name: string) => items.map((item) => item[name]);

test('an attempt that failed leaves no link that nobody has', async () => {
	const attempts = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
	const link = { options: { concurrency: 1 } };
	const execution = reading.execution({ viewers: ['a', 'b'], link, attempts, forgets: true });
	// The second link fails for good in the first attempt, after the first one was made.
	const action = { status: 403, body: { error_code: 40301 } };
	reading.emulator.faults.add({ match: '/file/info', after: 1, action });
	await execution.start();
	expect(reading.emulator.faults.pending).toBe(0);
	expect(column(execution.itemsOf('Wait'), 'viewer')).toEqual(['a', 'b']);
	expect(column(execution.itemsOf('Wait'), 'reading_id')).toEqual(column(execution.itemsOf('Link'), 'reading_id'));
});

test('names of people and several links for the same person and file come out as they went in', async () => {
	const viewers = ['"Ada" <b>&amp;\'', '张伟 👩🏽‍💼', 'x'.repeat(200), 'twice', 'twice', '__proto__', '</script>'];
	const { execution, links } = await reading.waiting({ viewers });
	expect(new Set(links).size).toBe(viewers.length);
	for (const link of links) {
		const page = await execution.request('GET', link);
		expect(page.body).not.toContain('<b>&');
		expect(page.body.match(/<\/script>/g)).toHaveLength(2);
		const { token } = dataOf(page);
		expect(await post(execution, link, { kind: 'finished', token, ...READ_ALL })).toMatchObject({ status: 200 });
	}
	expect(execution.status).toBe('finished');
	expect(column(execution.itemsOf('Wait'), 'viewer')).toEqual(viewers);
	expect(new Set(column(execution.itemsOf('Wait'), 'outcome'))).toEqual(new Set(['read']));
});

test('the page is kept nowhere, shown in no frame, and contains no secret', async () => {
	const { execution, links } = await reading.waiting({ viewers: ['a'] });
	const page = await execution.request('GET', links[0]!);
	expect(page.headers).toMatchObject({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
	expect(page.headers['Content-Security-Policy']).toContain("frame-ancestors 'none'");
	const { orgClientSecret } = reading.emulator.library;
	for (const secret of [orgClientSecret, 'resume-token', String(execution.itemsOf('Link')[0]?.reading_id)])
		expect(page.body).not.toContain(secret);
	const altered = links[0]!.replace(/reading=(.)/, (_, first) => `reading=${first === '_' ? '-' : '_'}`);
	const refused = await execution.request('GET', altered);
	expect(refused).toMatchObject({ status: 403 });
	expect(refused.headers['Content-Security-Policy']).toContain("frame-ancestors 'none'");
});

test('opening a link changes nothing, and a file that is gone ends no wait', async () => {
	const { execution, link } = await reading.waiting({ viewers: ['a', 'b'], link: { ask: 'approve' } });
	const token = await open(execution, link);
	await open(execution, link);
	await execution.timeOut();
	expect(execution.itemsOf('Wait')).toMatchObject([{ opened_at: null, outcome: 'timed_out', pages_read: [] }, {}]);
	const again = await reading.waiting({ viewers: ['a'], link: { ask: 'approve' } });
	const gone = { match: /file\/preview|file\/.*url/, times: 9, action: { status: 404, body: { error_code: 40402 } } };
	const own = await open(again.execution, again.links[0]!);
	reading.emulator.faults.add(gone);
	const page = await again.execution.request('GET', again.links[0]!);
	expect([page.status, page.log.length]).toEqual([404, 1]);
	expect((await post(again.execution, again.links[0]!, { kind: 'renew', token: own })).status).toBe(page.status);
	expect(again.execution.status).toBe('waiting');
	expect(token).toBeDefined();
});

test('without a limit there is no end, and a date in the past is refused before the wait', async () => {
	const { execution } = await reading.waiting({ viewers: ['a'], wait: { timeLimit: 0 } });
	expect(execution.itemsOf('Wait')).toMatchObject([{ due_at: null }]);
	const date = new Date(Date.now() + 3_600_000).toISOString();
	const until = await reading.waiting({ viewers: ['a'], wait: { options: { waitUntil: date } } });
	expect(until.execution.waitTill?.toISOString().slice(0, 16)).toBe(date.slice(0, 16));
	for (const wait of [{ options: { waitUntil: '2020-01-01' } }, { timeLimit: -1 }, { timeLimit: 1.5 }])
		await expect(reading.waiting({ viewers: ['a'], wait })).rejects.toThrow(/Wait Until|Time Limit/);
});

test('an option of the wait that has no value for a visitor keeps nobody from the page', async () => {
	// Evaluated when the wait begins, and not for a visitor, for whom the items before have no pairs.
	const waitUntil = "={{ $('Link').item.json.link ? $now.plus({ days: 1 }).toISO() : '' }}";
	const { execution, links } = await reading.waiting({ viewers: ['a'], wait: { options: { waitUntil } } });
	const page = await execution.request('GET', links[0]!);
	expect(page.status).toBe(200);
	const answer = { kind: 'finished', token: dataOf(page).token, ...READ_ALL };
	expect(await post(execution, links[0]!, answer)).toMatchObject({ status: 200, state: 'accepted' });
	expect(column(execution.itemsOf('Wait'), 'outcome')).toEqual(['read']);
});
