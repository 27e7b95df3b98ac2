import { useClient, TestClient } from '../testClient';
import { ManualClock } from '../../emulator';

const client = useClient(
	TestClient,
	() => ({ clock: new ManualClock(), clockWindowSeconds: 1_000_000 }),
	async () => {
		client.emulator.seedFile('报告 "1".txt', '0123456789');
		client.emulator.seedFile('plan.docx', 'office');
		client.emulator.seedFile('scan.pdf', 'pdf');
	},
);

test('the preview page posts the viewer event of the vendor prefix', async () => {
	const { body } = await client.file('preview_url', { fullpath: 'scan.pdf', watermark: 1, member_name: 'Eve' });
	expect(await (await fetch(body.url)).text()).toContain('"SVC_VIEWER_EVENT"');
	expect(body.thumbnail).toBeUndefined();
});

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
