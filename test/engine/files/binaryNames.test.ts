import type { IDataObject } from 'n8n-workflow';
import { FileNodes } from '../support/fileNodes';
import { by } from '../support/library';

/* Input Binary Field where the way n8n keeps the files makes no difference. */

const V2 = { settings: { binaryMode: 'combined' } };

describe('in one mode', () => {
	let nodes: FileNodes;
	beforeAll(async () => void (nodes = await FileNodes.start('filesystem')));
	afterAll(async () => await nodes.emulator.close());
	const UPLOAD = { resource: 'file', operation: 'upload', folder: by('path', 'Many') };

	test('several items, each with other files', async () => {
		const items = await Promise.all(
			['a', 'b', 'c'].map(async (name) => {
				const { binary } = await nodes.engine.binaryItem(Buffer.from(name), {
					field: name,
					fileName: `${name}.txt`,
				});
				return { json: { _files: binary as unknown as IDataObject, field: name } };
			}),
		);
		const found = await nodes.run(
			'fileLibrary',
			{ ...UPLOAD, binaryPropertyName: '=_files.{{ $json.field }}' },
			items,
			V2,
		);
		expect(found.error).toBeUndefined();
		expect(found.items.map(({ json, pairedItem }) => [json.fullpath, pairedItem])).toEqual([
			['Many/a.txt', { item: 0 }],
			['Many/b.txt', { item: 1 }],
			['Many/c.txt', { item: 2 }],
		]);
	});

	test('File Name with several files is refused, also for *', async () => {
		const one = await nodes.engine.binaryItem(Buffer.from('1'), { field: 'one', fileName: '1.txt' });
		const two = await nodes.engine.binaryItem(Buffer.from('2'), { field: 'two', fileName: '2.txt' });
		const before = nodes.emulator.requests.length;
		const { error } = await nodes.run('fileLibrary', { ...UPLOAD, binaryPropertyName: '*', fileName: 'x.txt' }, [
			{ json: {}, binary: { ...one.binary, ...two.binary } },
		]);
		expect(error?.message).toMatch(/^File Name can't be set for several binary fields/);
		expect(nodes.emulator.requests.slice(before)).toEqual([]);
	});

	test('a field whose name has a comma or a dot', async () => {
		const { binary } = await nodes.engine.binaryItem(Buffer.from('1'), { field: 'a.b, c', fileName: 'comma.txt' });
		const { items } = await nodes.run('fileLibrary', { ...UPLOAD, binaryPropertyName: 'a.b, c' }, [
			{ json: {}, binary: binary ?? {} },
		]);
		expect(items[0]?.json.fullpath).toBe('Many/comma.txt');
	});

	test('binary data of another node', async () => {
		const { binary } = await nodes.engine.binaryItem(Buffer.from('1'), { fileName: 'mail.txt' });
		const json = { attachments: [binary?.data] } as unknown as IDataObject;
		const { items, error } = await nodes.run('fileLibrary', { ...UPLOAD, binaryPropertyName: 'attachments[0]' }, [
			{ json },
		]);
		expect(error).toBeUndefined();
		expect(items[0]?.json.fullpath).toBe('Many/mail.txt');
	});

	test('_files of data from outside is no binary data in Execution Logic v1', async () => {
		const { binary } = await nodes.engine.binaryItem(Buffer.from('secret'), { fileName: 'other.txt' });
		const json = { _files: { data: binary?.data } } as unknown as IDataObject;
		for (const name of ['data', '*']) {
			const { error } = await nodes.run('fileLibrary', { ...UPLOAD, binaryPropertyName: name }, [{ json }]);
			expect(error?.message).toMatch(/the item has no binary field/);
		}
	});
});

test('$binary in memory that two fields fit is refused, because its content is not in it', async () => {
	const nodes = await FileNodes.start('default');
	const { binary } = await nodes.engine.binaryItem(Buffer.from('1'), { fileName: 'same.txt' });
	const other = await nodes.engine.binaryItem(Buffer.from('2'), { field: 'other', fileName: 'same.txt' });
	const { error } = await nodes.run(
		'fileLibrary',
		{
			resource: 'file',
			operation: 'upload',
			folder: by('path', '/'),
			binaryPropertyName: '={{ $binary.data }}',
		},
		[{ json: {}, binary: { ...binary, ...other.binary } }],
	);
	expect(error?.message).toMatch(/could be one of several fields/);
	expect(error?.description).toMatch(/Enter the name .* It has: data, other/);
	await nodes.emulator.close();
});
