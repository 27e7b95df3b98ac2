import { shareLibrary } from '../support/world';
import { by } from '../support/library';

/* Many items: each has its own parameters, each result names its item, and a failing item does not stop the others. */

const library = shareLibrary((emulator) => {
	for (const name of ['a', 'b', 'c']) emulator.seedFile(`Docs/${name}.txt`, `content of ${name}`);
	emulator.seed({ count: 250, folder: 'Bulk' });
});

const rows = (...names: string[]) => names.map((name) => ({ json: { name } }));
const GET = { resource: 'file', operation: 'get', file: by('path', '=Docs/{{ $json.name }}.txt') };
const DOWNLOAD = { ...GET, operation: 'download', binaryPropertyName: '={{ $json.name }}' };
const LIST = { resource: 'folder', operation: 'getMany', folder: by('path', '={{ $json.name }}'), limit: 2 };
const INTO = { folder: by('path', 'Up'), fileName: '={{ $json.name }}' };
const UPLOAD = { resource: 'file', operation: 'upload', binaryPropertyName: 'data', ...INTO };
const paired = (items: Array<{ pairedItem?: unknown }>): unknown[] => items.map(({ pairedItem }) => pairedItem);

describe('each item has its own parameters and stays paired', () => {
	test('plain', async () => {
		const { items } = await library.run(GET, rows('c', 'a', 'b'));
		expect(items.map(({ json }) => json.fullpath)).toEqual(['Docs/c.txt', 'Docs/a.txt', 'Docs/b.txt']);
		expect(paired(items)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	});

	test('paging: every entry belongs to the item that asked for it', async () => {
		const { items } = await library.run(LIST, rows('Docs', 'Bulk'));
		expect(paired(items)).toEqual([{ item: 0 }, { item: 0 }, { item: 1 }, { item: 1 }]);
		expect(items.map(({ json }) => String(json.fullpath).split('/')[0])).toEqual(['Docs', 'Docs', 'Bulk', 'Bulk']);
	});

	test('a list has 50 entries, unless it says how many', async () => {
		const { limit: _, ...list } = LIST;
		expect((await library.run(list, rows('Bulk'))).items).toHaveLength(50);
	});

	test('upload and download', async () => {
		const input = async (name: string) => await library.engine.binaryItem(Buffer.from(name), { json: { name } });
		const up = await library.run(UPLOAD, [await input('x'), await input('y')]);
		expect(up.items.map(({ json }) => json.fullpath)).toEqual(['Up/x', 'Up/y']);
		expect(paired(up.items)).toEqual([{ item: 0 }, { item: 1 }]);
		const down = await library.run(DOWNLOAD, rows('b', 'a'));
		expect(paired(down.items)).toEqual([{ item: 0 }, { item: 1 }]);
		expect((await library.engine.contentOf(down.items[0] ?? { json: {} }, 'b')).toString()).toBe('content of b');
		expect((await library.engine.contentOf(down.items[1] ?? { json: {} }, 'a')).toString()).toBe('content of a');
	});

	test('a field that is a text, a number, missing or no text', async () => {
		library.emulator.seedFile('Docs/7', 'seven');
		const values = ['a.txt', 7, undefined, null, { name: 'b.txt' }, '', 'b.txt'];
		const parameters = { ...GET, file: by('path', '=Docs/{{ $json.value }}') };
		const inputs = values.map((value) => ({ json: value === undefined ? {} : { value } }));
		const { items } = await library.run(parameters, inputs, { nodeProps: { onError: 'continueRegularOutput' } });
		expect(paired(items)).toEqual(values.map((_, item) => ({ item })));
		const found = items.map(({ json }) => json.fullpath ?? null);
		expect(found).toEqual(['Docs/a.txt', 'Docs/7', null, null, null, null, 'Docs/b.txt']);
	});

	test('no items, no requests', async () => {
		const before = library.emulator.requests.length;
		const { items, error } = await library.run(GET, []);
		expect([items, error, library.emulator.requests.length]).toEqual([[], undefined, before]);
	});
});

describe('without Continue On Fail, the first failure ends the run and names its item', () => {
	test.each([
		['plain', GET, rows('a', 'missing', 'b')],
		['paging', LIST, rows('Docs', 'Nowhere')],
		['download', DOWNLOAD, rows('a', 'missing')],
	])('%s', async (_name, parameters, items) => {
		const result = await library.run(parameters, items);
		expect(result.items).toEqual([]);
		expect(result.error?.context).toMatchObject({ itemIndex: 1 });
		expect(result.error?.description).toBeTruthy();
	});
});

describe.each([['continueRegularOutput'], ['continueErrorOutput']] as const)('%s', (onError) => {
	const nodeProps = { onError };
	const split = onError === 'continueErrorOutput';

	test.each([
		['plain', GET],
		['download', DOWNLOAD],
	])('%s: good and bad items, each paired', async (_name, parameters) => {
		const { outputs, error } = await library.run(parameters, rows('a', 'missing', 'b'), { nodeProps });
		expect(error).toBeUndefined();
		const all = [...(outputs[0] ?? []), ...(outputs[1] ?? [])];
		expect(paired(outputs[0] ?? [])).toEqual(
			split ? [{ item: 0 }, { item: 2 }] : [{ item: 0 }, { item: 1 }, { item: 2 }],
		);
		if (split) expect(paired(outputs[1] ?? [])).toEqual([expect.objectContaining({ item: 1 })]);
		const bad = all.filter(({ json }) => json.error !== undefined);
		expect(bad).toHaveLength(1);
		expect(JSON.stringify(bad[0]?.json.error)).toMatch(/missing|exist|not found/i);
	});

	test('paging', async () => {
		const { outputs, error } = await library.run(LIST, rows('Docs', 'Nowhere', 'Bulk'), { nodeProps });
		expect(error).toBeUndefined();
		expect(paired(outputs[0] ?? [])).toEqual([0, 0, ...(split ? [] : [1]), 2, 2].map((item) => ({ item })));
		if (split) expect(outputs[1]).toHaveLength(1);
	});

	test('upload', async () => {
		const good = await library.engine.binaryItem(Buffer.from('1'), { json: { name: `good ${onError}` } });
		const { outputs, error } = await library.run(UPLOAD, [{ json: { name: 'bad' } }, good], { nodeProps });
		expect(error).toBeUndefined();
		const uploaded = (outputs[0] ?? []).filter(({ json }) => json.error === undefined);
		expect(uploaded).toMatchObject([{ json: { fullpath: `Up/good ${onError}` }, pairedItem: { item: 1 } }]);
		expect(JSON.stringify(outputs[split ? 1 : 0])).toContain('no binary');
	});

	test('wrong input of one item does not stop the others', async () => {
		const parameters = { ...GET, options: { attribute: '={{ $json.name }}' }, file: by('path', 'Docs/a.txt') };
		const { outputs } = await library.run(parameters, rows('0', 'wrong', '1'), { nodeProps });
		expect((outputs[0] ?? []).filter(({ json }) => json.error === undefined)).toHaveLength(2);
	});
});
