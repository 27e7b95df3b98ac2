import assert from 'node:assert/strict';
import type { Checks } from '../checks';
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
			assert.equal(await post(served.url, { token: invalid, events: [genuineEvent()] }), 403);
			assert.equal(await post(served.url, { token: invalid, renew: true }), 403);
		}
		for (const invalid of invalidPosts(token))
			assert.equal(await post(served.url, invalid), 400, JSON.stringify(invalid));
		assert.deepEqual(await site.items(served), []);
		assert.equal(await post(served.url, { token, events: [genuineEvent()] }), 200);
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

/** The token in the data of a page. */
async function tokenOf(url: string): Promise<string> {
	const html = await (await fetch(url)).text();
	const data: { token: string } = JSON.parse(/id="data"[^>]*>([^<]*)</.exec(html)?.[1] ?? '{}');
	return data.token;
}

async function post(url: string, body: unknown): Promise<number> {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return (await fetch(url, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: text })).status;
}
