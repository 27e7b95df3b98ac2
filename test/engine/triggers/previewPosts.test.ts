import { by } from '../support/library';
import { dataOf, FILE, pageEvent, PreviewSetup } from './previewSetup';
import { useWorld } from '../support/world';

/* What the page posts, the items of it, and what visitors may try: forged and repeated posts, floods. */

const preview = useWorld(new PreviewSetup());

const send = async (body: unknown, more: object = {}, parameters: object = FILE) =>
	await preview.request('default', parameters, { body, ...more });
const json = (value: unknown) => JSON.stringify(value);

test('each event becomes one item, with its time as ISO text', async () => {
	const time = Date.UTC(2026, 2, 4, 5, 6, 7, 89);
	const { items, status } = await preview.post(await preview.newToken(), [
		pageEvent(1, time),
		{ progress: { current: 12.5, total: 12.5 }, time },
	]);
	expect(status).toBe(0);
	const common = {
		hash: expect.stringMatching(/\w/),
		fullpath: 'Contracts/offer.pdf',
		filename: 'offer.pdf',
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

test.each([
	['of a kind that was not chosen', { events: ['progress'] }, 204],
	['without a viewer where one is required', { requireViewer: true }, 403],
])('an event %s starts nothing', async (_, form, expected) => {
	const { status, items } = await preview.post(await preview.newToken(), [pageEvent(1)], { ...FILE, ...form });
	expect([status, items]).toEqual([expected, null]);
});

test.each([
	['Throttle', { throttle: 600 }, [1, 0, 1, 0]],
	['Only Finished', { onlyFinished: true }, [0, 0, 1, 0]],
])('the trigger itself enforces %s', async (_name, options, expected) => {
	const token = await preview.newToken();
	const counts = [];
	for (const current of [1, 2, 3, 3]) {
		const { items } = await preview.post(token, [pageEvent(current)], { ...FILE, options });
		counts.push(items?.length ?? 0);
	}
	expect(counts).toEqual(expected);
});

test('a page obtains a new preview link and token for its old token, and for nothing else', async () => {
	const old = String(await preview.newToken());
	const renew = async (token: string) => await send(json({ token, renew: true }));
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
	const moved = { viewer: 'zhang.wei', fullpath: 'Archive/final.txt', filename: 'final.txt' };
	expect(items?.[0]?.json).toMatchObject(moved);
	expect(Number(query.expires)).toBeGreaterThan(begun + 3590);
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

describe('a token belongs to one page', () => {
	test.each([
		['another workflow', {}, { id: 'other' }],
		['another node', {}, { nodeProps: { id: 'other' } }],
		['another path', { options: { path: 'other' } }, {}],
	])('%s refuses it, as it refuses a forged one', async (_name, parameters, more) => {
		const token = await preview.newToken();
		const body = (text: unknown) => json({ token: text, events: [pageEvent(1)] });
		const answers = [];
		for (const text of [token, 'forged', `${String(token).slice(0, -4)}AAAA`])
			answers.push(await send(body(text), more, { ...FILE, ...parameters }));
		const [foreign] = answers;
		expect(foreign).toMatchObject({ status: 403, items: null });
		for (const { status, body: text } of answers) expect([status, text]).toEqual([403, foreign?.body]);
		expect((await send(body(token))).items).toHaveLength(1);
	});

	test('a visitor cannot change viewer, file or load, whatever the post says', async () => {
		const query = await preview.linkQuery('zhang.wei', 'Contracts/offer.pdf');
		const { token, ...data } = dataOf(await preview.page(FILE, { query }));
		const stated = {
			viewer: 'li.si',
			hash: 'h',
			fullpath: 'x',
			filename: 'x',
			load_id: 'x',
			loadId: 'x',
			path: 'x',
		};
		const event = { ...pageEvent(1), ...stated, event: 'progress', finished: true, extra: { deep: [[[]]] } };
		const { items } = await send(json({ ...data, ...stated, token, events: [event], file: stated }));
		expect(items).toHaveLength(1);
		expect(items?.[0]?.json).toMatchObject({
			event: 'page',
			finished: false,
			viewer: 'zhang.wei',
			fullpath: 'Contracts/offer.pdf',
			load_id: expect.stringMatching(/^\w{16}$/),
		});
		const keys = 'event viewer filename date fullpath page finished received_at hash load_id';
		expect(Object.keys(items?.[0]?.json ?? {}).join(' ')).toBe(keys);
	});
});

describe('the same event again', () => {
	test('gives one item also when many posts arrive at once, and with a renewed token', async () => {
		const token = await preview.newToken();
		const events = [pageEvent(1), pageEvent(3)];
		const answers = await Promise.all(Array.from({ length: 20 }, async () => await preview.post(token, events)));
		expect(answers.flatMap(({ items }) => items ?? [])).toHaveLength(2);
		const { token: renewed } = JSON.parse((await send(json({ token, renew: true }))).body) as { token: string };
		expect((await preview.post(renewed, events)).items).toBeNull();
	});

	test('gives its item when n8n could not start the workflow for it, in whatever order events arrive', async () => {
		const token = await preview.newToken();
		const [one, two, three] = [1, 2, 3].map((page) => pageEvent(page, 1_800_000_000_000 + page));
		await send(json({ token, events: [three] }), { n8nStatus: 500 });
		const pages = [];
		for (const event of [three, one, two, three, one])
			pages.push(...((await preview.post(token, [event])).items ?? []).map(({ json: { page } }) => page));
		expect(pages).toEqual([3, 1, 2].map((current) => ({ current, total: 3 })));
	});
});

describe('limits', () => {
	test('of events: the end is taken all the same, and no token raises the limit', async () => {
		const parameters = { ...FILE, options: { maxEvents: 3 } };
		const { token } = dataOf(await preview.page(parameters));
		// No two are equal, however fast the machine is.
		let time = Date.now();
		const events = (pages: number[]) => pages.map((page) => pageEvent(page, time++));
		expect((await preview.post(token, events([1, 2, 1, 2]), parameters)).items).toHaveLength(2);
		const full = await preview.post(token, events([1]), parameters);
		expect([full.status, full.items]).toEqual([409, null]);
		const { token: renewed } = JSON.parse((await send(json({ token, renew: true }), {}, parameters)).body) as {
			token: string;
		};
		expect((await preview.post(renewed, [pageEvent(2)], parameters)).status).toBe(409);
		expect((await preview.post(renewed, events([2, 3]), parameters)).items).toHaveLength(1);
		expect((await preview.post(token, events([3]), parameters)).status).toBe(409);
	});

	/** However slow the machine is, no time passes. */
	const stopClock = () => void jest.spyOn(Date, 'now').mockReturnValue(Date.now());
	afterEach(() => void jest.restoreAllMocks());

	test('of posts: 429 with the time to wait; other loads go on', async () => {
		stopClock();
		const [token, other] = [await preview.newToken(), await preview.newToken()];
		const statuses = [];
		for (let n = 0; n < 60; n++) statuses.push((await preview.post(token, [pageEvent(1, n)])).status);
		expect(new Set(statuses)).toEqual(new Set([0]));
		const { status, headers, items } = await preview.post(token, [pageEvent(1, 1000)]);
		expect([status, items, headers['Retry-After']]).toEqual([429, null, '1']);
		expect((await preview.post(other, [pageEvent(1)])).items).toHaveLength(1);
	});

	test('of visits at once: what is too much is answered before n8n is asked for the credential', async () => {
		const signed: object = { ...FILE, requireViewer: true };
		const visits = Array.from({ length: 300 }, async () => await preview.request('setup', signed, { id: 'crowd' }));
		const statuses = (await Promise.all(visits)).map(({ status }) => status);
		expect([429, 403].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([100, 200]);
	});

	test('of pages: one personal link takes nothing from others', async () => {
		stopClock();
		const query = await preview.linkQuery('flood', 'Contracts/offer.pdf');
		const other = await preview.linkQuery('other', 'Contracts/offer.pdf');
		const open = async () => await preview.page(FILE, { query });
		const answers = await Promise.all(Array.from({ length: 70 }, open));
		const refused = answers.filter(({ status }) => status === 429);
		expect(refused).toHaveLength(10);
		expect(refused[0]?.headers['Retry-After']).toBe('1');
		expect(refused[0]?.body).toMatch(/Too many requests/);
		expect((await preview.page(FILE, { query: other })).status).toBe(200);
	});
});

describe('bodies', () => {
	const LONG = 65_537;
	test.each<[string, unknown, object, number]>([
		['text that is too long', ' '.repeat(LONG), {}, 413],
		['JSON that is too long', {}, { type: 'application/json', raw: Buffer.alloc(LONG) }, 413],
		['characters of several bytes', '文'.repeat(LONG / 3 + 1), { type: 'text/plain' }, 413],
		['a form', { token: 'x', renew: 'true' }, { type: 'application/x-www-form-urlencoded' }, 415],
		['nothing', {}, {}, 400],
		['deep nesting that ends', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, {}, 400],
	])('%s', async (_name, body, more, status) => {
		const answer = await send(body, more);
		expect([answer.status, answer.items, answer.log]).toEqual([status, null, []]);
		expect(JSON.parse(answer.body)).toEqual({ message: expect.stringMatching(/^The post|^This is not/) });
		expect(preview.emulator.requests).toEqual([]);
	});

	test('keys of prototypes are keys like others, and change nothing', async () => {
		const token = String(await preview.newToken());
		const event = `{"__proto__":{"page":{"current":1,"total":3},"finished":true},"time":1}`;
		const inherited = `{"token":"${token}","events":[${event}]}`;
		expect((await send(inherited)).status).toBe(400);
		const polluted = json(pageEvent(1)).replace('{', '{"__proto__":{"polluted":1},');
		const beside = '"__proto__":{"token":"x"},"constructor":{"prototype":{"polluted":1}}';
		const { items } = await send(`{${beside},"token":"${token}","events":[${polluted}]}`);
		expect(items).toHaveLength(1);
		expect(Reflect.get({}, 'polluted')).toBeUndefined();
		expect(json(items)).not.toContain('polluted');
	});
});
