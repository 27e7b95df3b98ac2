import assert from 'node:assert/strict';
import type { Checks } from '../checks';
import { post, tokenOf } from './posts';
import { byPath, DOCUMENT, type PreviewSite } from './previewSite';
import { tampered } from './tampering';

const genuineEvent = () => ({ page: { current: 1, total: 3 }, time: Date.now() });

/** Events that are posted to n8n without the token of the page are refused. */
export async function checkForgedEvents(checks: Checks, site: PreviewSite): Promise<void> {
	await checks.check("events without the page's token, or with a changed one, are refused", async () => {
		const served = await site.serve({ file: byPath(DOCUMENT) });
		const other = await site.serve({ file: byPath(DOCUMENT) });
		const token = await tokenOf(served.url);
		for (const invalid of [...invalidTokens(token), await tokenOf(other.url)]) {
			assert.equal(await statusOf(served.url, { token: invalid, events: [genuineEvent()] }), 403);
			assert.equal(await statusOf(served.url, { token: invalid, renew: true }), 403);
		}
		for (const invalid of invalidPosts(token))
			assert.equal(await statusOf(served.url, invalid), 400, JSON.stringify(invalid));
		assert.deepEqual(await site.items(served), []);
		assert.equal(await statusOf(served.url, { token, events: [genuineEvent()] }), 200);
		assert.equal((await site.waitForItems(served, 1)).length, 1);
	});
}

const invalidTokens = (token: string): unknown[] => [
	undefined,
	'',
	null,
	7,
	tampered(token),
	`${token}A`,
	token.slice(0, -1),
];

const invalidPosts = (token: string): unknown[] => [
	'',
	'{',
	'[]',
	{ token },
	{ token, events: [] },
	{ token, events: [{ page: { current: 4, total: 3 }, time: 1 }] },
	{ token, events: [{ ...genuineEvent(), progress: { current: 1, total: 2 } }] },
];

async function statusOf(url: string, body: unknown): Promise<number> {
	return (await post(url, typeof body === 'string' ? body : JSON.stringify(body))).status;
}
