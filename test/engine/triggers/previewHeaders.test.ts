import { dataOf, FILE, pageEvent, PreviewSetup } from './previewSetup';

/* What the answers of the page say besides: who may show it and read it, and nothing about the workflow. */

let preview: PreviewSetup;
beforeAll(async () => void (preview = await PreviewSetup.start()));
afterAll(async () => await preview.close());

const SANDBOX_OFF = { ...FILE, options: { sandbox: false } };
const newToken = async () => dataOf(await preview.page()).token;
const frames = (headers: Record<string, string>) => [
	/frame-ancestors ([^;]*)/.exec(headers['Content-Security-Policy'] ?? '')?.[1],
	headers['X-Frame-Options'],
];

describe('Allow Embedding On', () => {
	test('without it no website may show the page, nor a refusal', async () => {
		expect(frames((await preview.page()).headers)).toEqual(["'none'", 'DENY']);
		expect(frames((await preview.page({ ...FILE, requireViewer: true })).headers)).toEqual(["'none'", 'DENY']);
		const broken = await preview.page({ ...FILE, options: { throttle: 'often' } });
		expect([broken.status, ...frames(broken.headers)]).toEqual([500, "'none'", 'DENY']);
	});

	test('with it these websites may, each once and as browsers write them', async () => {
		const embedOrigins = [
			' https://Intranet.example.com/ ',
			'http://10.0.0.7:8080',
			'https://intranet.example.com:443',
		];
		const { headers, status } = await preview.page({ ...FILE, options: { embedOrigins } });
		expect([status, ...frames(headers)]).toEqual([
			200,
			'https://intranet.example.com http://10.0.0.7:8080',
			undefined,
		]);
	});

	test.each(['*', "https://a.example.com; script-src 'unsafe-inline'", 'https://a.example.com\r\nSet-Cookie: x=1'])(
		'%j is refused, and the page is shown nowhere',
		async (origin) => {
			const { status, headers, log } = await preview.page({ ...FILE, options: { embedOrigins: [origin] } });
			expect([status, ...frames(headers)]).toEqual([500, "'none'", 'DENY']);
			expect(log.join()).toMatch(/Allow Embedding On/);
		},
	);
});

describe('headers of every answer', () => {
	const answers = async () => {
		const token = await newToken();
		const post = async (body: unknown, parameters: object = FILE) =>
			await preview.request('default', parameters, { body: JSON.stringify(body) });
		return [
			await preview.page(),
			await preview.page({ ...FILE, requireViewer: true }),
			await post({ token, events: [pageEvent(1)] }),
			await post({ token, events: [pageEvent(2)] }, { ...FILE, events: ['progress'] }),
			await post({ token: 'x', events: [pageEvent(1)] }),
			await post({ token, renew: true }),
			await post('x'),
		];
	};
	test('nothing is stored or guessed, no address is passed on', async () => {
		for (const { headers } of await answers())
			expect(headers).toMatchObject({
				'Cache-Control': 'no-store',
				'Referrer-Policy': 'no-referrer',
				'X-Content-Type-Options': 'nosniff',
			});
	});

	test('scripts of other websites read nothing: a page in the sandbox has the origin "null"', async () => {
		const [page, refusal, ...posts] = await answers();
		for (const { headers = {} } of [page, refusal].filter((answer) => answer !== undefined))
			expect(headers['Access-Control-Allow-Origin']).toBe('http://127.0.0.1');
		for (const { headers } of posts) expect(headers['Access-Control-Allow-Origin']).toBe('null');
		const outside = await preview.post(await newToken(), [pageEvent(1)], SANDBOX_OFF);
		expect(outside.items).toHaveLength(1);
		expect(outside.headers['Access-Control-Allow-Origin']).toBe('http://127.0.0.1');
	});

	test('camera, microphone and other devices are off', async () => {
		const { headers } = await preview.page();
		for (const name of ['camera', 'microphone', 'geolocation', 'usb', 'payment'])
			expect(headers['Permissions-Policy']).toContain(`${name}=()`);
	});
});

test('answers contain nothing of the workflow, and are the same for what exists and what does not', async () => {
	const node = { id: 'node-id-7', notes: 'secret notes' };
	const words = ['node-id-7', 'secret notes', 'workflow-id-9', 'Contracts', 'stack', 'offer.pdf'];
	const request = async (webhook: 'setup' | 'default', more: object, parameters: object = FILE) =>
		await preview.request(webhook, parameters, { id: 'workflow-id-9', nodeProps: node, ...more });
	const page = await request('setup', {});
	const post = async (token: unknown, more = {}) =>
		await request('default', { body: JSON.stringify({ token, events: [pageEvent(1)], ...more }) });
	const { token } = dataOf(page);
	const forged = [await post('x'), await post(await newToken()), await post(null), await post(`${String(token)}A`)];
	expect(new Set(forged.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
	const signed = await preview.linkQuery('zhang.wei', 'Contracts/offer.pdf');
	const changed = [
		{ viewer: 'zhang.wei', signature: 'x' },
		{ ...signed, file: 'no-such-hash' },
		{ ...signed, viewer: 'li.si' },
	].map(async (query) => await request('setup', { query }));
	const refused = await Promise.all(changed);
	const texts = refused.map(({ status, body }) => `${status} ${body.replace(/nonce="[^"]*"/g, '')}`);
	expect(new Set(texts).size).toBe(1);
	const missing = await request(
		'setup',
		{},
		{ ...FILE, file: { __rl: true, mode: 'path', value: 'Contracts/no.pdf' } },
	);
	expect(missing.status).toBe(404);
	const answers = [...forged, ...refused, missing, await post(token), await post(token, { renew: true })];
	for (const { body, headers } of answers)
		for (const word of words) expect(`${body}${JSON.stringify(headers)}`).not.toContain(word);
});
