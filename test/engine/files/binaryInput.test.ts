import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { BinaryMode, RunResult, RunSetup } from '../support/engine';
import { FILE_NODES, FileNodes, type FileNode } from '../support/fileNodes';
import { by } from '../support/library';
import { someCases } from '../../support/runs';

/* Input Binary Field: every way to say which files to upload, in both Execution Logics of n8n and both nodes. */

const MODES: readonly BinaryMode[] = ['default', 'filesystem', 's3', 'database'];
const V1: Partial<RunSetup> = {};
const V2: Partial<RunSetup> = { settings: { binaryMode: 'combined' } };

describe.each(MODES)('binary mode %s', (mode) => {
	let nodes: FileNodes;
	beforeAll(async () => void (nodes = await FileNodes.start(mode)));
	afterAll(async () => await nodes.emulator.close());

	/** An item with two files, in the place where this mode and logic have them. */
	async function item(isV2: boolean): Promise<INodeExecutionData> {
		const binary: Record<string, IBinaryData> = {};
		for (const [field, fileName] of [
			['data', 'one.txt'],
			['photo', 'two.txt'],
		] as const) {
			const made = await nodes.engine.binaryItem(Buffer.from(`content of ${fileName}`), { field, fileName });
			Object.assign(binary, made.binary);
		}
		// n8n-core/dist/utils/convert-binary-data.js: with binary data in memory they stay in `binary`.
		if (isV2 && mode !== 'default') return { json: { _files: binary as unknown as IDataObject } };
		return { json: {}, binary };
	}

	const upload = async (
		node: FileNode,
		entered: unknown,
		more: Partial<RunSetup>,
		parameters: Record<string, unknown> = {},
	): Promise<RunResult> =>
		await nodes.run(
			node,
			{
				resource: 'file',
				operation: 'upload',
				binaryPropertyName: entered,
				folder: by('path', 'In'),
				conflict: 'overwrite',
				...parameters,
			},
			[await item(more === V2)],
			more,
		);

	const stored = async (node: FileNode, path: string): Promise<string> => {
		const found = await nodes.run(node, {
			resource: 'file',
			operation: 'download',
			file: by('path', path),
			binaryPropertyName: 'out',
		});
		return (await nodes.engine.contentOf(found.items[0] ?? { json: {} }, 'out')).toString();
	};

	const [ONE, BOTH] = [['In/one.txt'], ['In/one.txt', 'In/two.txt']];
	const ways: ReadonlyArray<[name: string, entered: unknown, paths: string[]]> = [
		['a name', 'data', ONE],
		['several names', 'data, photo', BOTH],
		['all', '*', BOTH],
		['a list of names', '={{ ["data", "photo"] }}', BOTH],
	];
	const inV1: typeof ways = [
		['$binary.data', '={{ $binary.data }}', ONE],
		['$binary', '={{ $binary }}', BOTH],
		['a list of binary objects', '={{ [$binary.data, $binary.photo] }}', BOTH],
	];
	const inV2: typeof ways = [
		['a path', '_files.data', ONE],
		['paths', '_files.data, _files["photo"]', BOTH],
		['the path of all', '_files', BOTH],
		['$json._files.data', '={{ $json._files.data }}', ONE],
		['$json._files', '={{ $json._files }}', BOTH],
		['a list of binary objects', '={{ Object.values($json._files) }}', BOTH],
	];
	const rows = FILE_NODES.flatMap((node) => [
		...[...ways, ...inV1].map((row) => [node, 'v1', ...row] as const),
		...[...ways, ...(mode === 'default' ? inV1 : inV2)].map((row) => [node, 'v2', ...row] as const),
	]);

	test.each(mode === 'filesystem' ? rows : someCases(rows, MODES.indexOf(mode)))(
		'%s, Execution Logic %s: %s',
		async (node, logic, _name, entered, paths) => {
			const { items, error } = await upload(node, entered, logic === 'v2' ? V2 : V1);
			expect(error).toBeUndefined();
			expect(items.map(({ json, pairedItem }) => [json.fullpath, pairedItem])).toEqual(
				paths.map((path) => [path, { item: 0 }]),
			);
			for (const path of paths) expect(await stored(node, path)).toBe(`content of ${path.slice(3)}`);
		},
	);

	test.each(FILE_NODES)('%s: one file of all has the name that was entered', async (node) => {
		const { items } = await upload(node, mode === 'default' ? 'data' : '_files.data', V2, { fileName: 'new.txt' });
		expect(items[0]?.json.fullpath).toBe('In/new.txt');
	});

	test.each([
		['v1', V1],
		['v2', V2],
	])('Execution Logic %s: the output of a download is where the next node looks for it', async (_name, more) => {
		const parameters = {
			resource: 'file',
			operation: 'download',
			file: by('path', 'Contracts/offer.txt'),
			binaryPropertyName: 'offer',
		};
		const { items } = await nodes.run('fileLibrary', parameters, [{ json: {} }], more);
		const isInJson = more === V2 && mode !== 'default';
		const place = (isInJson ? items[0]?.json._files : items[0]?.binary) as Record<string, IBinaryData> | undefined;
		expect(place?.offer).toMatchObject({ fileName: 'offer.txt', mimeType: 'text/plain' });
		const again = await nodes.run(
			'fileLibrary',
			{
				resource: 'file',
				operation: 'upload',
				binaryPropertyName: 'offer',
				folder: by('path', 'Again'),
				fileName: `${mode}-${_name}.txt`,
			},
			items,
			more,
		);
		expect(again.error).toBeUndefined();
		expect(again.items[0]?.json.filehash).toBe(items[0]?.json.filehash);
	});

	test.each<[name: string, entered: unknown, message: RegExp, description: RegExp]>([
		['a name that is not there', 'scan', /no binary field "scan"/, /It has: data, photo\./],
		['a path that is not there', '_files.scan', /no binary field "_files.scan"/, /It has: data, photo\./],
		['one of several', 'data, scan', /no binary field "scan"/, /It has: data, photo\./],
		['a number', '={{ 7 }}', /must be the name of a binary field or binary data, but is 7/, /\* for all/],
		['an object', '={{ { a: 1 } }}', /must be the name of a binary field or binary data/, /\$binary\.data/],
		['an empty list', '={{ [] }}', /can't be an empty list/, /expression/],
		['a file of nobody', '={{ { mimeType: "a/b", fileName: "x" } }}', /has no content/, /It has: data, photo\./],
	])('%s: nothing is sent, and the error names what there is', async (_name, entered, message, description) => {
		for (const more of [V1, V2]) {
			const before = nodes.emulator.requests.length;
			const { error } = await upload('fileLibrary', entered, more);
			expect(error?.message).toMatch(/^Input Binary Field[: ]/);
			expect(error?.message).toMatch(message);
			expect(error?.description).toMatch(description);
			expect(nodes.emulator.requests.slice(before)).toEqual([]);
		}
	});
});

/* Input Binary Field where the way n8n keeps the files makes no difference. */

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
		{ resource: 'file', operation: 'upload', folder: by('path', '/'), binaryPropertyName: '={{ $binary.data }}' },
		[{ json: {}, binary: { ...binary, ...other.binary } }],
	);
	expect(error?.message).toMatch(/could be one of several fields/);
	expect(error?.description).toMatch(/Enter the name .* It has: data, other/);
	await nodes.emulator.close();
});
