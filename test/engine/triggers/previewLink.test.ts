import { by } from '../support/library';
import { dataOf, FILE, pageEvent, PreviewSetup } from './previewSetup';

/* Links of Get Viewer Page Link, and the page of the Preview Trigger that they open. */

let preview: PreviewSetup;
beforeAll(async () => void (preview = await PreviewSetup.start()));
beforeEach(async () => await preview.restart());
afterAll(async () => await preview.close());

test('a link shows its own file, also after a move, until it expires', async () => {
	const query = await preview.linkQuery('zhang.wei', 'Contracts/draft.txt', { options: { validFor: 1 } });
	await preview.file('move', {
		file: by('path', 'Contracts/draft.txt'),
		destinationFolder: by('path', 'Archive'),
		newName: 'final.txt',
	});
	const page = await preview.page({ ...FILE, requireViewer: true }, { query });
	expect(page.body).toContain('<h1 dir="auto">final.txt</h1><p>Shown to <bdi>zhang.wei</bdi></p>');
	const { items } = await preview.post(dataOf(page).token, [pageEvent(1)]);
	expect(items?.[0]?.json).toMatchObject({
		viewer: 'zhang.wei',
		fullpath: 'Archive/final.txt',
		filename: 'final.txt',
	});
	expect(Number(query.expires)).toBeGreaterThan(Date.now() / 1000 + 3590);
});

test.each([
	[{ pageUrl: 'contracts' }, /Page URL/],
	[{ viewer: 'a\nb' }, /Viewer/],
])('wrong input sends nothing: %j', async (wrong, message) => {
	expect((await preview.createLink('v', 'a', wrong)).error?.message).toMatch(message);
	expect(preview.emulator.requests).toEqual([]);
});

test('links and pages work with the enterprise credential; a link of another credential is refused', async () => {
	const { url, enterprise, library } = preview.emulator;
	const connection = { baseUrl: url, vendorPrefix: 'svc', allowUnauthorizedCerts: false };
	const credentials = { fileLibraryEnterpriseApi: { ...connection, ...enterprise } };
	const access = { authentication: 'enterprise', library: by('mountId', String(library.mountId)) };
	const query = await preview.linkQuery('li.si', 'Contracts/offer.pdf', access, credentials);
	const page = await preview.page({ ...FILE, ...access }, { query, credentials });
	expect(page.status).toBe(200);
	const { items } = await preview.post(dataOf(page).token, [pageEvent(2)], { ...FILE, ...access }, credentials);
	expect(items?.[0]?.json).toMatchObject({ viewer: 'li.si' });
	expect((await preview.page(FILE, { query })).status).toBe(403);
});

test('visitors without a link get a refusal where a link is required', async () => {
	const { status, body } = await preview.page({ ...FILE, requireViewer: true });
	expect(status).toBe(403);
	expect(body).toContain('This page requires a personal link');
});
