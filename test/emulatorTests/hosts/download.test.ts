import { useClient, TestClient } from '../testClient';
import { ManualClock } from '../../emulator';
import { sha1 } from '../signing';

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

test('HEAD, If-None-Match and If-Range', async () => {
	const url = await downloadUrl();
	const etag = `"${sha1('0123456789')}"`;
	const head = await fetch(url, { method: 'HEAD' });
	expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
	expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
	expect((await fetch(url, { headers: { 'if-range': '"other"', range: 'bytes=1-2' } })).status).toBe(200);
	expect((await fetch(url, { headers: { 'if-range': etag, range: 'bytes=1-2' } })).status).toBe(206);
});

test('a link is valid for ten minutes and cannot be changed', async () => {
	const url = await downloadUrl();
	expect((await fetch(url.replace('name=', 'name=x'))).status).toBe(403);
	client.clock.advance(599_000);
	expect((await fetch(url)).status).toBe(200);
	client.clock.advance(2_000);
	expect((await fetch(url)).status).toBe(403);
});
