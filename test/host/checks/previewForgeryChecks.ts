import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame, Page } from 'playwright-core';
import type { Checks } from './checks';
import { byPath, type PreviewScene, type Served } from './previewScene';

const FILE = 'Contracts/Framework agreement.pdf';
/** What a preview would say: page 2 of 3. */
const forged = () => JSON.stringify({ type: 'SVC_VIEWER_EVENT', page: { current: 2, total: 3 }, time: Date.now() });
/** Texts that a preview may say without meaning us. */
const NO_EVENTS = [
	'{',
	'[]',
	'null',
	'"x"',
	'{"type":"OTHER_VIEWER_EVENT","page":{"current":2,"total":3},"time":1}',
	'{"type":"SVC_VIEWER_EVENT","page":{"current":-1,"total":3},"time":1}',
	'{"type":"SVC_VIEWER_EVENT","page":{"current":"2","total":3},"time":1}',
	'{"type":"SVC_VIEWER_EVENT","time":1}',
	'{"type":"SVC_VIEWER_EVENT","page":{"current":4,"total":3},"time":1}',
	'{"type":"SVC_VIEWER_EVENT","page":{"current":1.5,"total":3},"time":1}',
	'{"type":"SVC_VIEWER_EVENT","page":{"current":1,"total":3},"time":1e99}',
];
/** Above the time in which a real event makes an item. */
const QUIET_MS = 1500;

/** A stranger's server: its page says what a preview says, to its parent and its opener. */
async function withStranger<T>(use: (origin: string) => Promise<T>): Promise<T> {
	const page = `<!doctype html><title>Stranger</title><script>for (const to of [parent, opener]) if (to && to !== self) to.postMessage(${JSON.stringify(forged())}, '*');</script>`;
	const server = createServer((_request, response) =>
		response.writeHead(200, { 'content-type': 'text/html' }).end(page),
	);
	await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
	try {
		return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	} finally {
		server.closeAllConnections();
		server.close();
	}
}

const frameOf = (page: Page): Frame => {
	const found = page.frames().find((frame) => frame.parentFrame() === page.mainFrame());
	if (!found) throw new Error('the page has no frame');
	return found;
};
const tokenOf = async (url: string): Promise<string> =>
	(JSON.parse(/id="data"[^>]*>([^<]*)</.exec(await (await fetch(url)).text())?.[1] ?? '{}') as { token: string })
		.token;
const post = async (url: string, body: unknown): Promise<number> =>
	(
		await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'text/plain' },
			body: typeof body === 'string' ? body : JSON.stringify(body),
		})
	).status;
/** Another character in the middle of a text. */
const changed = (text: string): string => {
	const at = Math.floor(text.length / 2);
	return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
};

/** What others may try: messages that are no preview's, links and tokens that were changed, HTML in names. */
export async function checkPreviewForgery(checks: Checks, scene: PreviewScene): Promise<void> {
	for (const sandbox of [true, false]) await checkMessages(checks, scene, sandbox);
	await checkLinks(checks, scene);
	await checks.check('HTML in the names of file, viewer and page is text', async () => {
		const html = '<img src=x onerror="document.title=1"><script>document.title=2<';
		const viewer = `</script><script>document.title=3</script>${html}`;
		scene.stage.emulator.seedFile(`Training/${html}.txt`, 'text');
		const served = await scene.serve({
			file: byPath(FILE),
			watermark: true,
			options: { pageTitle: `${html}title` },
		});
		const { link } = await scene.link(served.url, viewer, `Training/${html}.txt`);
		await scene.visit(String(link), async (page, preview) => {
			await page.getByText('Page 1 of 3', { exact: true }).waitFor();
			assert.equal(await page.title(), `${html}title`);
			assert.ok((await page.locator('header').innerText()).includes(`Shown to ${viewer}`));
			assert.equal(await preview.locator('#watermark').innerText(), viewer);
			assert.equal(await page.locator('img').count(), 0);
			const [item] = await scene.itemsWhen(served, 1);
			assert.deepEqual([item?.viewer, (item?.file as { filename: string }).filename], [viewer, `${html}.txt`]);
		});
	});
}

