import { triggers } from '../../contract/reference';
import type { WebhookResult } from '../support/engine';
import { by } from '../support/library';
import { dataOf, FILE, pageEvent, PreviewSetup } from './previewSetup';
import { triggerNodes } from '../../contract/actionNodes';
import { useWorld } from '../support/world';

/* The page that the Preview Trigger serves, who may show it and read it, and nothing about the workflow. */

const preview = useWorld(new PreviewSetup());

const frameOf = ({ body }: WebhookResult): string =>
	(/<iframe[^>]* src="([^"]*)"/.exec(body)?.[1] ?? '').replace(/&amp;/g, '&');

test('embeds a fresh preview at each load, under its security rules', async () => {
	const { emulator } = preview;
	const first = await preview.page();
	expect([first.status, first.items]).toEqual([200, null]);
	for (const name of ['camera', 'microphone', 'geolocation', 'usb', 'payment'])
		expect(first.headers['Permissions-Policy']).toContain(`${name}=()`);
	expect(first.headers['Content-Security-Policy']).toContain(`frame-src ${emulator.url}`);
	// Its scripts run, without the cookies and the storage of n8n's origin.
	expect(first.headers['Content-Security-Policy']).toMatch(/; sandbox (?!.*allow-same-origin).*allow-scripts/);
	expect((await fetch(frameOf(first))).status).toBe(200);
	await new Promise((resolve) => void setImmediate(resolve));
	expect(emulator.requests.map(({ path }) => path).filter((path) => path.startsWith('/m-open'))).toEqual([
		'/m-open/1/file/info',
		'/m-open/1/file/preview_url',
	]);
	expect(dataOf(first)).toMatchObject({
		type: 'SVC_VIEWER_EVENT',
		origin: emulator.url,
		events: ['page', 'progress'],
		onlyFinished: false,
		throttleMs: 0,
		media: false,
	});
	expect(dataOf(await preview.page()).token).not.toBe(dataOf(first).token);
});

test('requests watermark and annotations as chosen', async () => {
	const sent = () => preview.emulator.requests.findLast(({ path }) => path.endsWith('/preview_url'))?.params;
	const watermarked = { ...FILE, options: { watermark: true } };
	await preview.page(watermarked);
	expect(sent()).toMatchObject({ watermark: '1' });
	expect(sent()).not.toHaveProperty('member_name');
	await preview.page(watermarked, { query: await preview.linkQuery('张伟', 'Contracts/offer.pdf') });
	expect(sent()).toMatchObject({ watermark: '1', member_name: '张伟' });
	const options = { annotation: 'display', annotator: by('id', '1'), annotationRights: 'admin' };
	const annotated = await preview.page({ ...FILE, options });
	expect(annotated.status).toBe(200);
	expect(sent()).toMatchObject({ annotation: 'display', annotation_mode: 'admin', op_id: '1' });
	expect(sent()).not.toHaveProperty('watermark');
	await preview.page({ ...FILE, options: { annotation: 'on' } });
	expect(sent()).toMatchObject({ annotation: 'on' });
	// The service shows one of them, and nobody may think that it shows both.
	expect((await preview.page({ ...FILE, options: { ...options, watermark: true } })).status).toBe(500);
});

test.each([
	['zh-CN,zh;q=0.9,en;q=0.8', 'zh', '此链接无效', '此页面已过期，请重新加载。'],
	['fr-CH, fr;q=0.9, *;q=0.5', 'en', 'This link is not valid', 'This page has expired. Reload it.'],
	['de, ZH-Hant', 'zh', '此链接无效', '此页面已过期，请重新加载。'],
])('speaks the language of a browser that accepts %s: %s', async (language, lang, refused, expired) => {
	const request = async (webhook: 'setup' | 'default', more: object, parameters: object = FILE) =>
		await preview.request(webhook, parameters, { language, ...more });
	expect((await request('setup', {})).body).toContain(`<html lang="${lang}">`);
	expect((await request('setup', { query: { signature: 'x' } })).body).toContain(`<h1>${refused}</h1>`);
	const answer = await request('default', { body: JSON.stringify({ token: 'x', events: [pageEvent(1)] }) });
	expect(JSON.parse(answer.body)).toEqual({ message: expired });
});

