import type { IDataObject } from 'n8n-workflow';
import { FileLibraryEnterpriseApi } from '../../../credentials/FileLibraryEnterpriseApi.credentials';
import { FileLibraryOrgApi } from '../../../credentials/FileLibraryOrgApi.credentials';
import { FileLibrary } from '../../../nodes/FileLibrary/FileLibrary.node';
import { FileLibraryPreviewTrigger } from '../../../nodes/FileLibraryPreviewTrigger/FileLibraryPreviewTrigger.node';
import { startEmulator, type Emulator } from '../../emulator';
import { triggers } from '../../contract/reference';
import { createEngine, type Engine, type WebhookResult } from '../support/engine';
import { by, credentialFor } from '../support/library';

/* The Preview Trigger in n8n's own webhook context, against the emulator. */

let engine: Engine;
let trigger: string;
let library: string;
let emulator: Emulator;
beforeAll(async () => {
	engine = await createEngine();
	trigger = engine.register(new FileLibraryPreviewTrigger(), new FileLibraryOrgApi(), new FileLibraryEnterpriseApi());
	library = engine.register(new FileLibrary());
});
beforeEach(async () => {
	emulator = await startEmulator({ seedDemo: true });
});
afterEach(async () => await emulator.close());

const FILE = { file: by('path', 'Contracts/offer.pdf'), events: ['page', 'progress'] };
/** The engine's own address; the path of the page is the one of the form. */
const PAGE = 'http://127.0.0.1/x/page';
const org = () => credentialFor({ url: emulator.url, ...emulator.library });
type Credentials = ReturnType<typeof credentialFor>;

async function ask(
	webhook: 'setup' | 'default',
	parameters: object,
	request: { query?: IDataObject; body?: unknown } = {},
	credentials: Credentials = org(),
): Promise<WebhookResult> {
	const { options = {}, ...rest } = parameters as { options?: object };
	const setup = {
		node: trigger,
		parameters: { ...rest, options: { path: 'page', ...options } },
		credentials,
		nodeProps: { webhookId: 'w' },
	};
	return await engine.webhook({ ...setup, webhook, ...request });
}
const dataOf = ({ body }: WebhookResult): Record<string, unknown> & { token: string } =>
	JSON.parse(/id="data"[^>]*>([^<]*)</.exec(body)?.[1] ?? '{}') as never;
const frameOf = ({ body }: WebhookResult): string =>
	(/<iframe[^>]* src="([^"]*)"/.exec(body)?.[1] ?? '').replace(/&amp;/g, '&');
const pageEvent = (current: number, time = Date.now()) => ({ page: { current, total: 3 }, time });
const post = async (token: unknown, events: unknown[], parameters: object = FILE, credentials?: Credentials) =>
	await ask('default', parameters, { body: JSON.stringify({ token, events }) }, credentials);
async function linkFor(
	viewer: string,
	file: string,
	options: object = {},
	credentials: Credentials = org(),
	more: object = {},
): Promise<URL> {
	const { items, error } = await engine.run({
		node: library,
		credentials,
		parameters: {
			resource: 'file',
			operation: 'getViewerPageLink',
			file: by('path', file),
			pageUrl: PAGE,
			viewer,
			options,
			...more,
		},
	});
	expect(error).toBeUndefined();
	return new URL(String(items[0]?.json['link']));
}
const queryOf = (link: URL): IDataObject => Object.fromEntries(link.searchParams);

