import { Failures, UPLOAD } from '../support/failures';
import { shareWorld } from '../support/world';
import { by, on } from '../support/library';
import { sha1 } from '../../support/hashes';

/* What the service says about a file is not believed beyond what it says: other versions, folders, empty answers. */

const f = shareWorld(new Failures());
beforeAll(async () => {
	f.emulator.seedFile('Up/taken/x.txt', 'x');
	for (const content of ['the first version', 'the second version, which is longer']) {
		const item = await f.engine.binaryItem(Buffer.from(content));
		const target = { folder: by('path', 'Docs'), fileName: 'v.txt', conflict: 'overwrite' };
		expect((await f.run({ ...UPLOAD, ...target }, [item])).error).toBeUndefined();
	}
});
beforeEach(() => f.emulator.faults.clear());

const answers = (match: string, body: unknown): void =>
	f.emulator.faults.add({ match, action: { status: 200, body }, times: 9 });
const download = (options: object = {}) =>
	on('file', 'download', { file: by('path', 'Docs/v.txt'), binaryPropertyName: 'data', options });
const jsonOf = async (parameters: ReturnType<typeof on>) => {
	const { items, error } = await f.run(parameters);
	expect(error).toBeUndefined();
	return items[0]?.json;
};

describe('a download', () => {
	test('of the current version is verified and says so', async () =>
		expect(await jsonOf(download())).toMatchObject({ filesize: 35, verified: true }));

	test('of an earlier version has its size, and no time of the current one', async () => {
		const [version, current] = [sha1('the first version'), sha1('the second version, which is longer')];
		const times = { last_dateline: 1_780_000_000, last_member_name: 'Anna', create_dateline: 1_770_000_000 };
		answers('/file/info', { dir: 0, fullpath: 'Docs/v.txt', filehash: current, filesize: 35, ...times });
		expect(await jsonOf(download())).toMatchObject({ modified: '2026-05-28T20:26:40.000Z', modified_by: 'Anna' });
		const { items, error } = await f.run(download({ version }));
		expect(error).toBeUndefined();
		expect((await f.engine.contentOf(items[0] ?? { json: {} })).toString()).toBe('the first version');
		expect(items[0]?.json).toMatchObject({ filesize: 17, bytes_received: 17, filehash: version, verified: true });
		expect(items[0]?.json).not.toHaveProperty('modified');
		expect(items[0]?.json).not.toHaveProperty('modified_by');
	});
	test('of a version that differs from its checksum is an error', async () => {
		const { error } = await f.run(download({ version: sha1('the second version, which is longer') }));
		expect(error).toBeUndefined();
		answers('/download_url', await jsonOf(on('file', 'getDownloadLink', { file: by('path', 'Docs/a.txt') })));
		const other = await f.run(download({ version: sha1('the first version') }));
		expect(other.error?.message).toMatch(/doesn't match/);
	});

	test.each<[string, unknown]>([
		['an empty object', {}],
		['an empty list', []],
		['no checksum', { dir: 0, filesize: 35, fullpath: 'Docs/v.txt' }],
		['an empty checksum', { dir: 0, filehash: '', filesize: 35 }],
	])('that cannot be verified is an error: %s', async (_name, info) => {
		answers('/file/info', info);
		const before = f.emulator.requests.length;
		const result = await f.run(download());
		f.expectClear(result, { message: /no SHA1 of v\.txt/, description: /Verify Content/, sent: true }, before);
		expect(f.emulator.requests.slice(before).map(({ path }) => path)).toEqual(['/m-open/1/file/info']);
	});
	test('without verification works and says so', async () => {
		answers('/file/info', {});
		expect(await jsonOf(download({ verify: false }))).toMatchObject({ filesize: 35, verified: false });
	});
	test.each([[1], ['1'], [true]])('of a folder is an error: dir %j', async (dir) => {
		answers('/file/info', { dir, fullpath: 'Docs/v.txt', filehash: '' });
		expect((await f.run(download())).error?.message).toMatch(/"Docs\/v\.txt" is a folder/);
	});
});

describe('an upload whose name is taken', () => {
	const upload = (fileName: string, conflict: string) => ({ ...UPLOAD, fileName, conflict });
	const item = async () => [await f.engine.binaryItem(Buffer.from('x'))];
	const refused = async (parameters: ReturnType<typeof upload>, message: RegExp): Promise<void> => {
		const before = f.emulator.requests.length;
		await f.expectFailure(parameters, { message, sent: true }, await item());
		expect(new Set(f.emulator.requests.slice(before).map(({ path }) => path))).toEqual(
			new Set(['/m-open/1/file/info']),
		);
	};

	test.each([['skip'], ['fail']])('by a folder is a conflict: %s', async (conflict) =>
		refused(upload('taken', conflict), /"Up\/taken" is a folder/),
	);
	test.each([['1'], [true]])('by a folder, dir %j', async (dir) => {
		answers('/file/info', { dir, fullpath: 'Up/a.bin' });
		await refused(upload('a.bin', 'skip'), /"Up\/a\.bin" is a folder/);
	});
	test.each<[string, unknown, RegExp]>([
		['an empty object', {}, /answered nothing about the file/],
		['an empty list', [], /answered nothing about the file/],
		['no dir and no checksum', { fullpath: 'Up/a.bin' }, /does not say whether "Up\/a\.bin" is a file/],
	])('by nobody knows what: %s', async (_name, info, message) => {
		answers('/file/info', info);
		await refused(upload('a.bin', 'skip'), message);
	});
	test.each([[{ dir: 0 }], [{ filehash: 'not shown whole' }]])('by a file, of which %j says so', async (info) => {
		answers('/file/info', { fullpath: 'Up/a.bin', ...info });
		expect((await f.run(upload('a.bin', 'skip'), await item())).items[0]?.json).toMatchObject({ skipped: true });
	});
	test('by a file is skipped', async () => {
		const { items } = await f.run({ ...upload('v.txt', 'skip'), folder: by('path', 'Docs') }, await item());
		expect(items[0]?.json).toMatchObject({ skipped: true, fullpath: 'Docs/v.txt', type: 'file', filesize: 35 });
	});
	test('by web form is stored beside it and read back', async () => {
		const parameters = { ...upload('v.txt', 'rename'), folder: by('path', 'Docs') };
		const { items, error } = await f.run({ ...parameters, options: { method: 'form' } }, await item());
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ fullpath: 'Docs/v(2).txt', filehash: sha1('x'), verified: true });
	});
});

describe('a link to a viewer page', () => {
	const link = on('file', 'getViewerPageLink', {
		file: by('path', 'Docs/a.txt'),
		pageUrl: 'https://n8n.example.com/webhook/preview',
		viewer: 'Anna',
	});
	test.each([
		['two days at first', {}, 48],
		['the days that were chosen', { expires: 'days', days: 3 }, 72],
		['the hours that an earlier version saved', { options: { validFor: 24 } }, 24],
		['the days that were chosen since', { expires: 'days', days: 3, options: { validFor: 24 } }, 72],
	])('works for %s', async (_, terms, hours) => {
		const { expires_at: end } = (await jsonOf({ ...link, ...terms })) ?? {};
		const left = (Date.parse(String(end)) - Date.now()) / 3_600_000;
		expect(left).toBeGreaterThan(hours - 1);
		expect(left).toBeLessThanOrEqual(hours + 0.01);
	});
	test.each([[{}], [{ fullpath: 'Docs/a.txt' }]])('is not made for %j', async (info) => {
		answers('/file/info', info);
		await f.expectFailure(link, { message: /without the ID of the file/, description: /File: Get/, sent: true });
	});
});
