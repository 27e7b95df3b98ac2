import { ManualClock } from '../../emulator';
import { sha1 } from '../../support/hashes';
import { TestClient, useClient } from '../testClient';

test('the preview page shows watermark and annotations of the link, as text', async () => {
	const page = async (more: object) =>
		await (await fetch((await client.file('preview_url', { fullpath: 'scan.pdf', ...more })).body.url)).text();
	expect(await page({})).not.toMatch(/id="(watermark|annotations)"/);
	expect(await page({ watermark: 1, member_name: '<b>Eve' })).toContain('id="watermark">&#60;b&#62;Eve<');
	expect(await page({ annotation: 'display', op_id: 1 })).toContain('id="annotations"');
	expect(await page({ annotation: 'on', op_id: 1 })).not.toContain('id="annotations"');
});

test('an expired or changed link opens a page that posts no event', async () => {
	const { body } = await client.file('preview_url', { fullpath: 'scan.pdf' });
	client.clock.advance(601_000);
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

test('annotations are for PDF and images, editing is for Office documents', async () => {
	expect((await client.file('preview_url', { fullpath: 'scan.pdf', annotation: 'on', op_id: 1 })).status).toBe(200);
	expect((await client.file('preview_url', { fullpath: 'plan.docx', annotation: 'on' })).body.error_code).toBe(40017);
	expect((await client.file('cedit_url', { fullpath: 'scan.pdf', op_id: 1 })).body.error_code).toBe(40017);
	const edit = await client.file('cedit_url', { fullpath: 'plan.docx', account: 'member03', readonly: 1 });
	expect(await (await fetch(edit.body.url)).text()).toContain('read-only');
	expect((await client.file('cedit_url', { fullpath: 'plan.docx', op_id: 99 })).body.error_code).toBe(40406);
});

test('-1 is permanent; links expire; closing by path closes all links of a file', async () => {
	await client.file('link', { fullpath: 'scan.pdf', deadline: -1 });
	const short = await client.file('link', {
		fullpath: 'scan.pdf',
		deadline: Math.floor(client.clock.now() / 1000) + 10,
	});
	client.clock.advance(11_000);
	expect((await fetch(short.body.link)).status).toBe(404);
	expect((await client.file('links', { file: 1 })).body).toMatchObject([{ deadline: -1, password: 0 }]);
	await client.file('link_close', { fullpath: 'scan.pdf' });
	expect((await client.file('links')).body).toEqual([]);
});

const client = useClient(
	TestClient,
	() => ({ clock: new ManualClock(), clockWindowSeconds: 1_000_000 }),
	async () => {
		client.emulator.seedFile('报告 "1".txt', '0123456789');
		client.emulator.seedFile('plan.docx', 'office');
		client.emulator.seedFile('scan.pdf', 'pdf');
	},
);

async function downloadUrl(more = {}): Promise<string> {
	return (await client.file('download_url', { fullpath: '报告 "1".txt', ...more })).body.urls[0];
}

test('a download has content, name, length and ETag', async () => {
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
