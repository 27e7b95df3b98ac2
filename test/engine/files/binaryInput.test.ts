import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { BinaryMode, RunSetup } from '../support/engine';
import { FILE_NODES, FileNodes, type FileNode } from '../support/fileNodes';
import { by } from '../support/library';
import { someCases } from '../../support/runs';
import { shareWorld } from '../support/world';

/* Input Binary Field: every way to say which files to upload, in both Execution Logics of n8n and both nodes. */

const MODES: readonly BinaryMode[] = ['default', 'filesystem', 's3', 'database'];
const V1: Partial<RunSetup> = {};
const V2: Partial<RunSetup> = { settings: { binaryMode: 'combined' } };

let nodes: FileNodes;
/** Both nodes for the tests of a block, in an n8n that keeps files so. */
function inMode(mode: BinaryMode): void {
	const made = shareWorld(new FileNodes(), { binaryMode: mode });
	beforeAll(() => void (nodes = made));
}

const upload = async (
	entered: unknown,
	items: INodeExecutionData[],
	{ node = 'fileLibrary', logic = V1, ...parameters }: { node?: FileNode; logic?: object; fileName?: string } = {},
) => {
	const into = { folder: by('path', 'In'), conflict: 'overwrite', ...parameters };
	const form = { resource: 'file', operation: 'upload', binaryPropertyName: entered, ...into };
	return await nodes.run(node, form, items, logic);
};
/** The binary data of a field with a file. */
const fileIn = async (field: string, fileName: string) =>
	(await nodes.engine.binaryItem(Buffer.from(`content of ${fileName}`), { field, fileName })).binary ?? {};

