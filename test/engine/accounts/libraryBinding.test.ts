import { GET, LIST, OTHER, useBoundLibrary, on } from '../support/boundLibrary';
import type { RunResult } from '../support/engine';
import { by } from '../support/library';
import { createHash } from 'node:crypto';

/* The File Library node with the credential of an enterprise: it opens the chosen library by itself. */

const bound = useBoundLibrary();
const namesOf = ({ items }: RunResult): unknown[] => items.map(({ json }) => json.fullpath);

describe('choosing the library', () => {
	test.each([
		['list', '1101', 1101],
		['id', '1102', 1102],
		['id', 1103, 1103],
		['mountId', '2104', 1104],
	])('by %s', async (mode, value, org) => {
		const result = await bound.run({ ...LIST, library: by(mode, value) });
		expect(result.error).toBeUndefined();
		expect(namesOf(result)).toContain(`of library ${org}`);
		const [bind] = bound.emulator.requests;
		const name = mode === 'mountId' ? 'mount_id' : 'org_id';
		expect(bind?.params).toMatchObject({ title: 'n8n', [name]: String(value) });
	});

	test('each item by its own expression, each library bound once', async () => {
		const items = [1101, 1102, 1101, 1102].map((id) => ({ json: { id } }));
		const result = await bound.run({ ...LIST, library: by('id', '={{ $json.id }}') }, items);
		const names = [1101, 1102, 1101, 1102].flatMap((org) => ['a.txt', `of library ${org}`]);
		expect(namesOf(result)).toEqual(names);
		expect(bound.binds()).toBe(2);
	});

	test.each<[string, object, RegExp]>([
		['no library', { library: by('id', '={{ "" }}') }, /Library: the expression gave nothing for this item/],
		['a name instead of an ID', { library: by('id', '={{ "Contracts" }}') }, /Library: "Contracts" is not an ID/],
	])('%s is asked for before all that is in it: nothing is sent', async (_name, change, message) => {
		const { error } = await bound.run({ ...LIST, folder: by('path', 'a//b'), ...change });
		expect(error?.message).toMatch(message);
		expect(bound.emulator.requests).toEqual([]);
	});

	test('a library that does not exist', async () => {
		const { error } = await bound.run({ ...LIST, library: by('id', '9') });
		expect(error?.message).toMatch(/^This credential could not open the library: The library does not exist/);
		expect(bound.lastParts()).toEqual(['bind']);
	});

	test('without the parameter, the library authorization is used', async () => {
		const { error } = await bound.run({ resource: 'folder', operation: 'getMany', folder: by('path', '/') });
		expect(error?.message).toMatch(/40103/);
		expect(bound.emulator.requests.map(({ params }) => params.org_client_id)).toEqual([OTHER.orgClientId]);
	});
});

describe('the authorization ends in the middle', () => {
	test('while several items are processed: bound once more for all of them', async () => {
		bound.unbindAfter('/info');
		const given = Array.from({ length: 12 }, () => ({ json: {} }));
		const { items, error } = await bound.run(GET, given);
		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(given.map((_, item) => ({ item })));
		expect(bound.binds()).toBe(2);
	});
});

/* Uploads and downloads with the credential of an enterprise, also when the library's authorization ends meanwhile. */

const content = Buffer.alloc(2_500_000, 'upload ');
const sha1 = createHash('sha1').update(content).digest('hex');
const INTO = { folder: by('path', '/'), options: { chunkSize: 1 } };
const BOUND_UPLOAD = on('file', 'upload', { binaryPropertyName: 'data', ...INTO });
const DOWNLOAD = on('file', 'download', { file: by('path', 'big.bin'), binaryPropertyName: 'data' });
const input = async () => [await bound.engine.binaryItem(content, { fileName: 'big.bin' })];

test.each([
	['/bind', 'create_file'],
	['/create_file', 'upload_init'],
])('an authorization that ends between %s and %s', async (before) => {
	bound.unbindAfter(before);
	const { items, error } = await bound.run(BOUND_UPLOAD, await input());
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ fullpath: 'big.bin', filesize: content.length });
	expect(bound.find('big.bin')?.filehash).toBe(sha1);
	expect(bound.binds()).toBe(2);
});

test('an authorization that ends before the download link', async () => {
	bound.seedFile(1101, 'big.bin', content);
	bound.unbindAfter('/bind');
	const { items, error } = await bound.run(DOWNLOAD);
	expect(error).toBeUndefined();
	expect((await bound.engine.contentOf(items[0]!)).equals(content)).toBe(true);
});