test('uses the vendor prefix of the credential', async () => {
	const credentials = preview.changed({ vendorPrefix: 'acme' });
	expect(dataOf(await preview.page(FILE, { credentials }))).toMatchObject({ type: 'ACME_VIEWER_EVENT' });
});

test('reports a wrong credential on the page without details, and in the log without the secret', async () => {
	const credentials = preview.changed({ orgClientSecret: 'not-the-secret' });
	const { status, body, log, items } = await preview.page(FILE, { credentials });
	expect([status, items]).toEqual([502, null]);
	expect(body).toContain('The preview cannot be shown');
	expect(body).not.toMatch(/401041|signature|not-the-secret/i);
	expect(log.join()).toMatch(/refused the signature/);
	expect(log.join()).not.toContain('not-the-secret');
});

test.each([
	['that is not a web address', 'javascript:alert(1)'],
	['whose host is a wildcard in the security rules', 'http://*.example/alert'],
	['whose host ends the security rule', "http://a.example;script-src'unsafe-inline'/alert"],
])('does not embed a preview link %s', async (_what, url) => {
	preview.emulator.faults.add({ match: '/file/preview_url', action: { status: 200, body: { url } } });
	const { status, body, headers } = await preview.page();
	expect(status).toBe(502);
	expect(body).not.toContain('alert');
	expect(headers['Content-Security-Policy']).toContain("frame-src 'none';");
});

test('is served for the example of the reference, whose paths are those of the form', async () => {
	const [entry] = triggers().filter(({ node }) => node === 'fileLibraryPreviewTrigger');
	expect((await preview.page(entry?.example ?? {})).status).toBe(200);
	const { properties } = triggerNodes.fileLibraryPreviewTrigger.description;
	const names = [
		...properties.map(({ name }) => name),
		...properties.flatMap(({ name, options = [] }) => options.map((option) => `${name}.${option.name}`)),
	];
	for (const { path } of entry?.parameters ?? []) expect(names).toContain(path);
});

test.each(['pageTitle', 'throttle', 'requestTimeout', 'sandbox'])(
	'an option that cannot be read is a page that says so, never an error for n8n: %s',
	async (name) => {
		const parameters = { ...FILE, options: { [name]: "={{ $('Nobody').item.json.value }}" } };
		for (const request of [
			async () => await preview.page(parameters),
			async () => await preview.post('x', [pageEvent(1)], parameters),
		]) {
			const { status, items, headers } = await request();
			expect([status >= 400, items]).toEqual([true, null]);
			expect(headers).toMatchObject({ 'X-Content-Type-Options': 'nosniff' });
		}
	},
);

test('of a folder there is no preview, and none is asked for', async () => {
	const { status, body } = await preview.page({ ...FILE, file: by('path', 'Contracts') });
	expect([status, /<h1>.*not found/i.test(body)]).toEqual([404, true]);
	expect(preview.lastParts()).not.toContain('preview_url');
});

const SANDBOX_OFF = { ...FILE, options: { sandbox: false } };
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
		const embedOrigins = [' https://Intra.example/ ', 'http://10.0.0.7:8080', 'https://intra.example:443'];
		const { headers, status } = await preview.page({ ...FILE, options: { embedOrigins } });
		expect([status, ...frames(headers)]).toEqual([200, 'https://intra.example http://10.0.0.7:8080', undefined]);
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
		const token = await preview.newToken();
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
		const outside = await preview.post(await preview.newToken(), [pageEvent(1)], SANDBOX_OFF);
		expect(outside.items).toHaveLength(1);
		expect(outside.headers['Access-Control-Allow-Origin']).toBe('http://127.0.0.1');
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
	const forged = [
		await post('x'),
		await post(await preview.newToken()),
		await post(null),
		await post(`${String(token)}A`),
	];
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
	const missing = await request('setup', {}, { ...FILE, file: by('path', 'Contracts/no.pdf') });
	expect(missing.status).toBe(404);
	const answers = [...forged, ...refused, missing, await post(token), await post(token, { renew: true })];
	for (const { body, headers } of answers)
		for (const word of words) expect(`${body}${JSON.stringify(headers)}`).not.toContain(word);
});
