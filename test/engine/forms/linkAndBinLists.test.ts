import { useLibrary } from '../support/world';
import { by, on } from '../support/library';

/* Open links and deleted entries of File Library: what the lists show, and that what is chosen there works. */

const library = useLibrary((emulator) => {
	for (const path of ['Contracts/2026/offer.pdf', 'Contracts/old.txt', 'top.txt']) emulator.seedFile(path, path);
});

const search = async (method: string, filter?: string, token?: string) =>
	await library.search(method, on('link', 'close'), filter, token);
const only = async (parameters: Record<string, unknown>) => {
	const { items, error } = await library.run(parameters);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	return items[0]?.json ?? {};
};
const share = async (path: string, more: Record<string, unknown> = {}) =>
	await only(on('link', 'create', { file: by('path', path), ...more }));
const links = async () => (await library.run(on('link', 'getMany', { returnAll: true }))).items.map(({ json }) => json);

describe('open links', () => {
	test('are shown with file name, end and code, and found anywhere in name and code', async () => {
		const offer = await share('Contracts/2026/offer.pdf', { expires: 'time', deadline: '2090-05-06T12:00:00Z' });
		const top = await share('top.txt', { expires: 'never' });
		const code = String(offer.code);
		expect((await search('openLinks')).results).toEqual([
			{ name: `offer.pdf (until 2090-05-06, ${code})`, value: code },
			{ name: `top.txt (never expires, ${String(top.code)})`, value: top.code },
		]);
		for (const filter of ['FFER', code.slice(2, 9)])
			expect((await search('openLinks', filter)).results.map(({ value }) => value)).toEqual([code]);
		expect((await search('openLinks', 'nothing like it')).results).toEqual([]);
	});

	test.each<[string, (link: Record<string, unknown>) => unknown]>([
		['From List', ({ code }) => by('list', code)],
		['the whole link', ({ link }) => by('code', link)],
		['a link with a query', ({ link }) => by('code', ` ${String(link)}/?from=mail#top `)],
		['the code', ({ code }) => by('code', code)],
		['a bare expression', ({ link }) => link],
		['the file', () => by('path', 'top.txt')],
	])('are closed by %s', async (_how, locator) => {
		const link = await share('top.txt');
		const other = await share('Contracts/old.txt');
		expect(await only(on('link', 'close', { link: locator(link) }))).toMatchObject({ success: true });
		expect((await links()).map(({ code }) => code)).toEqual([other.code]);
	});

	test('a created link says what it is for; a listed one has its code and whether it ends', async () => {
		const created = await share('top.txt', { auth: 'upload', expires: 'never', options: { password: 'secret' } });
		const terms = { allow: 'upload', expires_at: null, permanent: true, has_password: true };
		expect(created).toEqual({ fullpath: 'top.txt', link: created.link, code: created.code, ...terms });
		const timed = await share('top.txt', { expires: 'time', deadline: '2090-05-06T12:00:00Z' });
		expect(timed).toMatchObject({ allow: 'preview', permanent: false, expires_at: '2090-05-06T12:00:00.000Z' });
		const soon = await share('top.txt');
		const [listed, second, third] = await links();
		const common = { filename: 'top.txt', filesize: 7, has_password: true };
		const never = { expires_at: null, permanent: true };
		expect(listed).toEqual({ ...common, link: created.link, code: created.code, ...never });
		const ends = { expires_at: '2090-05-06T12:00:00.000Z', permanent: false, has_password: false };
		expect(second).toEqual({ ...common, link: timed.link, code: timed.code, ...ends });
		expect(third).toMatchObject({ permanent: false, expires_at: soon.expires_at });
		const hours = (Date.parse(String(soon.expires_at)) - Date.now()) / 3_600_000;
		expect(Math.abs(hours - 48)).toBeLessThan(0.1);
	});
});

describe('deleted entries', () => {
	const remove = async (path: string) => await only(on('file', 'delete', { file: by('path', path) }));
	const binned = async (filter?: string) => (await search('deletedByPath', filter)).results;

	test('are shown by their paths, folders with a slash, each path once, and found anywhere in the path', async () => {
		await remove('Contracts');
		await remove('top.txt');
		library.emulator.seedFile('top.txt', 'again');
		await remove('top.txt');
		const all = await binned();
		expect(all.map(({ name }) => name).sort()).toEqual(['Contracts/', 'top.txt']);
		expect((await binned('ONTRAC')).map(({ value }) => value)).toEqual(['Contracts']);
		expect(await binned('nothing like it')).toEqual([]);
	});
});