async function checkMessages(checks: Checks, scene: PreviewScene, sandbox: boolean): Promise<void> {
	await checks.check(
		`forged messages do nothing, ${sandbox ? 'in' : 'outside of'} the sandbox`,
		async () =>
			await withStranger(async (stranger) => {
				const served = await scene.serve({ file: byPath(FILE), options: { sandbox } });
				await scene.visit(stranger, async (page) => {
					// The stranger opens the page and speaks to it as its opener.
					const [opened] = await Promise.all([
						page.waitForEvent('popup'),
						page.evaluate(`self.page = open(${JSON.stringify(served.url)}), true`),
					]);
					await opened.getByText('Page 1 of 3', { exact: true }).waitFor();
					assert.equal(await opened.evaluate("self.origin === 'null'"), sandbox);
					const text = JSON.stringify(forged());
					await page.evaluate(`self.page.postMessage(${text}, '*')`);
					// The page itself, and a second frame in it.
					await opened.evaluate(`postMessage(${text}, '*')`);
					await opened.evaluate(`document.body.appendChild(document.createElement('iframe')).id = 'second'`);
					await (
						await (await opened.locator('#second').elementHandle())?.contentFrame()
					)?.evaluate(`parent.postMessage(${text}, '*')`);
					// The preview's frame says what is none of our events.
					for (const said of NO_EVENTS)
						await frameOf(opened).evaluate(`parent.postMessage(${JSON.stringify(said)}, '*')`);
					// The frame goes to the stranger: the rules of the page do not let it.
					await frameOf(opened).evaluate(`location.href = ${JSON.stringify(stranger)}`);
					await opened.waitForTimeout(QUIET_MS);
					assert.ok(!(await opened.locator('header').innerText()).includes('Page 2'));
				});
				assert.deepEqual(
					(await scene.items(served)).map(({ page }) => page),
					[{ current: 1, total: 3 }],
				);
			}),
	);
}

async function checkLinks(checks: Checks, scene: PreviewScene): Promise<void> {
	const refused = async (served: Served, url: string) => {
		const answer = await fetch(url);
		assert.equal(answer.status, 403, url);
		assert.doesNotMatch(await answer.text(), /<iframe|id="data"/);
	};
	await checks.check(
		'a changed viewer, file, end or signature is refused, and so is the link of another page',
		async () => {
			const served = await scene.serve({ file: byPath(FILE) });
			const other = await scene.serve({ file: byPath(FILE) });
			const link = new URL(String((await scene.link(served.url, 'zhang.wei', FILE, { validFor: 1 })).link));
			assert.equal((await fetch(link)).status, 200);
			for (const name of ['viewer', 'file', 'expires', 'signature']) {
				const tampered = new URL(link);
				tampered.searchParams.set(name, changed(link.searchParams.get(name) ?? ''));
				await refused(served, tampered.href);
				tampered.searchParams.delete(name);
				await refused(served, tampered.href);
				const doubled = new URL(link);
				doubled.searchParams.append(name, 'li.si');
				await refused(served, doubled.href);
			}
			await refused(other, `${other.url}${link.search}`);
			await refused(served, `${served.url}?viewer=li.si`);
			assert.deepEqual([...(await scene.items(served)), ...(await scene.items(other))], []);
		},
	);
	await checks.check('events without a token, with a changed one or one of another page are refused', async () => {
		const served = await scene.serve({ file: byPath(FILE) });
		const other = await scene.serve({ file: byPath(FILE) });
		const token = await tokenOf(served.url);
		const events = [{ page: { current: 1, total: 3 }, time: Date.now() }];
		for (const bad of [
			undefined,
			'',
			null,
			7,
			changed(token),
			`${token}A`,
			token.slice(0, -1),
			await tokenOf(other.url),
		]) {
			assert.equal(await post(served.url, { token: bad, events }), 403);
			assert.equal(await post(served.url, { token: bad, renew: true }), 403);
		}
		for (const bad of [
			'',
			'{',
			'[]',
			{ token },
			{ token, events: [] },
			{ token, events: [{ page: { current: 4, total: 3 }, time: 1 }] },
			{ token, events: [{ ...events[0], progress: { current: 1, total: 2 } }] },
		]) {
			assert.equal(await post(served.url, bad), 400, JSON.stringify(bad));
		}
		assert.deepEqual(await scene.items(served), []);
		assert.equal(await post(served.url, { token, events }), 200);
		assert.equal((await scene.itemsWhen(served, 1)).length, 1);
	});
}