describe('page', () => {
	test('embeds a fresh preview at each load, under its rules', async () => {
		const first = await ask('setup', FILE);
		expect([first.status, first.items]).toEqual([200, null]);
		expect(first.headers['Content-Security-Policy']).toContain(`frame-src ${emulator.url}`);
		expect((await fetch(frameOf(first))).status).toBe(200);
		await new Promise((resolve) => {
			setImmediate(resolve);
		});
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
		expect(dataOf(await ask('setup', FILE)).token).not.toBe(dataOf(first).token);
	});

	test('holds no secret, no path of the file and no id of the library', async () => {
		const { body } = await ask('setup', FILE);
		for (const word of [emulator.library.orgClientSecret, emulator.library.orgClientId, 'Contracts'])
			expect(body).not.toContain(word);
	});

	test('asks for watermark and annotations as it is set', async () => {
		const sent = () => emulator.requests.findLast(({ path }) => path.endsWith('/preview_url'))?.params;
		await ask('setup', { ...FILE, watermark: true });
		expect(sent()).toMatchObject({ watermark: '1' });
		expect(sent()).not.toHaveProperty('member_name');
		await ask(
			'setup',
			{ ...FILE, watermark: true },
			{ query: queryOf(await linkFor('张伟', 'Contracts/offer.pdf')) },
		);
		expect(sent()).toMatchObject({ watermark: '1', member_name: '张伟' });
		expect(
			(
				await ask('setup', {
					...FILE,
					annotation: 'display',
					annotator: by('id', '1'),
					annotationRights: 'admin',
					watermark: true,
				})
			).status,
		).toBe(200);
		expect(sent()).toMatchObject({ annotation: 'display', annotation_mode: 'admin', op_id: '1' });
		expect(sent()).not.toHaveProperty('watermark');
		await ask('setup', { ...FILE, annotation: 'on' });
		expect(sent()).toMatchObject({ annotation: 'on' });
	});

	test('takes the vendor prefix of the credential', async () => {
		const credentials = org();
		Object.assign(credentials['fileLibraryOrgApi'] ?? {}, { vendorPrefix: 'gk' });
		expect(dataOf(await ask('setup', FILE, {}, credentials))).toMatchObject({ type: 'GK_VIEWER_EVENT' });
	});

	test('a wrong credential is told on the page without details, and in the log without the secret', async () => {
		const credentials = org();
		Object.assign(credentials['fileLibraryOrgApi'] ?? {}, { orgClientSecret: 'not-the-secret' });
		const { status, body, log, items } = await ask('setup', FILE, {}, credentials);
		expect([status, items]).toEqual([502, null]);
		expect(body).toContain('The preview cannot be shown');
		expect(body).not.toMatch(/401041|signature|not-the-secret/i);
		expect(log.join()).toMatch(/refused the signature/);
		expect(log.join()).not.toContain('not-the-secret');
	});

	test('a preview link that is no web address is not embedded', async () => {
		emulator.faults.add({
			match: '/file/preview_url',
			action: { status: 200, body: { url: 'javascript:alert(1)' } },
		});
		const { status, body } = await ask('setup', FILE);
		expect(status).toBe(502);
		expect(body).not.toContain('alert');
	});
});

describe('viewer link', () => {
	test('shows its own file, also after a move, until its end', async () => {
		const link = await linkFor('zhang.wei', 'Contracts/draft.txt', { validFor: 1 });
		await engine.run({
			node: library,
			credentials: org(),
			parameters: {
				resource: 'file',
				operation: 'move',
				file: by('path', 'Contracts/draft.txt'),
				destinationPath: 'Archive/final.txt',
			},
		});
		const page = await ask('setup', { ...FILE, requireViewer: true }, { query: queryOf(link) });
		expect(page.body).toMatch(/<h1>final\.txt<\/h1><p>Shown to zhang\.wei<\/p>/);
		const { items } = await post(dataOf(page).token, [pageEvent(1)]);
		expect(items?.[0]?.json).toMatchObject({
			viewer: 'zhang.wei',
			file: { fullpath: 'Archive/final.txt', filename: 'final.txt' },
		});
		expect(Number(link.searchParams.get('expires'))).toBeGreaterThan(Date.now() / 1000 + 3590);
	});

	test('wrong input sends nothing', async () => {
		const run = async (more: object) =>
			await engine.run({
				node: library,
				credentials: org(),
				parameters: {
					resource: 'file',
					operation: 'getViewerPageLink',
					file: by('path', 'a'),
					pageUrl: PAGE,
					viewer: 'v',
					...more,
				},
			});
		expect((await run({ pageUrl: 'contracts' })).error?.message).toMatch(/Page URL/);
		expect((await run({ viewer: 'a\nb' })).error?.message).toMatch(/Viewer/);
		expect(emulator.requests).toEqual([]);
	});

	test('links and pages work with the enterprise credential; a link of another credential is refused', async () => {
		const credentials = {
			fileLibraryEnterpriseApi: {
				baseUrl: emulator.url,
				vendorPrefix: 'svc',
				allowUnauthorizedCerts: false,
				...emulator.enterprise,
			},
		};
		const access = { authentication: 'enterprise', library: by('mountId', String(emulator.library.mountId)) };
		const link = await linkFor('li.si', 'Contracts/offer.pdf', {}, credentials, access);
		const page = await ask('setup', { ...FILE, ...access }, { query: queryOf(link) }, credentials);
		expect(page.status).toBe(200);
		expect(
			(await post(dataOf(page).token, [pageEvent(2)], { ...FILE, ...access }, credentials)).items?.[0]?.json,
		).toMatchObject({ viewer: 'li.si' });
		expect((await ask('setup', FILE, { query: queryOf(link) })).status).toBe(403);
	});
});

