import assert from 'node:assert/strict';
import { type Checks } from '../checks';
import { byPath } from '../libraryNodes';
import { settingsIn } from '../../../support/pageSettings';
import { pageOf3 } from './pageTexts';
import { DOCUMENT, type PreviewSite, type ServedPage } from './previewSite';
import { withStranger } from './strangerPage';

/** The token in the data of a page. */
const tokenOf = async (url: string): Promise<unknown> => settingsIn(await (await fetch(url)).text()).token;

/** Posts a text to a page as the script of a website does. */
const post = async (url: string, body: string, type = 'text/plain'): Promise<Response> =>
	await fetch(url, { method: 'POST', headers: { 'content-type': type, origin: 'https://stranger.example' }, body });

/** What visitors and other websites may not do with a page, through n8n. */
export async function checkVisitors(checks: Checks, site: PreviewSite): Promise<void> {
	await checks.check('another website shows the page in a frame only where it is allowed to', async () => {
		await withStranger('', async (stranger) => {
			const file = byPath(DOCUMENT);
			assert.equal(await isShown(site, stranger, await site.serve({ file })), false);
			const allowed = await site.serve({ file, options: { embedOrigins: [stranger] } });
			assert.equal(await isShown(site, stranger, allowed), true);
			assert.equal((await site.waitForItems(allowed, 1)).length, 1);
		});
	});
	await checks.check(
		'an event that is posted many times at once is one item, and other websites read nothing',
		async () => {
			const served = await site.serve({ file: byPath(DOCUMENT) });
			await repeatAtOnce(site, served);
		},
	);
	await checks.check(
		'long posts, other content types and forged tokens are refused without details',
		async () => await postNonsense(site),
	);
}

/** Whether a page of the stranger shows the served page in a frame. */
const isShown = async (site: PreviewSite, stranger: string, { url }: ServedPage): Promise<boolean> =>
	await site.visit(stranger, async (page) => {
		const done = page.waitForResponse(url);
		await page.evaluate(`document.body.appendChild(document.createElement('iframe')).src = ${JSON.stringify(url)}`);
		await done;
		const text = page.frameLocator('iframe').first().getByText(pageOf3(1), { exact: true });
		return await text.waitFor({ timeout: 5000 }).then(
			() => true,
			() => false,
		);
	});

async function repeatAtOnce(site: PreviewSite, served: ServedPage): Promise<void> {
	const token = await tokenOf(served.url);
	const body = JSON.stringify({ token, events: [{ page: { current: 2, total: 3 }, time: 1_800_000_000_000 }] });
	const answers = await Promise.all(Array.from({ length: 30 }, async () => await post(served.url, body)));
	const statuses = answers.map(({ status }) => status);
	assert.deepEqual(statuses.sort(), [200, ...Array.from({ length: 29 }, () => 204)]);
	for (const { headers } of answers) {
		assert.equal(headers.get('cache-control'), 'no-store');
		// The page runs in the sandbox, where its origin is "null"; n8n itself would name the origin that asked.
		assert.equal(headers.get('access-control-allow-origin'), 'null');
	}
	assert.equal((await site.waitForItems(served, 1)).length, 1);
	const page = await fetch(served.url, { headers: { origin: 'https://stranger.example' } });
	assert.notEqual(page.headers.get('access-control-allow-origin'), 'https://stranger.example');
}

async function postNonsense(site: PreviewSite): Promise<void> {
	const served = await site.serve({ file: byPath(DOCUMENT) });
	const token = await tokenOf(served.url);
	const event = { page: { current: 1, total: 3 }, time: 1 };
	const refusals: Array<[number, Promise<Response>]> = [
		[413, post(served.url, ' '.repeat(70_000))],
		[
			413,
			post(served.url, JSON.stringify({ token, events: [event], more: 'x'.repeat(70_000) }), 'application/json'),
		],
		[415, post(served.url, 'token=x&renew=true', 'application/x-www-form-urlencoded')],
		[415, post(served.url, '<events/>', 'application/xml')],
		[400, post(served.url, '{"__proto__":{"renew":true}}')],
		[403, post(served.url, JSON.stringify({ token: `${token}A`, events: [event] }), 'application/json')],
	];
	for (const [status, answer] of refusals) {
		assert.equal((await answer).status, status);
		assert.deepEqual(Object.keys(JSON.parse(await (await answer).text()) as object), ['message']);
	}
	assert.deepEqual(await site.items(served), []);
	// JSON is as good as the text that the page posts.
	assert.equal((await post(served.url, JSON.stringify({ token, events: [event] }), 'application/json')).status, 200);
	assert.equal((await site.waitForItems(served, 1)).length, 1);
}