describe.each(MODES)('binary mode %s', (mode) => {
	inMode(mode);

	/** An item with two files, in the place where this mode and logic have them. */
	async function item(logic: object): Promise<INodeExecutionData> {
		const binary: Record<string, IBinaryData> = {
			...(await fileIn('data', 'one.txt')),
			...(await fileIn('photo', 'two.txt')),
		};
		// n8n-core/dist/utils/convert-binary-data.js: with binary data in memory they stay in `binary`.
		if (logic === V2 && mode !== 'default') return { json: { _files: binary as unknown as IDataObject } };
		return { json: {}, binary };
	}

	const [ONE, BOTH] = [['In/one.txt'], ['In/one.txt', 'In/two.txt']];
	const ways: ReadonlyArray<[entered: string, paths: string[]]> = [
		['data', ONE],
		['data, photo', BOTH],
		['*', BOTH],
		['={{ ["data", "photo"] }}', BOTH],
	];
	const inV1: typeof ways = [
		['={{ $binary.data }}', ONE],
		['={{ $binary }}', BOTH],
		['={{ [$binary.data, $binary.photo] }}', BOTH],
	];
	const inV2: typeof ways = [
		['_files.data', ONE],
		['_files.data, _files["photo"]', BOTH],
		['_files', BOTH],
		['={{ $json._files.data }}', ONE],
		['={{ $json._files }}', BOTH],
		['={{ Object.values($json._files) }}', BOTH],
	];
	const rows = FILE_NODES.flatMap((node) => [
		...[...ways, ...inV1].map((row) => [node, 'v1', ...row] as const),
		...[...ways, ...(mode === 'default' ? inV1 : inV2)].map((row) => [node, 'v2', ...row] as const),
	]);

	test.each(mode === 'filesystem' ? rows : someCases(rows, MODES.indexOf(mode)))(
		'%s, Execution Logic %s: %s',
		async (node, version, entered, paths) => {
			const logic = version === 'v2' ? V2 : V1;
			const { items, error } = await upload(entered, [await item(logic)], { node, logic });
			expect(error).toBeUndefined();
			expect(items.map(({ json, pairedItem }) => [json.fullpath, pairedItem])).toEqual(
				paths.map((path) => [path, { item: 0 }]),
			);
			for (const path of paths)
				expect((await nodes.bytesOf(path, node)).toString()).toBe(`content of ${path.slice(3)}`);
		},
	);

	test.each([
		['v1', V1],
		['v2', V2],
	])('Execution Logic %s: the output of a download is where the next node looks for it', async (version, logic) => {
		const order = { resource: 'file', operation: 'download', binaryPropertyName: 'offer' };
		const download = { ...order, file: by('path', 'Contracts/offer.txt') };
		const { items } = await nodes.run('fileLibrary', download, [{ json: {} }], logic);
		const isInJson = logic === V2 && mode !== 'default';
		const place = (isInJson ? items[0]?.json._files : items[0]?.binary) as Record<string, IBinaryData> | undefined;
		expect(place?.offer).toMatchObject({ fileName: 'offer.txt', mimeType: 'text/plain' });
		const again = await upload('offer', items, { logic, fileName: `${mode}-${version}.txt` });
		expect(again.items[0]?.json).toMatchObject({
			fullpath: `In/${mode}-${version}.txt`,
			filehash: items[0]?.json.filehash,
		});
	});

	test.each<[string, entered: unknown, message: RegExp, description: RegExp]>([
		['a name that is not there', 'scan', /no binary field "scan"/, /It has: data, photo\./],
		['a path that is not there', '_files.scan', /no binary field "_files.scan"/, /It has: data, photo\./],
		['one of several', 'data, scan', /no binary field "scan"/, /It has: data, photo\./],
		['a number', '={{ 7 }}', /must be the name of a binary field or binary data, but is 7/, /\* for all/],
		['an object', '={{ { a: 1 } }}', /must be the name of a binary field or binary data/, /\$binary\.data/],
		['an empty list', '={{ [] }}', /can't be an empty list/, /expression/],
		['a file of nobody', '={{ { mimeType: "a/b", fileName: "x" } }}', /has no content/, /It has: data, photo\./],
	])('%s: nothing is sent, and the error names what there is', async (_name, entered, message, description) => {
		for (const logic of [V1, V2]) {
			const before = nodes.emulator.requests.length;
			const { error } = await upload(entered, [await item(logic)], { logic });
			expect(error?.message).toMatch(/^Input Binary Field[: ]/);
			expect(error?.message).toMatch(message);
			expect(error?.description).toMatch(description);
			expect(nodes.emulator.requests.slice(before)).toEqual([]);
		}
	});
});

describe('in memory', () => {
	inMode('default');
	test('$binary in memory that two fields fit is refused, because its content is not in it', async () => {
		const binary = { ...(await fileIn('data', 'same.txt')), ...(await fileIn('other', 'same.txt')) };
		const { error } = await upload('={{ $binary.data }}', [{ json: {}, binary }]);
		expect(error?.message).toMatch(/could be one of several fields/);
		expect(error?.description).toMatch(/Enter the name .* It has: data, other/);
	});
});

describe('in every mode', () => {
	inMode('filesystem');

	test('several items, each with other files', async () => {
		const items = await Promise.all(
			['a', 'b'].map(async (name) => ({
				json: { _files: (await fileIn(name, `${name}.txt`)) as unknown as IDataObject, field: name },
			})),
		);
		const found = await upload('=_files.{{ $json.field }}', items, { logic: V2 });
		expect(found.items.map(({ json, pairedItem }) => [json.fullpath, pairedItem])).toEqual([
			['In/a.txt', { item: 0 }],
			['In/b.txt', { item: 1 }],
		]);
	});

	test('File Name with several files is refused, also for *', async () => {
		const binary = { ...(await fileIn('one', '1.txt')), ...(await fileIn('two', '2.txt')) };
		const { error } = await upload('*', [{ json: {}, binary }], { fileName: 'x.txt' });
		expect(error?.message).toMatch(/^File Name can't be set for several binary fields/);
	});

	test('a field whose name has a comma or a dot, and binary data of another node', async () => {
		const binary = await fileIn('a.b, c', 'comma.txt');
		const attachments = [(await fileIn('data', 'mail.txt')).data] as unknown as IDataObject[];
		const found = [
			await upload('a.b, c', [{ json: {}, binary }]),
			await upload('attachments[0]', [{ json: { attachments } }]),
		];
		expect(found.map(({ items }) => items[0]?.json.fullpath)).toEqual(['In/comma.txt', 'In/mail.txt']);
	});

	test.each(['data', '*'])(
		'_files of data from outside is no binary data in Execution Logic v1: %s',
		async (name) => {
			const _files = (await fileIn('data', 'other.txt')) as unknown as IDataObject;
			const { error } = await upload(name, [{ json: { _files } }]);
			expect(error?.message).toMatch(/the item has no binary field/);
		},
	);
});