describe('events', () => {
	const token = async (parameters: object = FILE) => dataOf(await ask('setup', parameters)).token;

	test('each becomes one item, with its time as ISO text', async () => {
		const time = Date.UTC(2026, 2, 4, 5, 6, 7, 89);
		const { items, status } = await post(await token(), [
			pageEvent(1, time),
			{ progress: { current: 12.5, total: 12.5 }, time },
		]);
		expect(status).toBe(0);
		const file = { hash: expect.stringMatching(/\w/), fullpath: 'Contracts/offer.pdf', filename: 'offer.pdf' };
		const common = {
			file,
			viewer: null,
			time: '2026-03-04T05:06:07.089Z',
			receivedAt: expect.stringMatching(/Z$/),
			loadId: expect.stringMatching(/^\w{16}$/),
		};
		expect(items?.map(({ json }) => json)).toEqual([
			{ event: 'page', finished: false, page: { current: 1, total: 3 }, ...common },
			{ event: 'progress', finished: true, progress: { current: 12.5, total: 12.5 }, ...common },
		]);
	});

	test('of a kind that is not wanted start nothing, and a page without a viewer where one is required', async () => {
		const { status, items } = await post(await token(), [pageEvent(1)], { ...FILE, events: ['progress'] });
		expect([status, items]).toEqual([204, null]);
		const refused = await post(await token(), [pageEvent(1)], { ...FILE, requireViewer: true });
		expect([refused.status, refused.items]).toEqual([403, null]);
	});

	test('the trigger itself holds throttle and Only Finished', async () => {
		const throttled = await token();
		const counts = async (parameters: object, key: string) => {
			const found = [];
			for (const current of [1, 2, 3, 3])
				found.push((await post(key, [pageEvent(current)], parameters)).items?.length ?? 0);
			return found;
		};
		expect(await counts({ ...FILE, options: { throttle: 600 } }, throttled)).toEqual([1, 0, 1, 0]);
		expect(await counts({ ...FILE, options: { onlyFinished: true } }, await token())).toEqual([0, 0, 1, 0]);
	});

	test('a page gets a new preview and token for its old ones, and nothing else does', async () => {
		const old = await token();
		const answer = await ask('default', FILE, { body: JSON.stringify({ token: old, renew: true }) });
		const { url, token: fresh } = JSON.parse(answer.body) as { url: string; token: string };
		expect([answer.status, answer.items, (await fetch(url)).status]).toEqual([200, null, 200]);
		expect((await post(fresh, [pageEvent(1)])).items).toHaveLength(1);
		expect((await ask('default', FILE, { body: JSON.stringify({ token: `${old}A`, renew: true }) })).status).toBe(
			403,
		);
	});

	test('answers to what is no event are JSON without details', async () => {
		const { status, body, headers, items } = await ask('default', FILE, { body: '<script>' });
		expect([status, items, headers['Content-Type']]).toEqual([400, null, 'application/json; charset=utf-8']);
		expect(JSON.parse(body)).toEqual({ message: expect.stringMatching(/\w/) });
	});
});

test('the example of the reference works, and its paths are those of the form', async () => {
	const [entry] = triggers().filter(({ node }) => node === 'fileLibraryPreviewTrigger');
	expect((await ask('setup', entry?.example ?? {})).status).toBe(200);
	const properties = new FileLibraryPreviewTrigger().description.properties;
	const names = [
		...properties.map(({ name }) => name),
		...properties.flatMap(({ name, options = [] }) => options.map((option) => `${name}.${option.name}`)),
	];
	for (const { path } of entry?.parameters ?? []) expect(names).toContain(path);
});
