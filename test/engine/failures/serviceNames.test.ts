import type { Emulator } from '../../emulator';
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
let name = '';
const renamed = (body: string): string => body.replaceAll('"filename":"a.txt"', `"filename":${JSON.stringify(name)}`);
/** From now on the service answers so. */
const answerWith = ({ faults }: Emulator, rewrite: (body: string) => string): void =>
	void (faults.choose = () => ({ match: '', action: { rewrite } }));
beforeEach(() => answerWith(f.emulator, renamed));

const DOWNLOAD = on('file', 'download', { file: by('path', 'Docs/a.txt') });

test.each(NAMES)('a download of %j', async (hostile, safe) => {
	name = hostile;
	const { items, error } = await f.run(DOWNLOAD);
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
	const text = await f.run({ ...DOWNLOAD, output: 'text' });
	const { items } = await f.run(GET);
	for (const [item] of [text.items, items]) {
		expect(item?.json.filename).toBe(name);
		expect(item).not.toHaveProperty('binary');
	}
});

test.each([
	['a name and a type that are headers', '../..\\b\r.txt', 'text/html\u0000; x="', 'b_.txt', 'text/html'],
	['a type with a path', 'c.pdf', '../../x', 'c.pdf', 'application/pdf'],
	['an ordinary type', 'd.bin', 'Image/PNG; q=1', 'd.bin', 'image/png'],
])('without Verify Content: %s', async (_what, sent, type, fileName, mimeType) => {
	const host = await FakeServer.start((_request, response) => {
		const disposition = `attachment; filename*=utf-8''${rfc3986(sent)}`;
		const safeToSend = type.replace(/[^\x20-\x7e]/g, '');
		response.writeHead(200, { 'content-type': safeToSend, 'content-disposition': disposition }).end('x');
		return undefined;
	});
	answerWith(f.emulator, (body) => body.replaceAll(/"urls":\[[^\]]*\]/g, `"urls":["${host.url}/x"]`));
	const { items, error } = await f.run({ ...DOWNLOAD, options: { verify: false } });
	await host.close();
	expect(error).toBeUndefined();
	expect(items[0]?.binary?.data).toMatchObject({ fileName, mimeType });
});

test('the content that the trigger downloads', async () => {
	const triggers = await Triggers.start(await Triggers.engine());
	const watch = triggers.activate({ options: { downloadContent: true } });
	await watch.poll();
	await triggers.file('a.txt');
	triggers.clock.advance(60_000);
	name = '..\\..\\con\u2066.txt';
	answerWith(triggers.client.emulator, renamed);
	const [item] = (await watch.poll())?.flat() ?? [];
	await triggers.close();
	expect(item?.json.download_error).toBeUndefined();
	expect(item?.json.filename).toBe(name);
	expect(item?.binary?.data).toMatchObject({ fileName: '.._.._con_.txt' });
	expect(item?.binary?.data).not.toHaveProperty('directory');
});
