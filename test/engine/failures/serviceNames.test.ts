import { rfc3986 } from '../../../src/protocol/wire/paths';
import { FakeServer } from '../../support/fakeServer';
import { Failures, GET } from '../support/failures';
import { shareWorld } from '../support/world';
import { by, on } from '../support/library';
import { Triggers } from '../support/triggers';

/* Names and types of a hostile service: what goes into binary data is safe, the original stays in the JSON. */

const NAMES: ReadonlyArray<readonly [name: string, safe: string]> = [
	['../../../etc/cron.d/x', '.._.._.._etc_cron.d_x'],
	['..\\..\\x.exe', '.._.._x.exe'],
	['a\r\nSet-Cookie: s=1.txt', 'a__Set-Cookie_ s=1.txt'],
	['fdp\u202Ecod.exe', 'fdp_cod.exe'],
];

const f = shareWorld(new Failures());
let front: FakeServer;
let name = '';
/** What the front changes in the answers of the service. */
let change = (body: string): string => body.replaceAll('"filename":"a.txt"', `"filename":${JSON.stringify(name)}`);
const rename = change;
beforeAll(async () => (front = await frontOf(f.emulator.url)));
afterAll(async () => await front.close());
beforeEach(() => void (change = rename));

const frontOf = async (url: string): Promise<FakeServer> =>
	await FakeServer.start(async ({ method, url: path, headers, body }) => {
		const sent = method === 'GET' ? {} : { body: new Uint8Array(body) };
		const type = { 'content-type': headers['content-type'] ?? 'text/plain' };
		const answer = await fetch(url + path, { method, headers: type, ...sent });
		const kind = answer.headers.get('content-type') ?? '';
		return { status: answer.status, headers: { 'content-type': kind }, body: change(await answer.text()) };
	});

const run = async (parameters: Record<string, unknown>) =>
	await f.run(parameters, undefined, f.with({ baseUrl: front.url }));
const DOWNLOAD = on('file', 'download', { file: by('path', 'Docs/a.txt') });

test.each(NAMES)('a download of %j', async (hostile, safe) => {
	name = hostile;
	const { items, error } = await run(DOWNLOAD);
	expect(error).toBeUndefined();
	const binary = items[0]?.binary?.data;
	expect(binary?.fileName).toBe(safe);
	expect(binary).not.toHaveProperty('directory');
	expect(binary?.fileExtension ?? '').toMatch(/^[\w]*$/);
	// JSON cannot carry half of a character in UTF-8: it arrives as the replacement character.
	expect(items[0]?.json.filename).toBe(hostile);
});

test('as text, and as information: the original name, and no binary data', async () => {
	name = '../x\u202E.txt';
	const text = await run({ ...DOWNLOAD, output: 'text' });
	const { items } = await run(GET);
	for (const [item] of [text.items, items]) {
		expect(item?.json.filename).toBe(name);
		expect(item).not.toHaveProperty('binary');
	}
});

test.each([
	[
		'a name and a type that are headers of their own',
		'../..\\b\r.txt',
		'text/html\u0000; x="',
		'b_.txt',
		'text/html',
	],
	['a type with a path', 'c.pdf', '../../x', 'c.pdf', 'application/pdf'],
	['an ordinary type', 'd.bin', 'Image/PNG; q=1', 'd.bin', 'image/png'],
])('without Verify Content: %s', async (_what, sent, type, fileName, mimeType) => {
	const host = await FakeServer.start((_request, response) => {
		const disposition = `attachment; filename*=utf-8''${rfc3986(sent)}`;
		const safeToSend = type.replace(/[^\x20-\x7e]/g, '');
		response.writeHead(200, { 'content-type': safeToSend, 'content-disposition': disposition }).end('x');
		return undefined;
	});
	change = (body) => body.replaceAll(/"urls":\[[^\]]*\]/g, `"urls":["${host.url}/x"]`);
	const { items, error } = await run({ ...DOWNLOAD, options: { verify: false } });
	await host.close();
	expect(error).toBeUndefined();
	expect(items[0]?.binary?.data).toMatchObject({ fileName, mimeType });
});

test('the content that the trigger downloads', async () => {
	const triggers = await Triggers.start(await Triggers.engine());
	const feed = await frontOf(triggers.client.emulator.url);
	const { fileLibraryOrgApi } = triggers.credentials;
	const credentials = { ...triggers.credentials, fileLibraryOrgApi: { ...fileLibraryOrgApi, baseUrl: feed.url } };
	const watch = triggers.activate({ options: { downloadContent: true } }, { credentials });
	await watch.poll();
	await triggers.file('a.txt');
	triggers.clock.advance(60_000);
	name = '..\\..\\con\u2066.txt';
	const [item] = (await watch.poll())?.flat() ?? [];
	await feed.close();
	await triggers.close();
	expect(item?.json.download_error).toBeUndefined();
	expect(item?.json.filename).toBe(name);
	expect(item?.binary?.data).toMatchObject({ fileName: '.._.._con_.txt' });
	expect(item?.binary?.data).not.toHaveProperty('directory');
});
