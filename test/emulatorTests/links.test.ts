import { ManualClock } from '../emulator/index';
import { sha1, signed, TestClient } from './testClient';

let clock: ManualClock;
let client: TestClient;
beforeEach(async () => {
	clock = new ManualClock();
	client = await TestClient.start({ clock, clockWindowSeconds: 1_000_000 });
	client.emulator.seedFile('报告 "1".txt', '0123456789');
	client.emulator.seedFile('plan.docx', 'office');
	client.emulator.seedFile('scan.pdf', 'pdf');
});
afterEach(() => client.close());

async function downloadUrl(more = {}): Promise<string> {
	return (await client.file('download_url', { fullpath: '报告 "1".txt', ...more })).body.urls[0];
}

describe('downloads', () => {
	test('content, name, length and tag', async () => {
		const response = await fetch(await downloadUrl());
		expect(await response.text()).toBe('0123456789');
		expect(response.headers.get('content-length')).toBe('10');
		expect(response.headers.get('etag')).toBe(`"${sha1('0123456789')}"`);
		// RFC 5987: percent-encoded UTF-8 of the name
		expect(response.headers.get('content-disposition')).toBe(
			`attachment; filename="__ _1_.txt"; filename*=UTF-8''%E6%8A%A5%E5%91%8A%20%221%22.txt`,
		);
		expect(
			(await fetch(await downloadUrl({ open: 1, filename: 'x.txt' }))).headers.get('content-disposition'),
		).toContain('inline; filename="x.txt"');
	});

	test.each([
		['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
		['bytes=7-', 206, '789', 'bytes 7-9/10'],
		['bytes=-2', 206, '89', 'bytes 8-9/10'],
		['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
		['bytes=10-', 416, '', 'bytes */10'],
		['lines=1-2', 200, '0123456789', null],
	])('Range %s', async (range, status, body, contentRange) => {
		const response = await fetch(await downloadUrl(), { headers: { range } });
		expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
			status,
			body,
			contentRange,
		]);
	});

	test('HEAD, If-None-Match and If-Range', async () => {
		const url = await downloadUrl();
		const etag = `"${sha1('0123456789')}"`;
		const head = await fetch(url, { method: 'HEAD' });
		expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
		expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
		expect((await fetch(url, { headers: { 'if-range': '"other"', range: 'bytes=1-2' } })).status).toBe(200);
		expect((await fetch(url, { headers: { 'if-range': etag, range: 'bytes=1-2' } })).status).toBe(206);
	});

	test('a link lives ten minutes and cannot be changed', async () => {
		const url = await downloadUrl();
		expect((await fetch(url.replace('name=', 'name=x'))).status).toBe(403);
		clock.advance(599_000);
		expect((await fetch(url)).status).toBe(200);
		clock.advance(2_000);
		expect((await fetch(url)).status).toBe(403);
	});
});

describe('preview and editing', () => {
	test('the page posts the viewer event of the prefix', async () => {
		const { body } = await client.file('preview_url', { fullpath: 'scan.pdf', watermark: 1, member_name: 'Eve' });
		expect(await (await fetch(body.url)).text()).toContain('"SVC_VIEWER_EVENT"');
		expect(body.thumbnail).toBeUndefined();
	});

	test('the page shows watermark and annotations as the link says, as text', async () => {
		const page = async (more: object) =>
			await (await fetch((await client.file('preview_url', { fullpath: 'scan.pdf', ...more })).body.url)).text();
		expect(await page({})).not.toMatch(/id="(watermark|annotations)"/);
		expect(await page({ watermark: 1, member_name: '<b>Eve' })).toContain('id="watermark">&#60;b&#62;Eve<');
		expect(await page({ annotation: 'display', op_id: 1 })).toContain('id="annotations"');
		expect(await page({ annotation: 'on', op_id: 1 })).not.toContain('id="annotations"');
	});

	test('a link that is over or changed gets a page that posts nothing', async () => {
		const { body } = await client.file('preview_url', { fullpath: 'scan.pdf' });
		clock.advance(601_000);
		for (const [url, reason] of [
			[body.url, 'the link has expired'],
			[`${body.url}x`, 'the link is not valid'],
		]) {
			const response = await fetch(url);
			const text = await response.text();
			expect([
				response.status,
				response.headers.get('content-type'),
				text.includes(reason),
				text.includes('postMessage'),
			]).toEqual([403, 'text/html; charset=utf-8', true, false]);
		}
	});

	test('annotations on PDF and images only, editing of Office documents only', async () => {
		expect((await client.file('preview_url', { fullpath: 'scan.pdf', annotation: 'on', op_id: 1 })).status).toBe(
			200,
		);
		expect((await client.file('preview_url', { fullpath: 'plan.docx', annotation: 'on' })).body.error_code).toBe(
			40017,
		);
		expect((await client.file('cedit_url', { fullpath: 'scan.pdf', op_id: 1 })).body.error_code).toBe(40017);
		const edit = await client.file('cedit_url', { fullpath: 'plan.docx', account: 'member03', readonly: 1 });
		expect(await (await fetch(edit.body.url)).text()).toContain('read-only');
		expect((await client.file('cedit_url', { fullpath: 'plan.docx', op_id: 99 })).body.error_code).toBe(40406);
	});
});

