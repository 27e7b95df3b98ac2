import { by } from '../support/library';
import { dataOf, FILE, pageEvent, PreviewSetup } from './previewSetup';

/* What the page posts, and the items that start the workflow. */

let preview: PreviewSetup;
beforeAll(async () => void (preview = await PreviewSetup.start()));
beforeEach(async () => await preview.restart());
afterAll(async () => await preview.close());

const newToken = async () => dataOf(await preview.page()).token;

test('each event becomes one item, with its time as ISO text', async () => {
	const time = Date.UTC(2026, 2, 4, 5, 6, 7, 89);
	const { items, status } = await preview.post(await newToken(), [
		pageEvent(1, time),
		{ progress: { current: 12.5, total: 12.5 }, time },
	]);
	expect(status).toBe(0);
	const file = { hash: expect.stringMatching(/\w/), fullpath: 'Contracts/offer.pdf', filename: 'offer.pdf' };
	const common = {
		...file,
		viewer: null,
		date: '2026-03-04T05:06:07.089Z',
		received_at: expect.stringMatching(/Z$/),
		load_id: expect.stringMatching(/^\w{16}$/),
	};
	expect(items?.map(({ json }) => json)).toEqual([
		{ event: 'page', finished: false, page: { current: 1, total: 3 }, ...common },
		{ event: 'progress', finished: true, progress: { current: 12.5, total: 12.5 }, ...common },
	]);
});

test('events of a kind that was not chosen start nothing', async () => {
	const { status, items } = await preview.post(await newToken(), [pageEvent(1)], { ...FILE, events: ['progress'] });
	expect([status, items]).toEqual([204, null]);
});

test('a page without a viewer is refused where a viewer is required', async () => {
	const { status, items } = await preview.post(await newToken(), [pageEvent(1)], { ...FILE, requireViewer: true });
	expect([status, items]).toEqual([403, null]);
});

test.each([
	['Throttle', { throttle: 600 }, [1, 0, 1, 0]],
	['Only Finished', { onlyFinished: true }, [0, 0, 1, 0]],
])('the trigger itself enforces %s', async (_name, options, expected) => {
	const token = await newToken();
	const counts = [];
	for (const current of [1, 2, 3, 3]) {
		const { items } = await preview.post(token, [pageEvent(current)], { ...FILE, options });
		counts.push(items?.length ?? 0);
	}
	expect(counts).toEqual(expected);
});

test('a page obtains a new preview link and token for its old token, and for nothing else', async () => {
	const old = String(await newToken());
	const renew = async (token: string) => await preview.postBody(JSON.stringify({ token, renew: true }));
	const answer = await renew(old);
	const { url, token: fresh } = JSON.parse(answer.body) as { url: string; token: string };
	expect([answer.status, answer.items, (await fetch(url)).status]).toEqual([200, null, 200]);
	expect((await preview.post(fresh, [pageEvent(1)])).items).toHaveLength(1);
	const refused = await renew(`${old}A`);
	expect(refused.status).toBe(403);
	expect(JSON.parse(refused.body)).toEqual({ message: 'This page has expired. Reload it.' });
});

test('a link shows its own file, also after a move, until it expires', async () => {
	const begun = Date.now() / 1000;
	const inAnHour = { expires: 'time', deadline: '={{ $now.plus({ hours: 1 }) }}' };
	const query = await preview.linkQuery('zhang.wei', 'Contracts/draft.txt', inAnHour);
	await preview.file('move', {
		file: by('path', 'Contracts/draft.txt'),
		destinationFolder: by('path', 'Archive'),
		newName: 'final.txt',
	});
	const page = await preview.page({ ...FILE, requireViewer: true }, { query });
	expect(page.body).toContain('<h1 dir="auto">final.txt</h1><p>Shown to <bdi>zhang.wei</bdi></p>');
	const { items } = await preview.post(dataOf(page).token, [pageEvent(1)]);
	expect(items?.[0]?.json).toMatchObject({
		viewer: 'zhang.wei',
		fullpath: 'Archive/final.txt',
		filename: 'final.txt',
	});
	expect(Number(query.expires)).toBeGreaterThan(begun + 3590);
});

test.each([
	[{ pageUrl: 'contracts' }, /Page URL/],
	[{ viewer: 'a\nb' }, /Viewer/],
])('wrong input sends nothing: %j', async (wrong, message) => {
	expect((await preview.createLink('v', 'a', wrong)).error?.message).toMatch(message);
	expect(preview.emulator.requests).toEqual([]);
});

test('links and pages work with the enterprise credential; a link of another credential is refused', async () => {
	const access = { authentication: 'enterprise', library: by('mountId', String(preview.emulator.library.mountId)) };
	const query = await preview.linkQuery('li.si', 'Contracts/offer.pdf', access);
	const page = await preview.page({ ...FILE, ...access }, { query });
	expect(page.status).toBe(200);
	const { items } = await preview.post(dataOf(page).token, [pageEvent(2)], { ...FILE, ...access });
	expect(items?.[0]?.json).toMatchObject({ viewer: 'li.si' });
	expect((await preview.page(FILE, { query })).status).toBe(403);
});

test('visitors without a link get a refusal where a link is required', async () => {
	const { status, body } = await preview.page({ ...FILE, requireViewer: true });
	expect(status).toBe(403);
	expect(body).toContain('This page requires a personal link');
});
