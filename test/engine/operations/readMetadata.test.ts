import { useLibrary } from '../support/world';
import { by, on } from '../support/library';

/* Metadata that was set is read by Metadata: Get, and what it puts out can be set again. */

const library = useLibrary((emulator) => {
	emulator.seedFile('a.txt', 'a');
	emulator.seedFile('b.txt', 'b');
});

const only = async (parameters: Record<string, unknown>, input: Record<string, unknown> = {}) => {
	const { items, error } = await library.run(parameters, [{ json: input as never }]);
	expect(error).toBeUndefined();
	return items[0]?.json ?? {};
};
const file = by('path', 'a.txt');
const set = async (key: string, json: object) =>
	await only(on('metadata', 'set', { file, key, mode: 'json', propertiesJson: JSON.stringify(json) }));
const ENTRY = { filename: 'a.txt', fullpath: 'a.txt', hash: expect.any(String) as string };
const CONTRACT = { amount: 1200, signed: '2026-11-20', parties: ['a', 'b'] };

test('all templates, and one of them', async () => {
	await set('contract', CONTRACT);
	await set('archive', { box: '7' });
	const metadata = { contract: CONTRACT, archive: { box: '7' } };
	expect(await only(on('metadata', 'get', { file }))).toEqual({ ...ENTRY, metadata });
	const contract = { ...ENTRY, key: 'contract', metadata: CONTRACT };
	expect(await only(on('metadata', 'get', { file, key: 'contract' }))).toEqual(contract);
});

test('none: an item without values, and none of a template that is not set', async () => {
	expect(await only(on('metadata', 'get', { file }))).toMatchObject({ fullpath: 'a.txt', metadata: {} });
	const key = 'constructor';
	expect(await only(on('metadata', 'get', { file, key }))).toEqual({ ...ENTRY, key, metadata: {} });
});

test('what was read is set on another file', async () => {
	await set('contract', CONTRACT);
	const read = await only(on('metadata', 'get', { file, key: 'contract' }));
	const other = by('path', 'b.txt');
	const form = { file: other, key: '={{ $json.key }}', mode: 'json', propertiesJson: '={{ $json.metadata }}' };
	const written = await only(on('metadata', 'set', form), read);
	expect(written).toMatchObject({ success: true, fullpath: 'b.txt', key: 'contract' });
	expect(await only(on('metadata', 'get', { file: other }))).toMatchObject({ metadata: { contract: CONTRACT } });
});