describe('external links', () => {
	test('default life is 48 hours; closing ends the page', async () => {
		const { body } = await client.file('link', { fullpath: 'scan.pdf', auth: 'download', password: 'geheim' });
		expect((await client.file('links')).body).toEqual([
			{
				filename: 'scan.pdf',
				filesize: 3,
				link: body.link,
				deadline: Math.floor(clock.now() / 1000) + 48 * 3600,
				password: 1,
			},
		]);
		expect((await fetch(body.link)).status).toBe(403);
		expect((await fetch(`${body.link}?password=geheim`)).status).toBe(200);
		expect(await (await fetch(`${body.link}/download?password=geheim`)).text()).toBe('pdf');
		expect((await client.file('link_close', { code: body.code })).status).toBe(200);
		expect((await fetch(`${body.link}?password=geheim`)).status).toBe(404);
	});

	test('-1 is permanent, links expire, closing by path closes all', async () => {
		await client.file('link', { fullpath: 'scan.pdf', deadline: -1 });
		const short = await client.file('link', {
			fullpath: 'scan.pdf',
			deadline: Math.floor(clock.now() / 1000) + 10,
		});
		clock.advance(11_000);
		expect((await fetch(short.body.link)).status).toBe(404);
		expect((await client.file('links', { file: 1 })).body).toMatchObject([{ deadline: -1, password: 0 }]);
		await client.file('link_close', { fullpath: 'scan.pdf' });
		expect((await client.file('links')).body).toEqual([]);
	});
});

describe('queue', () => {
	test('a queued copy waits, runs, completes', async () => {
		const queued = await TestClient.start({ clock, queueDelayMs: 4000 });
		queued.emulator.seedFile('A/x.txt', 'x');
		const { body } = await queued.file('copy', { from_fullpath: 'A', fullpath: 'B' });
		expect(body.queue_id).toEqual(expect.any(String));
		const status = async () => (await queued.file('queue_status', { queue_id: body.queue_id })).body.status;
		expect(await status()).toBe(0);
		clock.advance(2000);
		expect(await status()).toBe(1);
		expect(await queued.paths()).toEqual(['A']);
		clock.advance(2000);
		expect(await status()).toBe(2);
		expect((await queued.file('info', { hash: body.hash })).body.fullpath).toBe('B');
		queued.emulator.faults.queue = 'fail';
		const failing = (await queued.file('copy', { from_fullpath: 'A', fullpath: 'C' })).body.queue_id;
		clock.advance(4000);
		expect((await queued.file('queue_status', { queue_id: failing })).body).toMatchObject({
			status: 3,
			fullpath: 'C',
		});
		await queued.close();
	});

	test('a large folder is queued by itself', async () => {
		const small = await TestClient.start({ clock, queueThreshold: 5 });
		small.emulator.seed({ count: 10, folder: 'Big' });
		expect((await small.file('copy', { from_fullpath: 'Big', fullpath: 'Copy' })).body.queue_id).toBeDefined();
		await small.close();
	});
});

test('status answers without a signature', async () => {
	expect((await client.send('/m-open/status', signed({}, client.emulator.library), 'GET')).status).toBe(200);
});
